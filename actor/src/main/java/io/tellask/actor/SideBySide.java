package io.tellask.actor;

import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Does tasks side by side, each on a thread of its own, and waits for each no longer than its limit. One that takes longer is named in the log, with
 * where it is, and goes on by itself. What tasks throw is logged. Thread-safe.
 *
 * <p>In virtual time tasks are done one after the other on the thread that asks, and have no limit: whoever runs that time sees this thread only.
 */
final class SideBySide {
    /** So many at a time; others follow once all of these are done or passed over. */
    static final int MOST_AT_A_TIME = 64;

    private static final ThreadLocal<@Nullable SideBySide> DOING = new ThreadLocal<>();

    private final String what;
    private final boolean inTurn;
    private final ThreadFactory threads;
    private final Logger log;

    /** A task that did not end well. */
    record Fault(NamedTask task, Exception failure) {}

    SideBySide(String what, boolean inTurn, ThreadFactory threads, Logger log) {
        this.what = what;
        this.inTurn = inTurn;
        this.threads = threads;
        this.log = log;
    }

    /** Whether the calling thread does a task of this one, and would wait for itself. */
    boolean isOnOwnThread() {
        return DOING.get() == this;
    }

    /** Returns those that failed or take too long, in their order. An interrupt does not shorten it. */
    List<Fault> run(List<NamedTask> tasks) {
        List<Fault> faults = new ArrayList<>();
        for (int from = 0; from < tasks.size(); from += MOST_AT_A_TIME) {
            List<Doing> started = tasks.subList(from, Math.min(tasks.size(), from + MOST_AT_A_TIME)).stream()
                    .map(this::start)
                    .toList();
            boolean interrupted = false;
            for (Doing each : started) {
                interrupted |= each.await();
                Exception failure = each.failure;
                if (failure != null) {
                    faults.add(new Fault(each.task, failure));
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return faults;
    }

    /** Does one task here and now. */
    void runHere(NamedTask task) {
        new Doing(task).run();
    }

    private Doing start(NamedTask task) {
        Doing doing = new Doing(task);
        if (inTurn) {
            doing.run();
            return doing;
        }
        try {
            Thread thread = threads.newThread(doing);
            doing.thread = thread;
            thread.start();
        } catch (OutOfMemoryError noThread) {
            SafeLog.log(log, Level.WARNING, what + ": no thread, done in turn: ", task.title(), noThread);
            doing.run();
        }
        return doing;
    }

    /** A task being done. */
    private final class Doing implements Runnable {
        private final NamedTask task;
        private final long startNanos = System.nanoTime();
        private final CountDownLatch done = new CountDownLatch(1);
        private @Nullable Thread thread;
        private volatile @Nullable Exception failure;

        Doing(NamedTask task) {
            this.task = task;
        }

        @Override
        public void run() {
            @Nullable SideBySide before = DOING.get();
            DOING.set(SideBySide.this);
            try {
                task.task().run();
            } catch (Throwable thrown) {
                SafeLog.log(log, Level.WARNING, what + " failed: ", task.title(), thrown);
                failure = thrown instanceof Exception known ? known : new IllegalStateException(thrown);
            } finally {
                DOING.set(before);
                done.countDown();
            }
        }

        /** Returns once it is done, or has had its time; whether this thread was interrupted meanwhile. */
        boolean await() {
            boolean interrupted = false;
            while (true) {
                try {
                    long left = task.limit().toNanos() - (System.nanoTime() - startNanos);
                    if (!done.await(left, TimeUnit.NANOSECONDS)) {
                        passOver();
                    }
                    return interrupted;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }

        private void passOver() {
            TimeoutException late =
                    new TimeoutException(what + ": " + task.title() + " takes longer than limit=" + task.limit());
            if (thread != null) {
                late.setStackTrace(thread.getStackTrace());
            }
            SafeLog.log(log, Level.WARNING, what + " goes on without what hangs here: ", task.title(), late);
            failure = late;
        }
    }
}
