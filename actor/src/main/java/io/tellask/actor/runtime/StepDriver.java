package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Marks the thread of a test that steps a simulation by hand: while it waits for something, nothing of the simulation happens. Thread-safe; the mark
 * is good until it is closed, by whichever thread.
 */
public final class StepDriver implements AutoCloseable {
    private static final ThreadLocal<@Nullable StepDriver> HERE = new ThreadLocal<>();

    private final @Nullable StepDriver outer = here();
    private volatile boolean isOpen = true;

    private StepDriver() {}

    /** Marks the calling thread. */
    public static StepDriver begin() {
        StepDriver driver = new StepDriver();
        HERE.set(driver);
        return driver;
    }

    /** Whether the calling thread steps a simulation that is open. */
    public static boolean isHere() {
        return here() != null;
    }

    private static @Nullable StepDriver here() {
        StepDriver driver = HERE.get();
        StepDriver open = driver;
        while (open != null && !open.isOpen) {
            open = open.outer;
        }
        if (open != driver) {
            HERE.set(open);
        }
        return open;
    }

    @Override
    public void close() {
        isOpen = false;
    }
}
