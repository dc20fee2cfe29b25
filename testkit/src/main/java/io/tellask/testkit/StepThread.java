package io.tellask.testkit;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.DispatcherThread;
import io.tellask.actor.runtime.RunContext;
import io.tellask.actor.runtime.ThreadLook;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The one thread that all simulated dispatchers share; the test waits while it runs. */
final class StepThread implements AutoCloseable {
    private static final Runnable END = () -> {};

    private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final DispatcherThread thread;
    private final Duration stepTime;
    private volatile long steps; // of this thread alone
    private volatile boolean left; // hanging: nothing of it counts any more

    StepThread(String name) {
        this(name, Duration.ofNanos(Long.MAX_VALUE));
    }

    /** On which no step may take longer than a time. */
    StepThread(String name, Duration stepTime) {
        this.stepTime = stepTime;
        thread = new DispatcherThread(this::loop, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void loop() {
        try {
            for (Runnable task = work.take(); task != END && !left; task = work.take()) {
                task.run();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs the work on the thread and waits for it; what it throws comes through.
     *
     * @throws StepHangException if a step takes too long; the thread is interrupted, and does nothing from then on
     */
    void run(Runnable task) {
        if (isCurrent()) {
            throw new IllegalStateException("simulation: run from inside one of its own tasks; run it from the test");
        }
        if (left) {
            throw new IllegalStateException("simulation: thread=" + thread.getName() + " hangs in an earlier step");
        }
        FutureTask<?> running = new FutureTask<>(task, null);
        work.add(running);
        try {
            await(running);
        } catch (ExecutionException failed) {
            throw unwrapped(Objects.requireNonNullElse(failed.getCause(), failed));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SimulationException("simulation: interrupted", e);
        }
    }

    /** As long as steps are taken, however many. */
    private void await(FutureTask<?> running) throws InterruptedException, ExecutionException {
        while (true) {
            long before = steps;
            try {
                running.get(TimeUnit.NANOSECONDS.convert(stepTime), TimeUnit.NANOSECONDS);
                return;
            } catch (TimeoutException late) {
                if (steps == before && !running.isDone()) {
                    throw leave();
                }
            }
        }
    }

    private StepHangException leave() {
        Dispatcher dispatcher = thread.context().dispatcher();
        ThreadLook look = dispatcher == null
                ? null
                : ThreadLook.ofAll(Set.of(dispatcher), 1).stream().findFirst().orElse(null);
        StepHangException hang = new StepHangException(
                "simulation: a step takes longer than stepTime=" + stepTime + ": thread=" + thread.getName()
                        + (look == null ? "" : ", actor=" + look.actor() + ", method=" + look.method())
                        + "; its code must not block, attach functions to promises; raise Exploration.stepTime if it is slow",
                thread.getStackTrace());
        left = true;
        thread.interrupt();
        return hang;
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
        steps = steps + 1;
        thread.dispatcher(step.dispatcher());
        try {
            step.task().run();
        } finally {
            thread.dispatcher(null);
        }
        if (left) {
            throw new IllegalStateException("simulation: the step took too long, and nobody waits for the next");
        }
    }

    /** Ends the thread once it has done what it has to do. */
    @Override
    public void close() {
        work.add(END);
    }
}
