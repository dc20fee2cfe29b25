package io.tellask.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.AeronException;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * A client of one media driver, and the thread that looks after everything over it: in a process that runs the driver also its work, then
 * handshakes, and which connections have something to read or room to write.
 *
 * <p>Loops read and write by themselves; the thread only tells them that they can, as a selector does. All of Aeron's client is used on
 * the thread, but for what connections read and write. Thread-safe: {@code execute}, {@code call} and {@code ended}.
 */
final class AeronClient {
    private static final Logger LOG = System.getLogger("io.tellask.aeron");

    /** How often loops, and the process that runs the driver, are asked whether they still run. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Rounds without anything to do, about a second, after which the thread rests for longer. */
    private static final int QUIET_ROUNDS = 6_000;

    private static final long QUIET_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long the thread rests where there is nothing to do, at most. */
    private static final long MOST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Rounds of the driver after the last connection ended, so that the other sides hear of it. */
    private static final int LAST_ROUNDS = 20;

    private static final Runnable NOTHING = () -> {};

    private final DriverFolder folder;
    private final AeronSettings settings;
    private final LogLimiter failures = new LogLimiter();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<AeronClient> started = new CompletableFuture<>();
    private final List<Polled> polled = new ArrayList<>();
    private final List<Polled> added =
            new ArrayList<>(); // since the round began: some come while the others are looked after
    private final Map<String, Acceptor> acceptors = new HashMap<>();
    private final Thread thread;
    private final IdleStrategy idle;
    private @Nullable MediaDriver driver;
    private @Nullable Aeron aeron;
    private Runnable ended = NOTHING;
    private volatile boolean wanted; // that it ends
    private volatile @Nullable Throwable cause; // why the thread ended, if something failed
    private volatile @Nullable Throwable lastFailure; // that was logged
    private volatile boolean over;
    private volatile boolean drained; // no task runs any more, but for those that were there before
    private long nextCheckNanos;
    private int idleRounds;

    AeronClient(DriverFolder folder, AeronSettings settings) {
        this.folder = folder;
        this.settings = settings;
        idle = settings.spins()
                ? new BusySpinIdleStrategy()
                : new BackoffIdleStrategy(1, 1, MOST_PARK_NANOS / 64, MOST_PARK_NANOS);
        thread = Thread.ofPlatform().daemon().name("tellask-aeron").unstarted(this::run);
    }

    /** What is told at the end, on the thread; set before {@link #start}. */
    void whenEnded(Runnable task) {
        ended = task;
    }

    void start() {
        thread.start();
    }

    DriverFolder folder() {
        return folder;
    }

    /** Ends the thread after a last round; files of the driver are deleted then. */
    void end() {
        wanted = true;
        over = true;
    }

    /** Waits until the thread has ended, for a time at most. */
    void awaitEnd(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean hasEnded() {
        return over;
    }

    /** Blocks until the driver answers. */
    void awaitStart() {
        try {
            started.join();
        } catch (CompletionException failure) {
            throw new TransportException(
                    Problem.FAILED,
                    "aeron: folder=" + folder.driver() + ", the media driver did not start or does not answer, "
                            + SafeLog.describe(failure),
                    failure);
        }
    }

    /** Runs a task on the thread; false once that has ended. */
    boolean execute(Runnable task) {
        tasks.add(task);
        return !drained || !tasks.remove(task);
    }

    /** Runs something on the thread and waits for it. */
    <T> T call(Callable<T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        boolean runs = execute(() -> {
            try {
                outcome.complete(task.call());
            } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
            }
        });
        if (!runs) {
            throw gone();
        }
        try {
            return outcome.orTimeout(settings.peerTimeout().toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof TransportException known) {
                throw known;
            }
            throw new TransportException(
                    Problem.FAILED,
                    "aeron: folder=" + folder.driver() + ", the client failed, " + SafeLog.describe(failure),
                    failure);
        }
    }

    // --- below on the thread only

    Aeron aeron() {
        Aeron known = aeron;
        if (known == null) {
            throw new IllegalStateException("aeron: folder=" + folder.driver() + " is not open");
        }
        return known;
    }

    void add(Polled part) {
        if (over) {
            part.clientEnded(gone());
        } else {
            added.add(part);
        }
    }

    /** Those that listen, and those that have connections since they did. */
    Map<String, Acceptor> acceptors() {
        return acceptors;
    }

