package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the calls take that wait in one mailbox, and how much they may. Other messages take nothing. Thread-safe. */
final class MailboxBytes {
    private static final VarHandle WAITING;

    static {
        try {
            WAITING = MethodHandles.lookup().findVarHandle(MailboxBytes.class, "waiting", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MailboxOptions options;
    private volatile long waiting;

    MailboxBytes(MailboxOptions options) {
        this.options = options;
    }

    /** What a message takes. It is found out here for a call of this process, by the thread that makes the call. */
    long measure(Message message) {
        if (!(message instanceof CallMessage call)) {
            return 0;
        }
        call.estimate(options.argumentBytes());
        return call.mailboxBytes();
    }

    /** Counts a message that takes so many bytes in, unless that would be too many. */
    boolean tryAdd(long bytes) {
        while (true) {
            long before = waiting;
            if (bytes > options.bytes() - before) {
                return false;
            }
            if (WAITING.compareAndSet(this, before, before + bytes)) {
                return true;
            }
        }
    }

    void remove(long bytes) {
        WAITING.getAndAdd(this, -bytes);
    }

    /** A message that was measured is handled, or dropped. */
    void remove(Message message) {
        if (message instanceof CallMessage call) {
            remove(call.mailboxBytes());
        }
    }

    long waiting() {
        return waiting;
    }

    long limit() {
        return options.bytes();
    }
}
