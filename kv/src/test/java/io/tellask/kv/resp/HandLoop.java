package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import java.util.ArrayDeque;

/**
 * A loop whose turns the test makes. As a real one's, a turn runs what is due and then tasks until there are none, also those that tasks add; what is
 * scheduled meanwhile is for the next turn.
 */
public class HandLoop implements Dispatcher {
    private static final int MOST_TASKS = 100_000;

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ArrayDeque<Runnable> due = new ArrayDeque<>();
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();

    /** What the clock goes on by with each look at it. */
    public long nanosPerLook;

    private long nanos;

    public void turn() {
        tasks.addAll(due);
        due.clear();
        for (int ran = 0; !tasks.isEmpty(); ran++) {
            assertThat(ran).as("tasks of one turn of the loop").isLessThan(MOST_TASKS);
            tasks.remove().run();
        }
    }

    public void turnUntilIdle() {
        for (int turns = 0; !isIdle(); turns++) {
            assertThat(turns).as("turns of the loop").isLessThan(10_000);
            turn();
        }
    }

    public boolean isIdle() {
        return tasks.isEmpty() && due.isEmpty();
    }

    /** Has what was scheduled with a delay run with the next turn. */
    void passTime() {
        due.addAll(later);
        later.clear();
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public boolean isCurrent() {
        return true;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        ArrayDeque<Runnable> queue = delayNanos == 0 ? due : later;
        queue.add(task);
        return () -> queue.remove(task);
    }

    @Override
    public long nanoTime() {
        nanos += nanosPerLook;
        return nanos;
    }

    @Override
    public boolean servesIo() {
        return true;
    }
}