    /** Rounds of driver and client until something holds; false if that takes longer than the driver may take for an answer. */
    boolean await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + settings.peerTimeout().toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            if (driverWork() + aeron().conductorAgentInvoker().invoke() == 0) {
                LockSupport.parkNanos(MOST_PARK_NANOS);
            }
        }
        return true;
    }

    TransportException gone() {
        Throwable known = cause;
        String text = "aeron: folder=" + folder.driver() + ", the media driver ";
        if (known == null) {
            return new TransportException(Problem.FAILED, text + "or its client has ended");
        }
        String reason = known instanceof InternalError
                ? "has ended since its files had no room; make the file system larger, or take smaller termBytes"
                : "or its client has ended, " + SafeLog.describe(known);
        return new TransportException(Problem.FAILED, text + reason, known);
    }

    /**
     * Ends everything over this client: memory of its files could not be reached, and nobody knows what was left half done. From any thread.
     *
     * @return what those who use it are told
     */
    TransportException faulted(InternalError memoryFault) {
        cause = memoryFault;
        over = true;
        return gone();
    }

    private void run() {
        try {
            open();
            started.complete(this);
        } catch (Throwable failure) {
            over = true;
            drained = true;
            close();
            started.completeExceptionally(failure);
            return;
        }
        try {
            AgentInvoker conductor = aeron().conductorAgentInvoker();
            while (!over && !aeron().isClosed()) {
                rest(round(conductor));
            }
            cause = cause == null && !wanted ? lastFailure : cause;
        } catch (Throwable failure) {
            cause = cause == null ? failure : cause;
            failed(failure);
        }
        over = true;
        try {
            finish();
        } catch (Throwable failure) {
            failed(failure);
        }
        close();
    }

    /** Rests for longer where nothing has happened for about a second. */
    private void rest(int work) {
        idleRounds = work > 0 ? 0 : idleRounds + 1;
        if (idleRounds > QUIET_ROUNDS && !settings.spins()) {
            LockSupport.parkNanos(this, QUIET_PARK_NANOS);
        } else {
            idle.idle(work);
        }
    }

    private void open() {
        AgentInvoker driverWork = null;
        if (folder.isOurs()) {
            MediaDriver running = MediaDriver.launch(DriverContexts.driver(folder, settings, this::failed));
            driver = running;
            driverWork = running.sharedAgentInvoker();
        }
        aeron = Aeron.connect(
                DriverContexts.client(folder, settings, this::failed).driverAgentInvoker(driverWork));
    }

    private int round(AgentInvoker conductor) {
        int work = runTasks();
        work += driverWork();
        work += conductor.invoke();
        polled.addAll(added);
        added.clear();
        long now = System.nanoTime();
        for (Polled part : polled) {
            try {
                work += part.poll(now);
            } catch (Throwable failure) {
                failed(failure);
                abandon(part, failure);
            }
        }
        if (now - nextCheckNanos >= 0) {
            nextCheckNanos = now + CHECK_NANOS;
            checkLoops();
            over |= folder.isDeserted();
        }
        polled.removeIf(Polled::isOver);
        return work;
    }

    private void abandon(Polled part, Throwable failure) {
        try {
            part.abandon(failure);
        } catch (Throwable again) {
            failed(again); // the others go on
        }
    }

    private int driverWork() {
        MediaDriver running = driver;
        return running == null ? 0 : running.sharedAgentInvoker().invoke();
    }

    private int runTasks() {
        int done = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            try {
                task.run();
            } catch (Throwable failure) {
                failed(failure);
            }
            done++;
        }
        return done;
    }

    /** A loop that has ended tells nobody: connections on it would stay forever. */
    private void checkLoops() {
        Set<Dispatcher> loops = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Polled part : polled) {
            Dispatcher loop = part.loop();
            if (loop != null) {
                loops.add(loop);
            }
        }
        for (Dispatcher loop : loops) {
            try {
                loop.execute(NOTHING);
            } catch (RejectedExecutionException ended) {
                polled.stream().filter(part -> part.loop() == loop).forEach(part -> part.abandon(null));
            }
        }
    }

    private void failed(Throwable failure) {
        lastFailure = failure;
        if (failure instanceof InternalError memoryFault) {
            faulted(memoryFault);
        }
        boolean warns = failure instanceof AeronException known && known.category() == AeronException.Category.WARN;
        Level level = warns ? Level.DEBUG : Level.WARNING; // that a peer gave up an image, and the like
        try {
            failures.log(
                    LOG, level, () -> "aeron failed: folder=" + folder.driver() + ", " + SafeLog.describe(failure));
        } catch (OutOfMemoryError unsaid) {
            return; // owners are told all the same: the thread must get there
        }
    }

    private void finish() {
        TransportException cause = gone();
        polled.addAll(added);
        for (Polled part : polled) {
            try {
                part.clientEnded(cause);
            } catch (Throwable failure) {
                failed(failure);
            }
        }
        polled.clear();
        List<Acceptor> listening = List.copyOf(acceptors.values());
        acceptors.clear();
        if (!wanted) {
            listening.forEach(acceptor -> acceptor.clientEnded(cause));
        }
        drained = true;
        runTasks();
        for (int i = 0; i < LAST_ROUNDS; i++) {
            driverWork();
        }
    }

    private void close() {
        try {
            CloseHelper.close(this::failed, aeron);
            CloseHelper.close(this::failed, driver);
            folder.delete();
        } catch (Throwable failure) {
            failed(failure);
        } finally {
            ended.run();
        }
    }
}
