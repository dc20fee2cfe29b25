package io.tellask.actor.runtime;

/*
 * The fields of a ReadyQueue, grouped by who writes them: those who add write `tail`, those who take `head` and `taking`.
 *
 * The virtual machine lays the fields of a superclass out before those of its subclasses, so a class of sixteen longs in between keeps two groups 128 bytes
 * apart: on one cache line these would cost every task a transfer between cores.
 */
abstract class ReadyQueuePadding0 {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

abstract class ReadyQueueAdders extends ReadyQueuePadding0 {
    @SuppressWarnings("NullAway.Init") // set by the queue itself
    ReadyTask tail;
}

abstract class ReadyQueuePadding1 extends ReadyQueueAdders {
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;
}

abstract class ReadyQueueTakers extends ReadyQueuePadding1 {
    @SuppressWarnings("NullAway.Init") // set by the queue itself
    ReadyTask head;

    int taking;
}

abstract class ReadyQueueFields extends ReadyQueueTakers {
    long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;
}
