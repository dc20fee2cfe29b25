package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.ActorRegistry;
import io.tellask.actor.runtime.ExitCalls;
import io.tellask.actor.runtime.Progress;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How one system closes: once, by whoever asks first, phase by phase. Thread-safe. */
final class Closing {
    private static final Logger LOG = System.getLogger("io.tellask.actor");
    private static final int MOST_NAMED = 8;

    /** How often it is looked whether actors that do not stop have called {@code System.exit}. */
    private static final long EXIT_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Of so many actors that do not stop it is looked at most. */
    private static final int MOST_HELD = 1_024;

    private final String name;
    private final SideBySide sideBySide;
    private final ActorRegistry cells;
    private final ActorThreads threads;
    private final Duration patience;
    private final Cancellable measuring;
    private final CloseTasks tasks = new CloseTasks();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean begun;
    private volatile boolean refusesActors;
    private boolean processExits; // by a call of one of these actors; of the thread that closes
    private @Nullable Thread exitHook; // guarded by tasks

    Closing(
            String name,
            SideBySide sideBySide,
            ActorRegistry cells,
            ActorThreads threads,
            Duration patience,
            Cancellable measuring) {
        this.name = name;
        this.sideBySide = sideBySide;
        this.cells = cells;
        this.threads = threads;
        this.patience = patience;
        this.measuring = measuring;
    }

    boolean isBegun() {
        return begun;
    }

    /** Whether actors have been told to stop: who spawns one from here on stops it. */
    boolean refusesActors() {
        return refusesActors;
    }

    /** Waits until it is over; false if that takes longer. */
    boolean await(Duration atMost) throws InterruptedException {
        return over.await(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
    }

    /** Adds a task of some owner; where no phase is left it is done at once, by the calling thread. */
    void add(Object owner, NamedTask task) {
        if (!tasks.add(owner, task)) {
            sideBySide.runHere(task);
        }
    }

    boolean remove(Object owner) {
        return tasks.remove(owner);
    }

    /** Has the process close the system before it ends. */
    void atExit(Runnable close) {
        synchronized (tasks) {
            if (exitHook == null && over.getCount() > 0) {
                Thread hook = new Thread(close, name + "-exit");
                Runtime.getRuntime().addShutdownHook(hook);
                exitHook = hook;
            }
        }
    }

    private void forgetExit() {
        synchronized (tasks) {
            if (exitHook != null) {
                try {
                    Runtime.getRuntime().removeShutdownHook(exitHook);
                } catch (IllegalStateException processEnds) {
                    // the hook runs, or finds nothing left to do
                }
                exitHook = null;
            }
        }
    }

    /**
     * Closes it, or waits until another thread has; a task that closes its own system goes on at once.
     *
     * @throws BlockingCallException if something has to be stepped meanwhile by the calling thread; then nothing is closed
     */
    void run() {
        if (!sideBySide.isOnOwnThread()) {
            if (!begun) {
                requireProgress();
            }
            runOnce();
        }
    }

    private void requireProgress() {
        String what = "close: system=" + name;
        if (!tasks.isEmpty()) {
            Progress.require(what, threads.ioLoops().all().getFirst());
        }
        for (ActorCell<?> cell : cells.all(Integer.MAX_VALUE)) {
            Progress.require(what, cell.dispatcher());
        }
    }

    private synchronized void runOnce() {
        if (begun) {
            return;
        }
        begun = true;
        try {
            for (Phase phase : Phase.values()) {
                run(phase);
            }
        } finally {
            measuring.cancel();
            over.countDown();
            forgetExit();
        }
    }

    private void run(Phase phase) {
        try {
            sideBySide.run(tasks.begin(phase));
            switch (phase) {
                case ACTORS -> stopActors();
                case THREADS -> endThreads();
                case CONNECTIONS, CALLERS, STORES -> {} // others' alone
            }
        } catch (Throwable failure) { // of whatever kind: stores and threads of later phases are to end all the more
            SafeLog.log(LOG, Level.WARNING, "close failed: system=" + name + ", phase=", phase, failure);
        }
    }

    /** One that cannot be told to stop keeps none of the others from it. */
    private static void stop(ActorCell<?> cell, Runnable whenStopped) {
        try {
            cell.stop(StopReason.SYSTEM_CLOSED, whenStopped);
        } catch (Throwable failure) {
            SafeLog.log(LOG, Level.WARNING, "close failed: actor=", cell.name(), failure);
            whenStopped.run();
        }
    }

    private void stopActors() {
        refusesActors = true;
        List<ActorCell<?>> living = cells.all(Integer.MAX_VALUE);
        CountDownLatch allStopped = new CountDownLatch(living.size());
        living.forEach(cell -> stop(cell, allStopped::countDown));
        try {
            if (!awaitStopped(allStopped)) {
                List<String> busy =
                        cells.all(MOST_NAMED).stream().map(ActorCell::name).toList();
                LOG.log(
                        Level.WARNING,
                        "system " + name + " closes while actors are still busy after " + patience + ": actors="
                                + cells.size() + ", among them " + SafeText.of(busy.toString()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for actors to stop; not for those that called {@code System.exit}, which waits for this. False if the others take too long. */
    private boolean awaitStopped(CountDownLatch allStopped) throws InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); left > 0; left = endNanos - System.nanoTime()) {
            if (allStopped.await(Math.min(left, EXIT_CHECK_NANOS), TimeUnit.NANOSECONDS)) {
                return true;
            }
            if (isHeldByExit(cells.all(MOST_HELD + 1))) {
                processExits = true;
                return true;
            }
        }
        return allStopped.getCount() == 0;
    }

    private static boolean isHeldByExit(List<ActorCell<?>> left) {
        if (left.size() > MOST_HELD) {
            return false;
        }
        ExitCalls exits = ExitCalls.on(
                left.stream().<Dispatcher>map(ActorCell::dispatcher).toList());
        return left.stream().allMatch(exits::hold);
    }

    private void endThreads() {
        try {
            if (processExits || Thread.currentThread().isInterrupted()) {
                threads.closeAtOnce();
            } else if (!threads.close(patience)) {
                LOG.log(Level.WARNING, "system " + name + " closed while a thread was still busy after " + patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            threads.closeAtOnce();
        }
    }
}
