package io.tellask.actor.pattern;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import java.util.ArrayList;
import java.util.List;

/** A dispatcher whose tasks run on another one, and whose clock moves when a test says so: timers that fall due then run on the thread that moves it. Thread-safe. */
final class HandClock implements Dispatcher {
    private final Dispatcher runner;
    private final List<Timer> timers = new ArrayList<>(); // guarded by this
    private volatile long nowNanos;

    private record Timer(long dueNanos, Runnable task) {}

    HandClock(Dispatcher runner) {
        this.runner = runner;
    }

    void advance(long nanos) {
        List<Timer> due;
        synchronized (this) {
            long now = nowNanos + nanos;
            nowNanos = now;
            due = timers.stream().filter(timer -> timer.dueNanos <= now).toList();
            timers.removeAll(due);
        }
        due.forEach(timer -> timer.task.run());
    }

    @Override
    public synchronized Cancellable schedule(Runnable task, long delayNanos) {
        Timer timer = new Timer(nowNanos + delayNanos, task);
        timers.add(timer);
        return () -> {
            synchronized (this) {
                return timers.remove(timer);
            }
        };
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public void execute(Runnable task) {
        runner.execute(task);
    }

    @Override
    public boolean isCurrent() {
        return runner.isCurrent();
    }

    @Override
    public boolean servesIo() {
        return false;
    }
}
