package io.tellask.actor.runtime;

/*
 * The fields of a Mailbox, grouped by who writes them: senders write `tail` and `sent`, the dispatcher writes `head`
 * and `taken`.
 *
 * The virtual machine lays the fields of a superclass out before those of its subclasses, so a class of sixteen longs
 * in between keeps two groups 128 bytes apart: on one cache line these would cost every message a transfer between
 * cores.
 */
abstract class MailboxPadding0 {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

abstract class MailboxSenders extends MailboxPadding0 {
    @SuppressWarnings("NullAway.Init") // set by the mailbox itself
    Message tail;

    long sent;
}

abstract class MailboxPadding1 extends MailboxSenders {
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;
}

abstract class MailboxTaker extends MailboxPadding1 {
    @SuppressWarnings("NullAway.Init") // set by the mailbox itself
    Message head;

    long taken;
}

abstract class MailboxFields extends MailboxTaker {
    long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;
}
