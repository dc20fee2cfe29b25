package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import org.jspecify.annotations.Nullable;

/**
 * The second mailbox of an actor, which goes ahead of the other one: urgent calls, {@value #MOST_IN_A_ROW} at a time, and behind those the tasks that the actor's
 * own code puts here.
 *
 * <p>Thread-safety: as {@link Mailbox}; {@link #pollInTurn}, {@link #addOwn} and {@link #hasNothing} as {@code poll}.
 */
final class UrgentLane extends Mailbox {
    /** So many are handled before one of the others is. */
    static final int MOST_IN_A_ROW = 16;

    private final CallerBacklog own = new CallerBacklog();
    private int inARow; // the taker's own

    UrgentLane() {
        super(MailboxOptions.URGENT_MESSAGES);
    }

    void addOwn(Message task) {
        own.add(task);
    }

    /** The oldest; null if there is none, or it is the turn of another message. */
    @Nullable
    Message pollInTurn() {
        Message first = inARow == MOST_IN_A_ROW ? null : poll();
        inARow = first == null ? 0 : inARow + 1;
        return first != null ? first : own.poll();
    }

    boolean hasNothing() {
        return own.isEmpty() && isEmpty();
    }
}
