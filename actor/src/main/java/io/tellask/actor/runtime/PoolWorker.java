package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a {@link StealingPool}: it runs what waits in its home, then what waits where others are busy, and sleeps when there is neither. If another
 * one is put in its place while it is blocked, it ends once it is back.
 *
 * <p>{@link #isBusy}, {@link #wake}, {@link #call} and {@link #isInPlace} from any thread, the rest by its own.
 */
final class PoolWorker {
    /** How long the thread rests after a turn that failed, so that a lasting cause does not take the processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How often it looks around before it sleeps; the last few times others may use the processor between. */
    private static final int LOOKS = 64;

    private static final int LOOKS_WITHOUT_YIELD = 60;

    private static final int AWAKE = 0;
    /** It sleeps, or is about to. */
    private static final int ASLEEP = 1;
    /** It has been woken to look for what waits elsewhere, and counts as searching. */
    private static final int CALLED = 2;

    private static final VarHandle REST;
    private static final VarHandle BUSY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            REST = lookup.findVarHandle(PoolWorker.class, "rest", int.class);
            BUSY = lookup.findVarHandle(PoolWorker.class, "busy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StealingPool pool;
    private final PoolHome home;
    private final LoopMonitor monitor;
    private final DispatcherThread thread;
    private volatile int rest = AWAKE;

    @SuppressWarnings("UnusedVariable") // through BUSY
    private boolean busy;

    private final LingerCredit linger = new LingerCredit();
    private boolean called;
    private @Nullable ReadyTask running;

    PoolWorker(StealingPool pool, PoolHome home, String name, LoopMonitor together) {
        this.pool = pool;
        this.home = home;
        monitor = new LoopMonitor(name, together);
        thread = new DispatcherThread(this::loop, name);
        thread.setDaemon(true);
        thread.dispatcher(pool);
        thread.context().worker = this;
    }

    Thread thread() {
        return thread;
    }

    PoolHome home() {
        return home;
    }

    LoopMonitor monitor() {
        return monitor;
    }

    boolean isOf(StealingPool other) {
        return pool == other;
    }

    /** Whether no other has been put in its place. */
    boolean isInPlace() {
        return home.worker == this;
    }

    /** Whether it is running a task. Volatile, because it decides between one that falls asleep and one that looks who sleeps. */
    boolean isBusy() {
        return (boolean) BUSY.getVolatile(this);
    }

    boolean isAsleep() {
        return rest == ASLEEP;
    }

    /** Whether it is inside that task now. */
    boolean isRunning(ReadyTask task) {
        return running == task;
    }

    /** Wakes it if it sleeps; false if it does not. */
    boolean wake() {
        return wakeAs(AWAKE);
    }

    /** Wakes it to search elsewhere, which it counts as already; false if it does not sleep. */
    boolean call() {
        return wakeAs(CALLED);
    }

    private boolean wakeAs(int state) {
        if (rest != ASLEEP || !REST.compareAndSet(this, ASLEEP, state)) {
            return false;
        }
        pool.sleepEnds();
        LockSupport.unpark(thread);
        return true;
    }

    /** Turns until another worker is in its place, or the pool ends. What fails outside of tasks costs a turn, and not the thread. */
    private void loop() {
        boolean goesOn = pool.takePlace(this);
        monitor.whenBlocked(() -> pool.replace(this));
        monitor.watch();
        while (goesOn) {
            try {
                goesOn = turn();
            } catch (Throwable failure) {
                monitor.failed("a turn of a pool failed: worker=", monitor, failure);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        if (called) {
            pool.searchEnds();
        }
        monitor.forget();
        pool.ended(this);
    }

    private boolean turn() {
        ReadyTask task = called ? null : takeOwn();
        if (task == null) {
            if (!called) {
                pool.searchBegins();
            }
            task = search();
        }
        if (task != null) {
            run(task);
        } else if (pool.isClosing()) {
            return !pool.retires(this);
        } else {
            sleep();
        }
        return isInPlace();
    }

    /** Looks at home and elsewhere for a while; it counts as searching, and no longer when this returns. */
    private @Nullable ReadyTask search() {
        ReadyTask found = null;
        try {
            // where the pool closes, a sender that goes on and on must not keep it from its end
            boolean lingers = !pool.isClosing() && linger.shouldLinger();
            for (int look = 0; found == null && look < (lingers ? LOOKS : 1) && isInPlace(); look++) {
                if (look > 0 && look <= LOOKS_WITHOUT_YIELD) {
                    Thread.onSpinWait();
                } else if (look > 0) {
                    Thread.yield();
                }
                found = takeOwn();
                if (found == null) {
                    found = pool.steal(home.index);
                }
            }
            if (found != null) {
                linger.paidOff();
            } else if (lingers) {
                linger.lingeredInVain();
            }
        } finally {
            called = false;
            pool.searchEnds();
        }
        if (found != null && pool.hasWaiting()) {
            pool.callForHelp(); // nobody was called while this one searched
        }
        return found;
    }

    private @Nullable ReadyTask takeOwn() {
        ReadyTask own = home.ready.tryTake();
        if (own != null) {
            own.beginAtHome();
        }
        return own;
    }

    private void run(ReadyTask task) {
        BUSY.setVolatile(this, true); // whoever falls asleep sees it, or is seen to sleep here
        if (!home.ready.isEmpty()) {
            pool.callForHelp();
        }
        running = task;
        monitor.beginTurn();
        try {
            task.run();
        } catch (Throwable failure) {
            monitor.failed("a task failed: worker=", monitor, failure);
        } finally {
            Thread.interrupted(); // what a task left set is none of the next one's
            monitor.endTurn();
            running = null;
            BUSY.setRelease(this, false);
        }
    }

    /** Until something is added at home, something is waiting elsewhere, or the pool closes. Whoever wakes it counts it out of those that sleep. */
    private void sleep() {
        pool.sleepBegins();
        rest = ASLEEP;
        if (!home.ready.isEmpty()) {
            linger.paidOff();
        }
        while (rest == ASLEEP && isInPlace() && home.ready.isEmpty() && !pool.isClosing() && !pool.hasWaiting()) {
            LockSupport.park(this);
        }
        int before = (int) REST.getAndSet(this, AWAKE);
        if (before == ASLEEP) {
            pool.sleepEnds();
        }
        called = before == CALLED;
    }
}
