package io.tellask.actor;

import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The messages that actors of one system did not carry out, and who listens to them: nobody, as a rule. Thread-safe. */
final class DeadLetters {
    /** So many may listen at a time. */
    static final int MOST_LISTENERS = 64;

    private static final Logger LOG = System.getLogger("io.tellask.actor");

    private final AtomicLong counted = new AtomicLong();
    private final AtomicLong failedTells = new AtomicLong();
    private final AtomicLong lastReportNanos = new AtomicLong(System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
    private final DeadLetterLog log = new DeadLetterLog();
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

    /** How many there were. */
    long counted() {
        return counted.get();
    }

    /** Some that were kept, the youngest first. */
    List<DeadLetter> youngest(int most) {
        return log.youngest(most);
    }

    /** How many tells failed. */
    long failedTells() {
        return failedTells.get();
    }

    /** Counts a failed tell and logs it, at most once a second; never throws. */
    void reportTellFailure(String actor, String method, Throwable failure) {
        long failed = failedTells.incrementAndGet();
        long now = System.nanoTime();
        long last = lastReportNanos.get();
        if (now - last >= TimeUnit.SECONDS.toNanos(1) && lastReportNanos.compareAndSet(last, now)) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    "tell failed: actor=" + actor + ", method=" + method + ", failed so far=" + failed,
                    null,
                    failure);
        }
    }

    /** What a failure says; its class does not count as that. */
    private static String textOf(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : SafeText.of(message, DeadLetter.MOST_TEXT_CHARS);
        } catch (Throwable unreadable) { // code of the application's
            return "";
        }
    }

    /** Never throws. */
    void tell(ActorCell<?> cell, String method, Reason reason, @Nullable Throwable failure) {
        List<Consumer<DeadLetter>> told = listeners;
        if (told.isEmpty() && !log.hasRoom(TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()))) {
            counted.incrementAndGet();
            return;
        }
        DeadLetter letter = new DeadLetter(
                Instant.now(),
                cell.name(),
                cell.contract(),
                method.substring(method.lastIndexOf('.') + 1), // which some name with its contract
                reason,
                failure == null ? "" : failure.getClass().getName(),
                failure == null ? "" : textOf(failure));
        log.add(letter);
        counted.incrementAndGet(); // after it is kept: who sees the count finds the letter
        for (Consumer<DeadLetter> each : told) {
            try {
                each.accept(letter);
            } catch (Throwable broken) {
                SafeLog.log(LOG, Level.WARNING, "a listener of dead letters failed: actor=", cell.name(), broken);
            }
        }
    }
}
