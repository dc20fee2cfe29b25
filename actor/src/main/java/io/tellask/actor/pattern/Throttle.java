package io.tellask.actor.pattern;

import io.tellask.actor.Promise;
import io.tellask.actor.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;

/**
 * Permits at a rate, for what an actor may not do too often: a bucket that holds a burst of them at most, is full at first, and gets one back at equal
 * intervals.
 *
 * <p>Those who wait get their permits in order, at the instant that one is there, and nobody overtakes them. In any time at most a burst and what
 * comes back meanwhile is taken. Kept as the instant at which the bucket will be full (the generic cell rate algorithm, ITU-T I.371): no timer runs while nobody
 * waits.
 *
 * <p>Not thread-safe: of the actor whose timers it has.
 */
public final class Throttle {
    /** Those who may wait for a permit, unless the constructor is told otherwise. */
    public static final int DEFAULT_WAITING = 65_536;

    /** The longest time in which a bucket may fill. */
    public static final Duration LONGEST_FILLING = Duration.ofDays(365);

    private final Timers timers;
    private final long intervalNanos;
    private final long toleranceNanos;
    private final int mostWaiting;
    private final Queue<Promise<Void>> waiting = new ArrayDeque<>();
    private long fullNanos;

    /** A throttle with {@link #DEFAULT_WAITING}. */
    public Throttle(Timers timers, int permits, Duration period, int burst) {
        this(timers, permits, period, burst, DEFAULT_WAITING);
    }

    /**
     * A throttle with a limit of its own.
     *
     * @param timers of the actor
     * @param permits that come back in each period, at least 1
     * @param period in which they do, so that an interval is at least a nanosecond
     * @param burst permits that the bucket holds, at least 1
     * @param mostWaiting those who may wait for one, at least 0
     */
    public Throttle(Timers timers, int permits, Duration period, int burst, int mostWaiting) {
        this.timers = Objects.requireNonNull(timers, "timers");
        Objects.requireNonNull(period, "period");
        requireAtLeast(1, "permits", permits);
        requireAtLeast(1, "burst", burst);
        requireAtLeast(0, "mostWaiting", mostWaiting);
        if (period.compareTo(Duration.ofNanos(permits)) < 0
                || period.compareTo(LONGEST_FILLING.multipliedBy(permits).dividedBy(burst)) > 0) {
            throw new IllegalArgumentException(
                    "throttle: permits=" + permits + ", period=" + period + ", burst=" + burst
                            + "; choose an interval of a nanosecond at least, with which the bucket fills within "
                            + LONGEST_FILLING);
        }
        Duration interval = period.plusNanos(permits - 1L).dividedBy(permits); // rounded up: never faster than that
        intervalNanos = interval.toNanos();
        toleranceNanos = intervalNanos * (burst - 1L);
        this.mostWaiting = mostWaiting;
        fullNanos = timers.nanoTime();
    }

    private static void requireAtLeast(int least, String name, int value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "throttle: " + name + "=" + value + " < " + least + "; give " + least + " or more");
        }
    }

    /** Takes a permit if one is there and nobody waits for it. */
    public boolean tryTake() {
        return waiting.isEmpty() && nanosUntilPermit() == 0 && takeNow();
    }

    /**
     * Takes a permit once one is there.
     *
     * @return settles then, at once if one is there; fails with {@link QueueFullException} if as many wait as may. Who cancels it no longer waits.
     * @throws io.tellask.actor.ActorStoppedException if it would have to wait and the actor has stopped
     */
    public Promise<Void> take() {
        if (tryTake()) {
            return Promise.of(null);
        }
        if (waiting.size() >= mostWaiting) {
            waiting.removeIf(Promise::isDone);
        }
        if (waiting.size() >= mostWaiting) {
            return Promise.failed(new QueueFullException("throttle: waiting=" + waiting.size() + " >= mostWaiting="
                    + mostWaiting + "; ask for less, or allow more"));
        }
        if (waiting.isEmpty()) {
            startTimer();
        }
        Promise<Void> permit = new Turn();
        waiting.add(permit);
        return permit;
    }

    /** Those who wait for a permit, those included that were cancelled meanwhile. */
    public int waiting() {
        return waiting.size();
    }

    private long nanosUntilPermit() {
        return Math.max(0, fullNanos - timers.nanoTime() - toleranceNanos);
    }

    private boolean takeNow() {
        long nowNanos = timers.nanoTime();
        fullNanos = nowNanos + Math.max(0, fullNanos - nowNanos) + intervalNanos;
        return true;
    }

    private void startTimer() {
        timers.after(Duration.ofNanos(nanosUntilPermit()), this::serve);
    }

    private void serve() {
        for (Promise<Void> next = waiting.peek(); next != null; next = waiting.peek()) {
            if (!next.isDone() && nanosUntilPermit() > 0) {
                startTimer();
                return;
            }
            waiting.remove();
            long fullBefore = fullNanos;
            takeNow();
            if (!next.complete(null)) {
                fullNanos = fullBefore; // it was cancelled, on whatever thread: the next one has the permit
            }
        }
    }
}
