package io.tellask.testkit;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.DispatcherThread;
import io.tellask.actor.runtime.RunContext;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** The one thread that all simulated dispatchers share; the test waits while it runs. */
final class StepThread implements AutoCloseable {
    private static final Runnable END = () -> {};

    private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final DispatcherThread thread;

    StepThread(String name) {
        thread = new DispatcherThread(this::loop, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void loop() {
        try {
            for (Runnable task = work.take(); task != END; task = work.take()) {
                task.run();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs the work on the thread and waits for it; what it throws comes through. */
    void run(Runnable task) {
        if (isCurrent()) {
            throw new IllegalStateException("simulation: run from inside one of its own tasks; run it from the test");
        }
        FutureTask<?> running = new FutureTask<>(task, null);
        work.add(running);
        try {
            running.get();
        } catch (ExecutionException failed) {
            throw unwrapped(Objects.requireNonNullElse(failed.getCause(), failed));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SimulationException("simulation: interrupted", e);
        }
    }

    private static RuntimeException unwrapped(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure
                ? failure
                : new SimulationException("simulation: failed", cause);
    }

    /** Whether it is the thread that asks. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Steps message by message from here on, see {@link RunContext#stepByMessages}. */
    void stepByMessages(Consumer<ActorCell<?>> promiseWatch) {
        run(() -> thread.context().stepByMessages(promiseWatch));
    }

    /** On the thread: runs one task as its dispatcher would. */
    void step(Schedule.Step step) {
        thread.dispatcher(step.dispatcher());
        try {
            step.task().run();
        } finally {
            thread.dispatcher(null);
        }
    }

    /** Ends the thread once it has done what it has to do. */
    @Override
    public void close() {
        work.add(END);
    }
}
