package io.tellask.actor;

import io.tellask.actor.runtime.DispatcherThread;
import io.tellask.actor.runtime.RunContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A dispatcher for tests: it runs only when told to, and its clock moves only when told to. {@link #run} and {@link #advance} belong to
 * the test's thread; the rest is thread-safe.
 */
public final class VirtualDispatcher implements Dispatcher {
    private record Timer(long dueNanos, long order, Runnable task, AtomicBoolean over) implements Cancellable {
        @Override
        public boolean cancel() {
            return over.compareAndSet(false, true);
        }
    }

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::dueNanos).thenComparingLong(Timer::order));
    private long nowNanos;
    private long scheduled;
    private volatile boolean outOfMemory;

    /** From here on there is no memory for a timer, or there is again. */
    public void outOfMemory(boolean is) {
        outOfMemory = is;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public boolean isCurrent() {
        RunContext thread = RunContext.current();
        return thread != null && thread.dispatcher() == this;
    }

    @Override
    public synchronized Cancellable schedule(Runnable task, long delayNanos) {
        if (outOfMemory) {
            throw new OutOfMemoryError("as asked");
        }
        Timer timer = new Timer(nowNanos + delayNanos, scheduled++, task, new AtomicBoolean());
        timers.add(timer);
        return timer;
    }

    @Override
    public synchronized long nanoTime() {
        return nowNanos;
    }

    @Override
    public boolean servesIo() {
        return false;
    }

    public synchronized long timersWaiting() {
        return timers.stream().filter(timer -> !timer.over.get()).count();
    }

    /** Runs what is queued, and what that queues; false if nothing was. */
    public boolean run() {
        if (tasks.isEmpty()) {
            return false;
        }
        onThread(this::drain);
        return true;
    }

    private void drain() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Moves the clock, running timers as they fall due and what they queue. */
    public void advance(Duration time) {
        long end = nanoTime() + time.toNanos();
        for (Timer due = nextDue(end); due != null; due = nextDue(end)) {
            if (due.over.compareAndSet(false, true)) {
                onThread(due.task);
                run();
            }
        }
        moveTo(end);
    }

    private synchronized Timer nextDue(long end) {
        if (timers.isEmpty() || timers.peek().dueNanos > end) {
            return null;
        }
        nowNanos = Math.max(nowNanos, timers.peek().dueNanos);
        return timers.poll();
    }

    /** Moves the clock without running anything: the dispatcher was busy meanwhile. */
    public synchronized void moveTo(long newNowNanos) {
        nowNanos = newNowNanos;
    }

    private void onThread(Runnable body) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        DispatcherThread thread = new DispatcherThread(body, "virtual");
        thread.setUncaughtExceptionHandler((ignored, thrown) -> failure.set(thrown));
        thread.dispatcher(this);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("a virtual step was interrupted", e);
        }
        if (failure.get() != null) {
            throw new AssertionError("a virtual step failed", failure.get());
        }
    }
}
