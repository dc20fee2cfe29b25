package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The second mailbox of an actor: of urgent calls, which go ahead of the others, {@value #MOST_IN_A_ROW} at a time.
 *
 * <p>Thread-safety: as {@link Mailbox}; {@link #pollInTurn} as {@code poll}.
 */
final class UrgentLane extends Mailbox {
    /** So many are handled before one of the others is. */
    static final int MOST_IN_A_ROW = 16;

    private int inARow; // the taker's own

    UrgentLane(int capacityMessages) {
        super(capacityMessages);
    }

    /** The oldest; null if there is none, or it is the turn of another message. */
    @Nullable
    Message pollInTurn() {
        Message first = inARow == MOST_IN_A_ROW ? null : poll();
        inARow = first == null ? 0 : inARow + 1;
        return first;
    }
}
