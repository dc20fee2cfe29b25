package io.tellask.actor.runtime;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.StopReason;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The asks that an actor has begun and not answered yet. Only those are here whose method returned a stage that was not settled.
 *
 * <p>Thread-safe, by a lock that is held for a few assignments: an actor's own thread takes it nearly always.
 */
abstract class OpenAnswers extends ActorCounts {
    private static final String BEFORE = " before it answered; the call had begun";
    private static final ActorStoppedException WITHOUT_MEMORY =
            ActorStoppedException.untraced("call: its actor has stopped, without memory," + BEFORE);

    private @Nullable OpenAnswer first; // the newest; guarded by this, as are the links

    OpenAnswers(String label, int number) {
        super(label, number);
    }

    final synchronized void add(OpenAnswer answer) {
        OpenAnswer next = first;
        answer.isOpen = true;
        answer.next = next;
        if (next != null) {
            next.previous = answer;
        }
        first = answer;
    }

    /** False: it was taken out before, by the one who settles it. */
    final synchronized boolean remove(OpenAnswer answer) {
        if (!answer.isOpen) {
            return false;
        }
        OpenAnswer previous = answer.previous;
        OpenAnswer next = answer.next;
        if (previous == null) {
            first = next;
        } else {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
        answer.isOpen = false;
        answer.previous = null;
        answer.next = null;
        return true;
    }

    private synchronized @Nullable OpenAnswer newest() {
        return first;
    }

    /**
     * Tells all who wait that the object which they asked is the actor no more.
     *
     * @param failed hears of each who could not be told; the others are
     */
    final void failOpenAnswers(StopReason why, Consumer<Throwable> failed) {
        if (newest() == null) {
            return;
        }
        ActorStoppedException reason = reason(why);
        for (OpenAnswer answer = newest(); answer != null; answer = newest()) {
            if (remove(answer)) {
                try {
                    answer.fail(reason);
                } catch (Throwable untold) {
                    failed.accept(untold);
                }
            }
        }
    }

    private ActorStoppedException reason(StopReason why) {
        try {
            return new ActorStoppedException("call: actor=" + name()
                    + (why == StopReason.RESTARTED ? " was made again after a failure" : " has stopped") + BEFORE);
        } catch (OutOfMemoryError unsaid) {
            return WITHOUT_MEMORY; // they are told all the same
        }
    }
}
