package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import org.jspecify.annotations.Nullable;

/**
 * The second mailbox of an actor, which goes ahead of the other one: urgent calls, {@value #MOST_IN_A_ROW} at a time, and behind those the tasks that the actor's
 * own code puts here. Tasks that one of those tasks puts here wait until a message of the other mailbox was handled, if one waits: so that nobody who puts himself
 * here again and again keeps it waiting.
 *
 * <p>Thread-safety: as {@link Mailbox}; {@link #pollInTurn}, {@link #addOwn} and {@link #hasNothing} as {@code poll}.
 */
final class UrgentLane extends Mailbox {
    /** So many are handled before one of the others is. */
    static final int MOST_IN_A_ROW = 16;

    // the taker's own
    private CallerBacklog own = new CallerBacklog();
    private CallerBacklog behindOther = new CallerBacklog();
    private boolean isOwnTurn;
    private int inARow;

    UrgentLane() {
        super(MailboxOptions.URGENT_MESSAGES);
    }

    void addOwn(Message task) {
        (isOwnTurn ? behindOther : own).add(task);
    }

    /** The oldest; null if there is none, or it is the turn of another message. */
    @Nullable
    Message pollInTurn() {
        Message first = inARow == MOST_IN_A_ROW ? null : poll();
        inARow = first == null ? 0 : inARow + 1;
        Message next = first != null ? first : own.poll();
        isOwnTurn = first == null && next != null;
        if (next == null && !behindOther.isEmpty()) {
            CallerBacklog empty = own;
            own = behindOther;
            behindOther = empty;
        }
        return next;
    }

    boolean hasNothing() {
        return own.isEmpty() && behindOther.isEmpty() && isEmpty();
    }
}
