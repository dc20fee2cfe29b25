package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox from which a sender may take the oldest call, to make room. Taking is under a lock, so only actors that chose
 * {@link io.tellask.actor.MailboxPolicy#DROP_OLDEST} pay for it. What is not a call (a continuation, a stop) is never dropped.
 *
 * <p>Thread-safety: as {@link Mailbox}; {@link #dropOldest} from any thread.
 */
final class DroppingMailbox extends Mailbox {
    private final ArrayDeque<Message> kept = new ArrayDeque<>();

    DroppingMailbox(int capacityMessages) {
        super(capacityMessages);
    }

    DroppingMailbox(MailboxOptions options) {
        super(options);
    }

    /** Takes the oldest call out, or returns null if none can be reached now. */
    synchronized @Nullable Message dropOldest() {
        Message oldest = super.poll();
        while (oldest != null && !(oldest instanceof CallMessage)) {
            kept.add(oldest);
            oldest = super.poll();
        }
        if (oldest != null) {
            release(oldest);
        }
        return oldest;
    }

    @Override
    public synchronized @Nullable Message poll() {
        Message first = kept.poll();
        return first != null ? first : super.poll();
    }

    @Override
    public synchronized boolean isEmpty() {
        return kept.isEmpty() && super.isEmpty();
    }
}
