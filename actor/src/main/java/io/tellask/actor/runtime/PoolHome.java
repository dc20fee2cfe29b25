package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/** One place of a {@link StealingPool}: what waits there, and the worker that is in it, one at a time. Thread-safe. */
final class PoolHome {
    final int index;
    final ReadyQueue ready = new ReadyQueue();
    volatile @Nullable PoolWorker worker; // null until its thread runs
    boolean retired; // guarded by the pool

    PoolHome(int index) {
        this.index = index;
    }

    /** Whether a task is being run here, so that what waits had better be taken by others. */
    boolean isBusy() {
        PoolWorker now = worker;
        return now != null && now.isBusy();
    }

    boolean isAsleep() {
        PoolWorker now = worker;
        return now != null && now.isAsleep();
    }

    /** Wakes the worker if it sleeps; false if it does not. */
    boolean wake() {
        PoolWorker now = worker;
        return now != null && now.wake();
    }

    /** Wakes the worker to search elsewhere, and counts it as searching; false if it does not sleep. */
    boolean call() {
        PoolWorker now = worker;
        return now != null && now.call();
    }
}
