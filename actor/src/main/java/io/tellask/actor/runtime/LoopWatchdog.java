package io.tellask.actor.runtime;

import io.tellask.actor.failure.UnheardFailures;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that notices loops which are kept from their work by one task: one for the process, while there are loops.
 *
 * <pre>
 * Why it costs nothing
 *   A loop counts its turns in a field of its own; this thread reads the counts a few times within the time that one turn may take. It
 *   neither locks nor asks the system for the time on a loop. When no loop has done anything for a second it parks, and the first turn
 *   after that wakes it: a process that rests is not woken.
 * </pre>
 *
 * <p>Thread-safe.
 */
final class LoopWatchdog implements Runnable {
    private static final LoopWatchdog PROCESS = new LoopWatchdog();
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LOOKS_WITHIN_LIMIT = 4;

    private final List<LoopMonitor> monitors = new CopyOnWriteArrayList<>();
    private volatile boolean asleep;
    private @Nullable Thread thread; // guarded by this

    private LoopWatchdog() {}

    static void add(LoopMonitor monitor) {
        PROCESS.monitors.add(monitor);
        PROCESS.begin();
    }

    /** A loop has ended: it is let go of at the next look. */
    static void lookAgain() {
        PROCESS.wake();
    }

    /** Called at each turn of a loop. */
    static void wakeIfAsleep() {
        if (PROCESS.asleep) {
            PROCESS.wake();
        }
    }

    /** Whether it parks until a loop wakes it. */
    static boolean isAsleep() {
        return PROCESS.asleep;
    }

    private synchronized void begin() {
        if (thread == null) {
            Thread fresh = new Thread(this, "tellask-loop-watch");
            fresh.setDaemon(true);
            fresh.start();
            thread = fresh;
        } else {
            LockSupport.unpark(thread);
        }
    }

    private synchronized void wake() {
        asleep = false;
        LockSupport.unpark(thread);
    }

    private synchronized boolean endIfUnused() {
        if (monitors.isEmpty()) {
            thread = null;
            return true;
        }
        return false;
    }

    @Override
    public void run() {
        boolean used = true;
        while (used) {
            try {
                used = watchWhileUsed();
            } catch (Throwable failure) { // for want of memory, even to tell of the failure before: it looks again
                LockSupport.parkNanos(this, LINGER_NANOS);
            }
        }
    }

    private boolean watchWhileUsed() {
        long lastActiveNanos = System.nanoTime();
        while (!endIfUnused()) {
            try {
                long now = System.nanoTime();
                lastActiveNanos = look(now) ? now : lastActiveNanos;
                rest(now - lastActiveNanos > LINGER_NANOS);
            } catch (Throwable failure) { // for want of memory: it looks again
                LockSupport.parkNanos(this, LINGER_NANOS);
                UnheardFailures.SHARED.failed("watching the loops failed", null, failure);
            }
        }
        return false;
    }

    /** Whether a loop has done anything since the last look; forgets those that have ended. */
    private boolean look(long now) {
        boolean active = false;
        for (LoopMonitor monitor : monitors) {
            boolean ended = monitor.isForgotten();
            active |= monitor.look(now);
            if (ended) {
                monitors.remove(monitor);
            }
        }
        return active;
    }

    private void rest(boolean nothingHappens) {
        if (nothingHappens) {
            asleep = true; // a loop that began a turn just now wakes this at its next one
            if (!look(System.nanoTime()) && asleep) {
                LockSupport.park(this);
            }
            asleep = false;
        } else {
            long restNanos = lookNanos();
            long began = System.nanoTime();
            LockSupport.parkNanos(this, restNanos);
            long lateNanos = System.nanoTime() - began - restNanos;
            if (lateNanos >= restNanos) {
                monitors.forEach(monitor -> monitor.discount(lateNanos));
            }
        }
    }

    private long lookNanos() {
        long least = LINGER_NANOS;
        for (LoopMonitor monitor : monitors) {
            least = Math.min(least, monitor.limitNanos());
        }
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), least / LOOKS_WITHIN_LIMIT);
    }
}
