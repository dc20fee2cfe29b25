package io.tellask.actor.pattern;

import io.tellask.actor.Cancellable;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs an action once for many signals that come soon after one another. It belongs to the actor that makes it, and the action runs as that; time is that of the
 * actor's dispatcher. However many signals come, one timer is set at a time.
 */
public final class Debounce extends OwnedByActor {
    private final boolean isLeading;
    private final long quietNanos;
    private final long longestNanos;
    private final Runnable action;
    private @Nullable Cancellable timer;
    private long firstNanos; // of the signals that wait
    private long lastNanos;

    private Debounce(boolean isLeading, long quietNanos, long longestNanos, Runnable action) {
        super("debounce");
        this.isLeading = isLeading;
        this.quietNanos = quietNanos;
        this.longestNanos = longestNanos;
        this.action = Objects.requireNonNull(action, "action");
    }

    /**
     * Runs the action when no signal has come for a time, or the first one is long ago.
     *
     * @param quiet how long no signal comes before, positive
     * @param longest how long after the first signal at the latest; at least {@code quiet}
     */
    public static Debounce trailing(Duration quiet, Duration longest, Runnable action) {
        long quietNanos = positiveNanos("debounce: quiet", Objects.requireNonNull(quiet, "quiet"));
        long longestNanos = positiveNanos("debounce: longest", Objects.requireNonNull(longest, "longest"));
        if (longestNanos < quietNanos) {
            throw new IllegalArgumentException(
                    "debounce: longest=" + longest + " < quiet=" + quiet + "; wait at least as long");
        }
        return new Debounce(false, quietNanos, longestNanos, action);
    }

    /**
     * Runs the action at the first signal, and at the next one that comes when there was none for a time.
     *
     * @param quiet that time, positive
     */
    public static Debounce leading(Duration quiet, Runnable action) {
        long nanos = positiveNanos("debounce: quiet", Objects.requireNonNull(quiet, "quiet"));
        return new Debounce(true, nanos, nanos, action);
    }

    /** Something has happened. */
    public void signal() {
        requireOwner();
        lastNanos = nanoTime();
        if (timer != null) {
            return;
        }
        firstNanos = lastNanos;
        timer = after(quietNanos, this::look);
        if (isLeading) {
            action.run();
        }
    }

    /** Whether signals have come that the action has not run for, or may come that it does not run for. */
    public boolean isPending() {
        return timer != null;
    }

    /** Forgets the signals that have come. */
    public void cancel() {
        requireOwner();
        stopped();
    }

    private void look() {
        long now = nanoTime();
        long due = lastNanos + quietNanos;
        if (!isLeading && due - (firstNanos + longestNanos) > 0) {
            due = firstNanos + longestNanos;
        }
        if (due - now > 0) {
            timer = after(due - now, this::look);
            return;
        }
        timer = null;
        if (!isLeading) {
            action.run();
        }
    }

    @Override
    void stopped() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
