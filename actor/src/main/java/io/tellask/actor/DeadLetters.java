package io.tellask.actor;

import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who listens to the messages that actors of one system do not carry out: nobody, as a rule. Thread-safe. */
final class DeadLetters {
    /** So many may listen at a time. */
    static final int MOST_LISTENERS = 64;

    private static final Logger LOG = System.getLogger("io.tellask.actor");

    private volatile List<Consumer<DeadLetter>> listeners = List.of();

    synchronized Cancellable listen(Consumer<DeadLetter> listener) {
        if (listeners.size() >= MOST_LISTENERS) {
            throw new IllegalStateException("dead letters: listeners=" + listeners.size() + " >= limit="
                    + MOST_LISTENERS + "; cancel one of them first");
        }
        Consumer<DeadLetter> own = listener::accept; // an identity of its own: the same may listen twice
        List<Consumer<DeadLetter>> more = new ArrayList<>(listeners);
        more.add(own);
        listeners = List.copyOf(more);
        return () -> remove(own);
    }

    private synchronized boolean remove(Consumer<DeadLetter> listener) {
        List<Consumer<DeadLetter>> others =
                listeners.stream().filter(each -> each != listener).toList();
        boolean removed = others.size() < listeners.size();
        listeners = others;
        return removed;
    }

    /** Never throws. */
    void tell(ActorCell<?> cell, String method, Reason reason, @Nullable Throwable failure) {
        List<Consumer<DeadLetter>> told = listeners;
        if (told.isEmpty()) {
            return;
        }
        DeadLetter letter = new DeadLetter(
                Instant.now(),
                cell.name(),
                cell.contract(),
                method.substring(method.lastIndexOf('.') + 1), // which some name with its contract
                reason,
                failure == null ? "" : failure.getClass().getName());
        for (Consumer<DeadLetter> each : told) {
            try {
                each.accept(letter);
            } catch (Throwable broken) {
                SafeLog.log(LOG, Level.WARNING, "a listener of dead letters failed: actor=", cell.name(), broken);
            }
        }
    }
}
