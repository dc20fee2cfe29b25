package io.tellask.actor.pattern;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Timers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes one run, or two, of a burst of calls: calls that follow each other within a time.
 *
 * <p>A burst ends when no call has come for that time, or when it has lasted for the longest time that {@link #endingWithin} sets. The task runs as the actor; what it
 * throws at the first call comes through {@link #call}, and is reported as that of a timer otherwise. A burst takes one timer at a time, however many calls
 * it has. When the actor stops, what was to run at the end of a burst does not: {@link #flush} in its {@code onStop} sees to that.
 *
 * <p>Not thread-safe: of the actor whose timers it has.
 *
 * @param <T> what a call brings
 */
public final class Debounce<T> {
    /** When the task runs. */
    public enum Edge {
        /** At the first call of a burst. */
        LEADING,
        /** At the end of a burst, with what its last call brought. */
        TRAILING,
        /** At the first call, and at the end if there were others. */
        BOTH
    }

    private final Timers timers;
    private final long quietNanos;
    private final Edge edge;
    private final Consumer<? super T> task;
    private final long longestNanos;
    private @Nullable Cancellable timer; // null: no burst
    private long beganNanos;
    private long lastNanos;
    private @Nullable T pending; // for the end of the burst; null: nothing

    /**
     * Without a limit to how long a burst lasts.
     *
     * @param timers of the actor
     * @param quiet the time without calls that ends a burst, more than zero
     */
    public Debounce(Timers timers, Duration quiet, Edge edge, Consumer<? super T> task) {
        this(
                Objects.requireNonNull(timers, "timers"),
                nanos("quiet", Objects.requireNonNull(quiet, "quiet")),
                Objects.requireNonNull(edge, "edge"),
                Objects.requireNonNull(task, "task"),
                Long.MAX_VALUE);
    }

    private Debounce(Timers timers, long quietNanos, Edge edge, Consumer<? super T> task, long longestNanos) {
        this.timers = timers;
        this.quietNanos = quietNanos;
        this.edge = edge;
        this.task = task;
        this.longestNanos = longestNanos;
    }

    /** Another of the same kind, whose bursts end at the latest when they have lasted for a time, more than zero: a call after that begins the next one. */
    public Debounce<T> endingWithin(Duration longest) {
        Objects.requireNonNull(longest, "longest");
        return new Debounce<>(timers, quietNanos, edge, task, nanos("longest", longest));
    }

    private static long nanos(String name, Duration time) {
        if (time.compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException("debounce: " + name + "=" + time + " <= 0; use a positive time");
        }
        return TimeUnit.NANOSECONDS.convert(time);
    }

    /** One call. */
    public void call(T value) {
        Objects.requireNonNull(value, "value");
        if (timer != null && nanosLeft() <= 0) { // its timer is late
            try {
                flush();
            } finally {
                begin(value);
            }
        } else if (timer != null) {
            lastNanos = timers.nanoTime();
            pending = edge == Edge.LEADING ? null : value;
        } else {
            begin(value);
        }
    }

    /** Whether a burst is under way. */
    public boolean isBurst() {
        return timer != null;
    }

    /** Ends a burst now: what was to run at its end runs here. */
    public void flush() {
        T last = pending;
        cancel();
        if (last != null) {
            task.accept(last);
        }
    }

    /** Forgets a burst: what was to run at its end does not. */
    public void cancel() {
        if (timer != null) {
            timer.cancel();
        }
        timer = null;
        pending = null;
    }

    private void begin(T value) {
        beganNanos = timers.nanoTime();
        lastNanos = beganNanos;
        timer = timers.after(Duration.ofNanos(nanosLeft()), this::look);
        if (edge == Edge.TRAILING) {
            pending = value;
        } else {
            task.accept(value);
        }
    }

    private long nanosLeft() {
        long nowNanos = timers.nanoTime();
        return Math.min(quietNanos - (nowNanos - lastNanos), longestNanos - (nowNanos - beganNanos));
    }

    private void look() {
        long left = nanosLeft();
        if (left > 0) {
            timer = timers.after(Duration.ofNanos(left), this::look);
        } else {
            flush();
        }
    }
}
