package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.text.StackHeadroom;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher that is one thread: it runs what was submitted in order, and parks when nothing is there or due.
 *
 * <p>{@link #close} lets it finish what is queued; a task submitted after that is refused. Thread-safe.
 */
public final class ThreadDispatcher implements Dispatcher {
    /** A longer delay would leave the range in which instants can be compared; it is more than a century. */
    private static final long LONGEST_DELAY_NANOS = Long.MAX_VALUE / 2;

    /** How long the thread rests after a turn that failed, so that a lasting cause does not take the processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Timers called off that may be kept until they are swept out. */
    static final int MAX_CANCELLED_TIMERS = 1_024;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(); // the thread's own
    private final LingerCredit linger = new LingerCredit(); // the thread's own
    private final AtomicInteger cancelledTimers = new AtomicInteger();
    private final DispatcherThread thread;
    private final LoopMonitor monitor;
    private final boolean servesIo;
    private volatile boolean parked;
    private volatile boolean closing;
    private volatile boolean ended;

    public ThreadDispatcher(String name, boolean servesIo) {
        this.servesIo = servesIo;
        monitor = new LoopMonitor(name);
        thread = new DispatcherThread(this::loop, name);
        thread.setDaemon(true);
        thread.dispatcher(this);
        thread.start();
    }

    @Override
    public void execute(Runnable task) {
        StackHeadroom.forTask();
        tasks.add(task);
        if (ended && tasks.remove(task)) {
            throw new RejectedExecutionException(
                    "dispatch: dispatcher=" + thread.getName() + " has ended; its actor or its actor system is closed");
        }
        wake();
    }

    private void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        StackHeadroom.forTask();
        Timer timer = new Timer(task, System.nanoTime() + Math.clamp(delayNanos, 0, LONGEST_DELAY_NANOS));
        if (isCurrent()) {
            add(timer);
        } else {
            execute(() -> add(timer));
        }
        return timer;
    }

    private void add(Timer timer) {
        if (timer.isOver()) {
            cancelledTimers.decrementAndGet(); // called off on its way here
        } else {
            timers.add(timer);
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public boolean servesIo() {
        return servesIo;
    }

    @Override
    public void failed(String what, @Nullable Object where, Throwable failure) {
        monitor.failed(what, where, failure);
    }

    /** What is known of the thread from outside. */
    public LoopMonitor monitor() {
        return monitor;
    }

    /** Ends the thread once what is queued has run. Timers that are not due run on another thread when they are: a promise may wait for one. */
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
    }

    /** Waits for the thread to end; false if it has not after the given time. */
    public boolean awaitEnd(long timeoutNanos) throws InterruptedException {
        return thread.join(Duration.ofNanos(Math.max(1, timeoutNanos)));
    }

    /** Turns until the end. What a task throws is caught around it; what fails otherwise costs a turn, and not the thread. */
    private void loop() {
        if (servesIo) {
            monitor.watch();
        }
        while (!ended) {
            try {
                turn();
            } catch (Throwable failure) {
                monitor.failed("a turn of a dispatcher failed: dispatcher=", monitor, failure);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        for (Runnable last = tasks.poll(); last != null; last = tasks.poll()) {
            runSafely(last);
        }
        for (Timer timer : timers) {
            runSafely(timer::moveOut);
        }
        monitor.forget();
    }

    private void turn() {
        Runnable task = tasks.poll();
        if (task != null) {
            runSafely(task);
        }
        boolean timerRan = runDueTimers();
        if (task == null && !timerRan) {
            if (closing && tasks.isEmpty()) {
                ended = true;
            } else {
                parkUntilWork();
            }
        }
    }

    /** Most timers are called off, answers having come in time: they must not wait for their hour. */
    private void forgetCancelledTimers() {
        int cancelled = cancelledTimers.get();
        if (cancelled > MAX_CANCELLED_TIMERS && cancelled > timers.size() / 2) {
            cancelledTimers.set(0);
            timers.removeIf(Timer::isOver);
        }
    }

    private boolean runDueTimers() {
        boolean ran = false;
        forgetCancelledTimers();
        while (!timers.isEmpty() && timers.peek().isDue()) {
            runSafely(timers.poll());
            ran = true;
        }
        return ran;
    }

    private void parkUntilWork() {
        if (linger.shouldLinger()) {
            Thread.yield();
            if (!tasks.isEmpty()) {
                linger.paidOff();
                return;
            }
            linger.lingeredInVain();
        }
        parked = true;
        if (!tasks.isEmpty()) {
            linger.paidOff();
        } else if (!closing) {
            if (timers.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, timers.peek().remainingNanos());
            }
        }
        parked = false;
    }

    private void runSafely(Runnable task) {
        if (servesIo) {
            monitor.beginTurn();
        }
        try {
            task.run();
        } catch (Throwable failure) {
            monitor.failed("a task failed: dispatcher=", monitor, failure);
        }
        Thread.interrupted(); // what a task left set is none of the next one's
        if (servesIo) {
            monitor.endTurn();
        }
    }

    /** How many timers wait, those called off included until they are forgotten. On the dispatcher's thread. */
    int waitingTimers() {
        return timers.size();
    }

    /** The name of its thread. */
    @Override
    public String toString() {
        return thread.getName();
    }

    /** Holds its task until it runs or is called off: one that was called off may wait for its hour, and keeps nothing else alive meanwhile. */
    private final class Timer extends AtomicReference<@Nullable Runnable>
            implements Runnable, Cancellable, Comparable<Timer> {
        private final long dueNanos;

        Timer(Runnable task, long dueNanos) {
            super(task);
            this.dueNanos = dueNanos;
        }

        boolean isOver() {
            return get() == null;
        }

        boolean isDue() {
            return remainingNanos() <= 0;
        }

        long remainingNanos() {
            return dueNanos - System.nanoTime();
        }

        void moveOut() {
            if (!isOver()) {
                CompletableFuture.delayedExecutor(remainingNanos(), TimeUnit.NANOSECONDS)
                        .execute(this);
            }
        }

        @Override
        public void run() {
            Runnable task = getAndSet(null);
            if (task != null) {
                task.run();
            }
        }

        @Override
        public boolean cancel() {
            if (getAndSet(null) == null) {
                return false;
            }
            cancelledTimers.incrementAndGet();
            return true;
        }

        @Override
        public int compareTo(Timer other) {
            return Long.signum(dueNanos - other.dueNanos);
        }
    }
}
