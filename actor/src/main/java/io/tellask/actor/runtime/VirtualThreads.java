package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.failure.UnheardFailures;
import io.tellask.text.StackHeadroom;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher that gives each task a virtual thread: for all actors of a system whose code may wait. Thread-safe.
 *
 * <p>What an actor asks a dispatcher for is one run of its cell, of up to {@value ActorCell#MESSAGES_PER_RUN} messages, and there is never more than one of a cell. So an actor
 * has a thread while it has messages, and nothing else of this dispatcher's. Tasks that are no actors run side by side.
 *
 * <p>How many threads there are at a time is not limited here: an actor that waits for another one would never go on if that one got no thread. There are no more than
 * actors with something to do.
 */
public final class VirtualThreads implements Dispatcher {
    private final String name;
    private final String prefix;
    private final ThreadDispatcher timers;
    private final Set<Run> running = ConcurrentHashMap.newKeySet();
    private final UnheardFailures failures = new UnheardFailures();
    private volatile boolean closed;

    /** Starts the thread of the timers; those of actors begin with the name of the system. */
    public VirtualThreads(String systemName) {
        name = systemName + "-virtual";
        prefix = systemName + "-";
        timers = new ThreadDispatcher(name + "-timers", false);
    }

    @Override
    public void execute(Runnable task) {
        StackHeadroom.forTask();
        Run run = new Run(task);
        running.add(run);
        if (closed) {
            ended(run);
            throw new RejectedExecutionException(
                    "dispatch: dispatcher=" + name + " has ended; its actor system is closed");
        }
        try {
            run.thread.start();
        } catch (Throwable notStarted) {
            ended(run);
            throw notStarted;
        }
    }

    @Override
    public boolean isCurrent() {
        return RunContext.current() instanceof RunContext thread && thread.dispatcher == this;
    }

    /** Each task has a thread, so it does not wait for an actor that waits: a promise that the actor waits for has its time-out. */
    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return timers.schedule(() -> runOnTime(task), delayNanos);
    }

    private void runOnTime(Runnable task) {
        try {
            execute(task);
        } catch (RejectedExecutionException late) {
            CompletableFuture.runAsync(task); // a promise may wait for it; what it has an actor do settles there
        }
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
        failures.failed(what, where, failure);
    }

    /** Failures of tasks that had nobody to be told to. */
    public long failures() {
        return failures.count();
    }

    /** The threads of actors now, about, and what they know. */
    Stream<ThreadLook> looks() {
        return actorRuns().map(run -> ThreadLook.of(run.thread, run.context));
    }

    /** How many actors have a thread now, about. */
    long runningActors() {
        return actorRuns().count();
    }

    private Stream<Run> actorRuns() {
        return running.stream().filter(run -> run.task instanceof ActorCell<?>);
    }

    /**
     * Refuses tasks from here on, and has those that run come to an end: their threads are interrupted, and their actors refuse the calls that wait.
     */
    public void close() {
        closed = true;
        timers.close();
        List.copyOf(running).forEach(Run::cutShort);
    }

    /** Waits for all tasks to end but that of the calling thread; false if they have not after the given time. */
    public synchronized boolean awaitEnd(long timeoutNanos) throws InterruptedException {
        long end = System.nanoTime() + timeoutNanos;
        while (running.stream().anyMatch(run -> run.thread != Thread.currentThread())) {
            long leftNanos = end - System.nanoTime();
            if (leftNanos <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
        }
        return true;
    }

    private void ended(Run run) {
        running.remove(run);
        if (closed) { // who waits for the end has said so before it looked what runs
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Its name, which the names of its threads do not have. */
    @Override
    public String toString() {
        return name;
    }

    /** A task and its thread. */
    private final class Run implements Runnable {
        private final Runnable task;
        private final Thread thread;
        private final RunContext context;

        Run(Runnable task) {
            this.task = Objects.requireNonNull(task, "task");
            thread = Thread.ofVirtual()
                    .name(task instanceof ActorCell<?> cell ? prefix + cell.name() : name)
                    .unstarted(this);
            context = new RunContext(thread);
        }

        @Override
        public void run() {
            try {
                context.runOnVirtualThread(VirtualThreads.this, task);
            } catch (Throwable failure) {
                failed("a task failed: dispatcher=", name, failure);
            } finally {
                ended(this);
            }
        }

        private void cutShort() {
            if (task instanceof ActorCell<?> cell) {
                cell.markStopped();
            }
            thread.interrupt();
        }
    }
}
