package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/*
 * What the taker of a busy Mailbox writes for each message. The virtual machine lays the fields of a superclass out before those of its subclasses, so the
 * longs around keep them 128 bytes from what others write: on one cache line with the senders' fields, each message would cost both a transfer between cores.
 */
abstract class MailboxTakerPadding {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

abstract class MailboxTakerFields extends MailboxTakerPadding {
    Message head;
    long taken;

    MailboxTakerFields(Message head, long taken) {
        this.head = head;
        this.taken = taken;
    }
}

final class MailboxTaker extends MailboxTakerFields {
    static final VarHandle HEAD;
    static final VarHandle TAKEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(MailboxTakerFields.class, "head", Message.class);
            TAKEN = lookup.findVarHandle(MailboxTakerFields.class, "taken", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    MailboxTaker(Message head, long taken) {
        super(head, taken);
    }
}
