package io.tellask.testkit;

import java.util.List;
import java.util.SplittableRandom;

/** Decides what a simulation does next, and hears what is done. Used under the lock of its {@link Schedule}. */
interface Order {
    /** In the place of a dispatcher: time is to pass first. */
    int TIME = -1;

    /**
     * Which dispatcher goes next.
     *
     * @param ready those that have something to do, at least one
     * @param timerNanos when the next timer is due; {@link Long#MAX_VALUE}: there is none
     * @return an index of {@code ready}, or {@link #TIME}
     */
    int next(List<SimulatedDispatcher> ready, long timerNanos);

    /** Whether what the current thread hands over is part of the run; else it is left out. */
    default boolean admitsCurrentThread() {
        return true;
    }

    /** A task was queued. */
    default void added(SimulatedDispatcher dispatcher, Runnable task) {}

    /** A timer of a dispatcher was set, was called off, or has come. */
    default void timersTouched(SimulatedDispatcher dispatcher) {}

    /** A step begins. Without the lock. */
    default void begins(Schedule.Step step) {}

    /** A step has ended. Without the lock. */
    default void ends(Schedule.Step step) {}

    /** Time has passed to the next timer. Without the lock. */
    default void timePassed() {}

    /** Drawn from what is random. */
    static Order random(SplittableRandom random) {
        return (ready, timerNanos) -> random.nextInt(ready.size());
    }
}
