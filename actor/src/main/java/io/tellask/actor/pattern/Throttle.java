package io.tellask.actor.pattern;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Lets so many things through within a time, and a burst of them at once after a pause. It belongs to the actor that makes it; time is that of the actor's
 * dispatcher.
 */
public final class Throttle extends OwnedByActor {
    /** Permits that may be waited for, unless something else is said. */
    public static final int DEFAULT_WAITING = 1_024;

    private final long intervalNanos;
    private final long burstNanos;
    private final int mostWaiting;
    private final Queue<Promise<Void>> waiting = new ArrayDeque<>();
    private long nextNanos; // when the next permit is due if none is saved up
    private @Nullable Cancellable timer;

    /**
     * A throttle of this actor, which has a whole burst to begin with.
     *
     * @param permits how many things pass within {@code time}, at least 1
     * @param time of that, positive; at least a nanosecond for each
     * @param burst how many may pass at once after a pause, at least 1
     * @param mostWaiting how many may wait in {@link #acquire}, at least 1
     */
    public Throttle(int permits, Duration time, int burst, int mostWaiting) {
        super("throttle");
        long nanos = positiveNanos("throttle: time", Objects.requireNonNull(time, "time"));
        if (nanos < positive("throttle: permits", permits)) {
            throw new IllegalArgumentException(
                    "throttle: permits=" + permits + " > nanoseconds=" + nanos + "; allow one a nanosecond at most");
        }
        intervalNanos = nanos / permits;
        burstNanos = Math.multiplyExact(intervalNanos, positive("throttle: burst", burst) - 1L);
        this.mostWaiting = positive("throttle: mostWaiting", mostWaiting);
        nextNanos = nanoTime() - burstNanos;
    }

    /** A throttle of this actor without bursts, for which {@link #DEFAULT_WAITING} may wait. */
    public Throttle(int permits, Duration time) {
        this(permits, time, 1, DEFAULT_WAITING);
    }

    /** Whether one more may pass now; who waits goes first. */
    public boolean tryAcquire() {
        requireOwner();
        return waiting.isEmpty() && takePermit();
    }

    private boolean takePermit() {
        long now = nanoTime();
        if (nextNanos - now > 0) {
            return false;
        }
        nextNanos = Math.max(nextNanos, now - burstNanos) + intervalNanos;
        return true;
    }

    /**
     * Settles when one more may pass, in the order of the calls. Who no longer wants to pass cancels it.
     *
     * @return fails with {@link TooManyWaitingException} if too many wait already, and when the actor stops
     */
    public Promise<Void> acquire() {
        requireOwner();
        if (waiting.isEmpty() && takePermit()) {
            return Promise.of(null);
        }
        waiting.removeIf(Promise::isDone);
        if (waiting.size() == mostWaiting) {
            return Promise.failed(new TooManyWaitingException("throttle: waiting=" + waiting.size() + " >= mostWaiting="
                    + mostWaiting + "; ask for less, or allow more to wait"));
        }
        Promise<Void> permit = new Promise<>();
        waiting.add(permit);
        awaitNext();
        return permit;
    }

    /** How many wait for a permit. */
    public int waiting() {
        return (int) waiting.stream().filter(each -> !each.isDone()).count();
    }

    private void awaitNext() {
        if (timer == null) {
            timer = after(nextNanos - nanoTime(), this::letPass);
        }
    }

    private void letPass() {
        timer = null;
        waiting.removeIf(Promise::isDone);
        while (!waiting.isEmpty() && takePermit()) {
            waiting.remove().complete(null);
            waiting.removeIf(Promise::isDone);
        }
        if (!waiting.isEmpty()) {
            awaitNext();
        }
    }

    @Override
    void stopped() {
        if (timer != null) {
            timer.cancel();
        }
        RuntimeException reason = hasStopped();
        waiting.forEach(each -> each.completeExceptionally(reason));
        waiting.clear();
    }
}
