package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.text.StackHeadroom;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Threads that share actors. Each actor has a home, one of the threads, and waits there when it has something to do, so that what it works on stays in
 * that processor's caches. A thread without work takes what waits at one that is busy; an actor that is taken again and again moves there.
 *
 * <p>An actor is run by one thread at a time. A thread that a task keeps for longer than the limit of its {@link LoopMonitor} is replaced in its home by another, up to
 * {@value #MAX_SPARE_THREADS} at a time; it ends when the task does. Threads without work sleep until they are woken. Thread-safe.
 */
public final class StealingPool implements Dispatcher {
    /** Threads that may be replaced at one time. */
    public static final int MAX_SPARE_THREADS = 64;

    private static final long REFUSAL_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger LOG = System.getLogger("io.tellask.actor");

    private final String name;
    private final Duration blockedLimit;
    private final PoolHome[] homes;
    private final Set<PoolWorker> workers = new HashSet<>(); // guarded by this, as the next one
    private final Set<PoolWorker> replaced = new HashSet<>();
    private final AtomicInteger nextHome = new AtomicInteger();
    private final AtomicInteger sleeping = new AtomicInteger();
    private final AtomicInteger searching = new AtomicInteger();
    private final AtomicInteger started = new AtomicInteger();
    private final LoopMonitor monitor;
    private final ThreadDispatcher timers;
    private int inPlace; // homes whose workers have not retired; guarded by this, as the next one
    private long lastRefusalNanos = System.nanoTime() - REFUSAL_INTERVAL_NANOS;
    private volatile boolean closing;
    private volatile boolean ended;

    /** Starts the threads; where one cannot be started none is left. */
    public StealingPool(String name, int threads, Duration blockedLimit) {
        this.name = name;
        this.blockedLimit = blockedLimit;
        homes = IntStream.range(0, threads).mapToObj(PoolHome::new).toArray(PoolHome[]::new);
        monitor = new LoopMonitor(name);
        inPlace = threads;
        timers = new ThreadDispatcher(name + "-timers", false);
        try {
            for (PoolHome home : homes) {
                startWorker(home);
            }
        } catch (Throwable notStarted) {
            close();
            throw notStarted;
        }
    }

    /** Starts a thread that takes its place by itself: if it cannot be started, all stays as it is. */
    private synchronized void startWorker(PoolHome home) {
        PoolWorker worker = new PoolWorker(this, home, name + "-" + started.getAndIncrement(), monitor);
        worker.monitor().limit(blockedLimit);
        workers.add(worker);
        try {
            worker.thread().start();
        } catch (Throwable notStarted) {
            workers.remove(worker);
            throw notStarted;
        }
    }

    /** A worker begins: false if the one that it was to replace has retired meanwhile. */
    synchronized boolean takePlace(PoolWorker worker) {
        PoolHome home = worker.home();
        if (home.retired && !ended) {
            return false;
        }
        PoolWorker before = home.worker;
        home.worker = worker;
        if (before != null) {
            LockSupport.unpark(
                    before.thread()); // its task may have ended just now: it would sleep where nobody wakes it
        }
        return true;
    }

    @Override
    public void execute(Runnable task) {
        StackHeadroom.forTask();
        if (ended) {
            throw new RejectedExecutionException(
                    "dispatch: dispatcher=" + name + " has ended; its actor system is closed");
        }
        ReadyTask ready = task instanceof ReadyTask itself ? itself : new OneTask(task);
        PoolWorker caller = RunContext.current() instanceof RunContext thread ? thread.worker : null;
        PoolHome home = homeOf(ready, caller);
        // its worker looks at home next, unless another one has come into its place meanwhile
        PoolWorker returning = caller != null && caller.home() == home && caller.isRunning(ready) ? caller : null;
        home.ready.add(ready);
        if (ended) {
            startWorker(home); // nobody may have seen the task any more: this worker takes what is left, and ends
        } else if ((returning == null || !returning.isInPlace()) && !home.wake()) {
            callForHelp();
        }
    }

    private PoolHome homeOf(ReadyTask ready, @Nullable PoolWorker caller) {
        if (ready.home == ReadyTask.NO_HOME) {
            ready.home = ready instanceof OneTask && caller != null && caller.isOf(this)
                    ? caller.home().index
                    : Math.floorMod(nextHome.getAndIncrement(), homes.length);
        }
        return homes[ready.home];
    }

    /** The name of the thread that an actor of this pool has its home at now. */
    String homeOf(ReadyTask ready) {
        return ready.home == ReadyTask.NO_HOME ? name : name + "-" + ready.home;
    }

    @Override
    public boolean isCurrent() {
        return RunContext.current() instanceof RunContext thread && thread.dispatcher == this;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return timers.schedule(() -> runOnTime(task), delayNanos);
    }

    private void runOnTime(Runnable task) {
        try {
            execute(task);
        } catch (RejectedExecutionException late) {
            task.run(); // a promise may wait for it; what it has an actor do settles there
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

    /** Failures of tasks and turns that had nobody to be told to. */
    public long failures() {
        return monitor.failures();
    }

    @Override
    public void failed(String what, @Nullable Object where, Throwable failure) {
        monitor.failed(what, where, failure);
    }

    /** Tasks that took longer than the limit. */
    public long blockedTurns() {
        return monitor.blockedTurns();
    }

    /** Threads that are blocked now, and were replaced. */
    public synchronized int replacedThreads() {
        return replaced.size();
    }

    /** Lets the threads end once nothing is left to do; timers that are not due run elsewhere when they are. */
    public void close() {
        closing = true;
        timers.close();
        for (PoolHome home : homes) {
            home.wake();
        }
    }

    /** Waits for all threads to end, those that were replaced included; false if they have not after the given time. */
    public boolean awaitEnd(long timeoutNanos) throws InterruptedException {
        long end = System.nanoTime() + timeoutNanos;
        for (List<Thread> living = living(); !living.isEmpty(); living = living()) {
            for (Thread each : living) {
                if (!each.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** But the calling one. */
    private synchronized List<Thread> living() {
        return workers.stream()
                .map(PoolWorker::thread)
                .filter(each -> each != Thread.currentThread())
                .toList();
    }

    /** What waits at a home whose worker is busy, or null; while the pool closes, what waits anywhere. */
    @Nullable
    ReadyTask steal(int thief) {
        for (int i = 1; i < homes.length; i++) {
            PoolHome victim = homes[(thief + i) % homes.length];
            if (mayBeHelped(victim)) {
                ReadyTask task = victim.ready.tryTake();
                if (task != null) {
                    task.beginAway(thief);
                    return task;
                }
            }
        }
        return null;
    }

    private boolean mayBeHelped(PoolHome victim) {
        return (victim.isBusy() || closing) && !victim.ready.isEmpty();
    }

    /** Whether anything waits that {@link #steal} would take. */
    boolean hasWaiting() {
        for (PoolHome each : homes) {
            if (mayBeHelped(each)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Something waits where a worker is busy: one of those that sleep is woken, unless one is looking around already. Who finds none looks again, since
     * others trusted in this search meanwhile.
     */
    void callForHelp() {
        do {
            if (sleeping.get() == 0 || searching.get() != 0 || !searching.compareAndSet(0, 1)) {
                return;
            }
            for (PoolHome each : homes) {
                if (each.call()) {
                    return;
                }
            }
            searching.decrementAndGet();
        } while (hasSleeper() && hasWaiting());
    }

    /** Whether one sleeps: one that is only about to looks by itself once it does. */
    private boolean hasSleeper() {
        for (PoolHome each : homes) {
            if (each.isAsleep()) {
                return true;
            }
        }
        return false;
    }

    void searchBegins() {
        searching.incrementAndGet();
    }

    void searchEnds() {
        searching.decrementAndGet();
    }

    void sleepBegins() {
        sleeping.incrementAndGet();
    }

    void sleepEnds() {
        sleeping.decrementAndGet();
    }

    boolean isClosing() {
        return closing;
    }

    /** Puts another worker in the place of one that is blocked. By the thread that watches, as long as it is blocked and in its place. */
    synchronized void replace(PoolWorker blocked) {
        if (!blocked.isInPlace() || blocked.home().retired || replaced.contains(blocked)) {
            return;
        }
        if (replaced.size() >= MAX_SPARE_THREADS) {
            refuseToReplace(blocked);
            return;
        }
        replaced.add(blocked);
        try {
            startWorker(blocked.home());
        } catch (Throwable notStarted) {
            replaced.remove(blocked);
            monitor.failed("a thread that is blocked is not replaced: thread=", blocked.monitor(), notStarted);
        }
    }

    private void refuseToReplace(PoolWorker blocked) {
        long now = System.nanoTime();
        if (now - lastRefusalNanos >= REFUSAL_INTERVAL_NANOS) {
            lastRefusalNanos = now;
            LOG.log(
                    Level.WARNING,
                    "pool: name=" + name + ", replaced threads=" + replaced.size() + " >= MAX_SPARE_THREADS="
                            + MAX_SPARE_THREADS + ", thread=" + blocked.monitor()
                            + " is not replaced before another one goes on; spawn actors that wait with"
                            + " SpawnOptions.virtualThread()");
        }
    }

    /**
     * A worker has nothing to do and the pool closes: true if it may end. The last one ends the pool, and sees to what came too late to be refused.
     */
    synchronized boolean retires(PoolWorker worker) {
        if (!worker.isInPlace()) {
            return true;
        }
        if (!isEmpty()) {
            return false;
        }
        if (ended) {
            return true;
        }
        worker.home().retired = true;
        inPlace--;
        if (inPlace > 0) {
            return true;
        }
        ended = true;
        return isEmpty(); // whoever adds something after this look sees that it has ended
    }

    private boolean isEmpty() {
        for (PoolHome each : homes) {
            if (!each.ready.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** The thread of a worker ends. */
    synchronized void ended(PoolWorker worker) {
        workers.remove(worker);
        replaced.remove(worker);
    }

    /** How many workers sleep and how many search, about. */
    String state() {
        return "sleeping=" + sleeping.get() + ", searching=" + searching.get();
    }

    /** Its name. */
    @Override
    public String toString() {
        return name;
    }

    /** A task that is no actor. */
    private static final class OneTask extends ReadyTask {
        private final Runnable task;

        OneTask(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.run();
        }
    }
}
