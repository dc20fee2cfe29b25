package io.tellask.actor.runtime;

import io.tellask.actor.failure.UnheardFailures;
import io.tellask.actor.flight.FlightEvents;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one dispatcher's thread from outside: failures of code that ran there and had nobody to be told to, and turns that
 * kept the thread from everything else for too long.
 *
 * <p>A turn is one task, one timer, or what one socket brought. Thread-safe: {@link #beginTurn} and {@link #endTurn} are the thread's own,
 * {@link #look} belongs to {@link LoopWatchdog}.
 */
public final class LoopMonitor {
    private static final Logger LOG = System.getLogger("io.tellask.actor");
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** What loads classes for that long is told of to everybody. */
    private static final long LOADING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String LOOP_ADVICE =
            "; others of the loop wait: spawn the actor with SpawnOptions.pool() if it computes"
                    + " that long, with virtualThread() if it waits";
    private static final String POOL_ADVICE =
            "; the pool goes on with another thread: it may compute that long there, if it waits"
                    + " spawn it with SpawnOptions.virtualThread()";

    private static final int INNERMOST_FRAMES = 40;
    private static final int OUTERMOST_FRAMES = 24;
    private static final int CALLERS = 6;
    private static final VarHandle TURN;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(LoopMonitor.class, "turn", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** How long a turn may take, unless something else is said. */
    public static final Duration DEFAULT_LIMIT = Duration.ofMillis(100);

    private final String name;
    private final Logger log;
    private final UnheardFailures failures;
    private final AtomicLong blockedTurns;
    private final AtomicLong lastReportNanos;
    private volatile Runnable whenBlocked = () -> {};
    private volatile long limitNanos = DEFAULT_LIMIT.toNanos();
    private volatile @Nullable Thread thread;

    @SuppressWarnings("UnusedVariable") // through TURN: odd while a turn is under way
    private long turn;

    private long seenTurn; // the watch's own, as the next four
    private long seenNanos;
    private long countedTurn;
    private long
            toldNanos; // how long the turn that was counted last had taken when it was last told of; 0: it was not, or
    // its end was, too
    private Level endLevel = Level.DEBUG;
    private String told = ""; // who was told to be at it

    public LoopMonitor(String name) {
        this(name, LOG);
    }

    LoopMonitor(String name, Logger log) {
        this.name = name;
        this.log = log;
        failures = new UnheardFailures();
        blockedTurns = new AtomicLong();
        lastReportNanos = new AtomicLong(System.nanoTime() - INTERVAL_NANOS);
    }

    /** One of several that count together, and tell of one turn a second together. */
    LoopMonitor(String name, LoopMonitor together) {
        this.name = name;
        log = together.log;
        failures = together.failures;
        blockedTurns = together.blockedTurns;
        lastReportNanos = together.lastReportNanos;
    }

    /** Counts a failure, and logs it, one a second at most. Never throws. */
    public void failed(String what, @Nullable Object where, Throwable failure) {
        failures.failed(what, where, failure);
    }

    /** How many failures there were. */
    public long failures() {
        return failures.count();
    }

    /** How many turns took longer than the limit. */
    public long blockedTurns() {
        return blockedTurns.get();
    }

    /** Sets how long a turn may take. */
    public void limit(Duration limit) {
        limitNanos = TimeUnit.NANOSECONDS.convert(limit);
    }

    /** Has a task run at each look at a turn that takes longer than the limit; on the thread that watches, which it must not keep. */
    void whenBlocked(Runnable task) {
        whenBlocked = task;
    }

    long limitNanos() {
        return limitNanos;
    }

    /** The calling thread, which serves sockets, is watched from here on. */
    public void watch() {
        try {
            watched(Thread.currentThread());
            LoopWatchdog.add(this);
        } catch (Throwable notStarted) {
            failed("a loop is not watched: loop=", name, notStarted);
        }
    }

    void watched(Thread newThread) {
        thread = newThread;
    }

    /** The thread ends: the watch lets go of it once it has looked for the last time. */
    public void forget() {
        thread = null;
        LoopWatchdog.lookAgain();
    }

    boolean isForgotten() {
        return thread == null;
    }

    /** The thread begins a turn. */
    public void beginTurn() {
        TURN.setOpaque(this, turn + 1 | 1);
        LoopWatchdog.wakeIfAsleep();
    }

    /** The thread has done its turn. */
    public void endTurn() {
        TURN.setOpaque(this, (turn | 1) + 1);
    }

    /** Looks whether the thread is still in the turn that was seen before; whether it has done anything meanwhile. */
    boolean look(long now) {
        long current = (long) TURN.getOpaque(this);
        if (current != seenTurn) {
            long took = now - seenNanos;
            seenTurn = current;
            seenNanos = now;
            reportEnd(took);
            return true;
        }
        boolean busy = (current & 1) != 0;
        if (busy && now - seenNanos >= limitNanos) {
            count(current);
            if (now - seenNanos >= 2 * toldNanos && now - lastReportNanos.get() >= INTERVAL_NANOS) {
                report(current, now);
            }
            whenBlocked.run();
        }
        return busy;
    }

    /** So much time passed in which not even the watch could run, such as in a pause of the collector: no turn is to blame for it. */
    void discount(long nanos) {
        seenNanos += nanos;
    }

    private void count(long current) {
        if (countedTurn != current) {
            countedTurn = current;
            toldNanos = 0;
            blockedTurns.incrementAndGet();
        }
    }

    /** Tells of it, and again whenever it has taken twice as long: the message that blocks it may be a later one than the first slow one. */
    private void report(long current, long now) {
        Thread blocked = thread;
        if (blocked == null) {
            return;
        }
        StackTraceElement[] stack = blocked.getStackTrace();
        ActorCell<?> running = blocked instanceof DispatcherThread loop ? loop.context().actor : null;
        ActorCell<?> cell = running != null && isOwn(stack, running) ? running : null;
        if ((long) TURN.getOpaque(this) != current) {
            return; // it has just gone on: the stack is of something else
        }
        toldNanos = now - seenNanos;
        endLevel = cell == null ? Level.DEBUG : Level.WARNING;
        told = ", actor=" + (cell == null ? "none" : cell.name()) + ", method=" + method(stack, cell)
                + ", blocked so far=" + blockedTurns.get();
        lastReportNanos.set(now);
        FlightEvents.loopBlocked(name, cell == null ? "" : cell.name(), method(stack, cell), toldNanos);
        log(level(stack, cell, toldNanos), stack, describe(stack, cell, now));
    }

    /** The first messages of a process load classes on every machine that is slow or busy: nobody can do anything about it. */
    private static Level level(StackTraceElement[] stack, @Nullable ActorCell<?> cell, long tookNanos) {
        if (cell != null) {
            return Level.WARNING;
        }
        return tookNanos < LOADING_NANOS && isLoading(stack) ? Level.DEBUG : Level.INFO;
    }

    /** A turn that was told of is over: once for each, so as seldom as {@link #report}. */
    private void reportEnd(long tookNanos) {
        if (toldNanos > 0) {
            toldNanos = 0;
            log.log(
                    endLevel,
                    "loop blocked: loop=" + name + ", over after millis=" + TimeUnit.NANOSECONDS.toMillis(tookNanos)
                            + told);
        }
    }

    /** With the stack where an actor is to blame. Where none is, the machine is busy or code is loaded: then the stack is for who looks for it. */
    private void log(Level level, StackTraceElement[] stack, String what) {
        boolean whole = level == Level.WARNING || log.isLoggable(Level.DEBUG);
        if (whole) {
            SafeLog.log(log, level, what, null, new LoopStack(name, stack));
        } else {
            log.log(level, what);
        }
    }

    private String describe(StackTraceElement[] stack, @Nullable ActorCell<?> cell, long now) {
        return "loop blocked: loop=" + name + ", millis=" + TimeUnit.NANOSECONDS.toMillis(now - seenNanos)
                + " >= limitMillis=" + TimeUnit.NANOSECONDS.toMillis(limitNanos)
                + told
                + (cell == null
                        ? isLoading(stack)
                                ? "; code is being loaded"
                                : "; what it does there takes that long, or the machine is busy"
                        : cell.dispatcher() instanceof StealingPool ? POOL_ADVICE : LOOP_ADVICE);
    }

    /**
     * Whether code of the actor or of its application is under way, and not only what carries messages and the JDK, which load their classes
     * when the first one comes.
     */
    private static boolean isOwn(StackTraceElement[] stack, ActorCell<?> cell) {
        for (StackTraceElement frame : stack) {
            if (isOf(cell.actor().getClass(), frame.getClassName()) || !isCarrier(frame)) {
                return true;
            }
        }
        return false;
    }

    static boolean isCarrier(StackTraceElement frame) {
        String module = frame.getModuleName();
        return frame.getClassName().startsWith("io.tellask.")
                || frame.getClassName()
                        .contains("$tellask") // generated beside a contract, in the application's package
                || frame.getClassName().startsWith("io.netty.") // whose loops may run ours
                || module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** The method of the actor's that was called, or where the thread is if that is none of the actor's. */
    static String method(StackTraceElement[] stack, @Nullable ActorCell<?> cell) {
        if (cell != null) {
            for (int i = stack.length - 1; i >= 0; i--) {
                if (isOf(cell.actor().getClass(), stack[i].getClassName())) {
                    return nameOf(stack[i]);
                }
            }
        }
        return stack.length == 0 ? "unknown" : path(stack);
    }

    /** Where the thread is, and by which of our methods it came there: the innermost ones. */
    private static String path(StackTraceElement[] stack) {
        StringBuilder path = new StringBuilder(nameOf(stack[0]));
        int callers = 0;
        for (int i = 1; i < stack.length && callers < CALLERS; i++) {
            String name = stack[i].getClassName();
            if (name.startsWith("io.tellask.")) {
                path.append(" < ").append(name.substring(name.lastIndexOf('.') + 1));
                path.append('.').append(stack[i].getMethodName());
                callers++;
            }
        }
        return path.toString();
    }

    private static boolean isLoading(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame -> frame.getMethodName().equals("<clinit>")
                        || frame.getClassName().startsWith("java.lang.ClassLoader")
                        || frame.getClassName().startsWith("jdk.internal.loader.")
                        || frame.getClassName().startsWith("java.lang.invoke.MethodHandleNatives"));
    }

    private static boolean isOf(Class<?> actor, String className) {
        for (Class<?> type = actor; type != null && type != Object.class; type = type.getSuperclass()) {
            if (type.getName().equals(className)) {
                return true;
            }
        }
        return false;
    }

    private static String nameOf(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }

    @Override
    public String toString() {
        return name;
    }

    /** The innermost and the outermost frames: between them a recursion may have hundreds. */
    static StackTraceElement[] shortened(StackTraceElement[] stack) {
        int leftOut = stack.length - INNERMOST_FRAMES - OUTERMOST_FRAMES;
        if (leftOut <= 1) {
            return stack;
        }
        StackTraceElement[] some = Arrays.copyOf(stack, INNERMOST_FRAMES + 1 + OUTERMOST_FRAMES);
        some[INNERMOST_FRAMES] = new StackTraceElement("here", "wereLeftOut", "frames=" + leftOut, -1);
        System.arraycopy(stack, stack.length - OUTERMOST_FRAMES, some, INNERMOST_FRAMES + 1, OUTERMOST_FRAMES);
        return some;
    }

    /** Where a blocked loop is. */
    private static final class LoopStack extends Throwable {
        private static final long serialVersionUID = 1;

        LoopStack(String name, StackTraceElement[] stack) {
            super("the loop " + name + " is here", null, false, true);
            setStackTrace(shortened(stack));
        }
    }
}
