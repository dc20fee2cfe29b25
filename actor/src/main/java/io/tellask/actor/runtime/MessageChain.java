package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Messages of one sender to one actor, gathered so that they are queued together: a mailbox then costs two atomic operations a chain, and not
 * a message.
 *
 * <p>What is gathered has not been sent: whoever adds must {@link #flush} before anything is done that must come after it. Belongs to one
 * thread.
 */
public final class MessageChain {
    /** A chain that is so long is queued: its actor may have been idle meanwhile. */
    static final int MOST_MESSAGES = 64;

    private @Nullable ActorCell<?> cell;

    private @Nullable Message first;
    private @Nullable Message last;
    private int count;

    /** Adds a message, of which credit bounds how many there are; what was gathered for another actor is queued before. An urgent call is queued at once. */
    public void add(ActorCell<?> to, Message message) {
        if (message instanceof UrgentCall) {
            to.sendCredited(message); // ahead of what was gathered
            return;
        }
        if (to != cell) {
            flush();
            cell = to;
        }
        Message before = last;
        if (before == null) {
            first = message;
        } else {
            Message.NEXT.set(before, message);
        }
        last = message;
        count++;
        if (count == MOST_MESSAGES) {
            flush();
        }
    }

    /** Queues what was gathered, and keeps none of it: a message refers to its session, and its arguments to others. */
    public void flush() {
        ActorCell<?> to = cell;
        Message oldest = first;
        Message newest = last;
        if (to != null && oldest != null && newest != null) {
            int messages = count;
            cell = null;
            first = null;
            last = null;
            count = 0;
            to.sendCredited(oldest, newest, messages);
        }
    }
}
