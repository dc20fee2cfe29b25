package io.tellask.testkit;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.runtime.RunContext;
import java.util.concurrent.RejectedExecutionException;

/** A dispatcher whose tasks the schedule's owner runs one by one. Thread-safe. */
final class SimulatedDispatcher implements Dispatcher {
    private final Schedule schedule;
    private final String name;
    private final boolean servesIo;
    private final int number;

    SimulatedDispatcher(Schedule schedule, String name, boolean servesIo, int number) {
        this.schedule = schedule;
        this.name = name;
        this.servesIo = servesIo;
        this.number = number;
    }

    /** Its number among those of its schedule, which count in the order in which they were made. */
    int number() {
        return number;
    }

    /** Whether its tasks are left to do in a schedule. */
    boolean isOf(Schedule other) {
        return schedule == other;
    }

    @Override
    public void execute(Runnable task) {
        if (!schedule.add(this, task)) {
            throw new RejectedExecutionException(
                    "dispatch: dispatcher=" + name + " has ended; its actor system is closed");
        }
    }

    @Override
    public boolean isCurrent() {
        RunContext thread = RunContext.current();
        return thread != null && thread.dispatcher() == this;
    }

    @Override
    public boolean isSteppedByCurrentThread() {
        return schedule.isSteppedByCurrentThread();
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return schedule.addTimer(this, task, delayNanos);
    }

    @Override
    public long nanoTime() {
        return schedule.nanoTime();
    }

    @Override
    public boolean servesIo() {
        return servesIo;
    }

    @Override
    public String toString() {
        return name;
    }
}
