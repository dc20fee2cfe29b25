package io.tellask.remote.session;

/*
 * The fields of Calls, grouped by who writes them per call: who opens it, under the lock, and the loop that settles
 * it.
 *
 * The virtual machine lays the fields of a superclass out before those of its subclasses, so a class of sixteen longs
 * in between keeps two groups 128 bytes apart: on one cache line each call would cost a transfer between cores.
 */
abstract class CallsPadding0 {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

abstract class CallsOpener extends CallsPadding0 {
    int[] generations = new int[0];
    int[] free = new int[0]; // a ring
    int freeHead;
    int freeCount;
    int slots;
    int reserved; // granted to callers that wait, and not taken yet
    long opened;
}

abstract class CallsPadding1 extends CallsOpener {
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;
}

abstract class CallsSettler extends CallsPadding1 {
    final int[] removed = new int[Calls.RELEASED_AT_ONCE];
    int removedCount;
    long settled;
}

abstract class CallsFields extends CallsSettler {
    long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;
}
