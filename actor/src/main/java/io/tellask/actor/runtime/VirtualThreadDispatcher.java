package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.text.StackHeadroom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher that has a virtual thread while there is something to do, and none else: for one actor, whose code may block for as long as it likes.
 * Tasks run in order, one at a time. Thread-safe.
 */
public final class VirtualThreadDispatcher implements Dispatcher {
    private final String name;
    private final VirtualThreads threads;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean running = new AtomicBoolean(); // whether there is a thread

    VirtualThreadDispatcher(String name, VirtualThreads threads) {
        this.name = name;
        this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
        StackHeadroom.forTask();
        threads.requireOpen(name);
        tasks.add(task);
        if (running.compareAndSet(false, true)) {
            try {
                threads.start(name, this::runOnThread);
            } catch (
                    Throwable notStarted) { // for want of memory; what others have added since runs after the next task
                tasks.remove(task);
                running.set(false);
                throw notStarted;
            }
        }
    }

    private void runOnThread() {
        RunContext.runOnVirtualThread(this, this::runTasks);
    }

    private void runTasks() {
        do {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                runSafely(task);
            }
            running.set(false);
        } while (!tasks.isEmpty() && running.compareAndSet(false, true));
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            threads.failed("a task failed: dispatcher=", name, failure);
        }
        Thread.interrupted(); // what a task left set is none of the next one's
    }

    @Override
    public boolean isCurrent() {
        RunContext context = RunContext.current();
        return context != null && context.dispatcher == this;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return threads.schedule(this, task, delayNanos);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public boolean servesIo() {
        return false;
    }

    @Override
    public void failed(String what, @Nullable Object where, Throwable failure) {
        threads.failed(what, where, failure);
    }

    /** The name of its thread, while it has one. */
    @Override
    public String toString() {
        return name;
    }
}
