package io.tellask.netty;

import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.runtime.DispatcherThread;
import io.tellask.actor.runtime.LoopMonitor;
import io.tellask.actor.runtime.RunContext;
import io.tellask.remote.TurnScheduler;
import io.tellask.text.StackHeadroom;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One of Netty's event loops as a dispatcher of actors: its thread waits for sockets, and runs tasks and timers between two waits.
 *
 * <p>It lends its connections the buffers that they need only while they read or write. Thread-safe, but for those, which are the
 * loop's own.
 */
final class NettyLoop implements Dispatcher {
    /** What one read takes and one write gives to the socket at most: a batch. */
    static final int BUFFER_BYTES = 64 * 1024;

    /** What one read takes at most in a pass over the sockets that has lasted for longer than {@link #LONG_PASS_NANOS}. */
    static final int LONG_PASS_BYTES = 4 * 1024;

    /** So that many peers whose bytes cost much together do not keep one from its turn for seconds: a pass reads of each once. */
    private static final long LONG_PASS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long the thread rests after a turn that failed, so that a lasting cause does not take the processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * How long tasks run at least before the sockets get their turn again, or as long as the sockets took before, whichever is longer: an
     * actor whose mailbox is never empty is a task that is always there, and Netty would look at the sockets once a second then.
     */
    private static final long TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long MOST_TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final Runnable NOTHING = () -> {};

    /** Of so many tasks, each a run of an actor at most, one looks at the clock. */
    private static final int TASKS_PER_LOOK = 4;

    private final Events events;
    private final Queue<Runnable> ahead = new ConcurrentLinkedQueue<>();
    private final LoopMonitor monitor;
    private final TurnScheduler turns = new TurnScheduler(this);
    private @Nullable ByteBuffer readBuffer;
    private @Nullable ByteBuffer writeBuffer;
    private byte @Nullable [] spare;
    private long passBegin;
    private boolean inPass;

    NettyLoop(String name) {
        monitor = new LoopMonitor(name);
        events = new Events(name);
    }

    /** The loop that a dispatcher of the actor system is. */
    static NettyLoop of(Dispatcher loop) {
        if (loop instanceof NettyLoop netty) {
            return netty;
        }
        throw new IllegalArgumentException("transport: loop=" + loop
                + " serves no sockets; let the actor system take its loops from tellask-netty (NettyLoopProvider)");
    }

    static List<NettyLoop> all(IoLoops loops) {
        return loops.all().stream().map(NettyLoop::of).toList();
    }

    /** How its connections take turns. */
    TurnScheduler turns() {
        return turns;
    }

    /** What is known of the thread from outside. */
    LoopMonitor monitor() {
        return monitor;
    }

    @Override
    public void failed(String what, @Nullable Object where, Throwable failure) {
        monitor.failed(what, where, failure);
    }

    /** The name of its thread. */
    @Override
    public String toString() {
        return monitor.toString();
    }

    /** Netty's side of the loop. */
    SingleThreadIoEventLoop events() {
        return events;
    }

    @Override
    public void execute(Runnable task) {
        StackHeadroom.forTask();
        events.execute(task);
    }

    @Override
    public void executeAhead(Runnable task) {
        StackHeadroom.forTask();
        ahead.add(task);
        try {
            events.execute(NOTHING); // wakes the loop
        } catch (Throwable refused) {
            ahead.remove(task);
            throw refused;
        }
    }

    @Override
    public boolean isCurrent() {
        return events.inEventLoop();
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        StackHeadroom.forTask();
        ScheduledFuture<?> scheduled = events.schedule(() -> runSafely(task), delayNanos, TimeUnit.NANOSECONDS);
        return () -> {
            StackHeadroom.forTask();
            return scheduled.cancel(false);
        };
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public boolean servesIo() {
        return true;
    }

    /** A socket has its turn, the first of this pass or a later one; what it may read now at most. */
    int beginSocket() {
        long now = System.nanoTime();
        if (!inPass) {
            inPass = true;
            passBegin = now;
        }
        return now - passBegin > LONG_PASS_NANOS ? LONG_PASS_BYTES : BUFFER_BYTES;
    }

    /** How long the sockets of this pass took, without the wait for the first of them. */
    private long endPass() {
        boolean any = inPass;
        inPass = false;
        return any ? System.nanoTime() - passBegin : 0;
    }

    /** An empty buffer for one read, until the next call. */
    ByteBuffer readBuffer() {
        ByteBuffer buffer = readBuffer;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            readBuffer = buffer;
        }
        return buffer.clear();
    }

    /** An empty buffer for one write, until the next call. */
    ByteBuffer writeBuffer() {
        ByteBuffer buffer = writeBuffer;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            writeBuffer = buffer;
        }
        return buffer.clear();
    }

    /** An array of at least so many bytes for what a socket did not take at once. */
    byte[] takeSpare(int bytes) {
        byte[] array = spare;
        if (array != null && array.length >= bytes) {
            spare = null;
            return array;
        }
        return new byte[Math.max(bytes, BUFFER_BYTES)];
    }

    /** Gives back such an array; one is kept for the next connection that needs it. */
    void giveSpare(byte[] array) {
        if (array.length == BUFFER_BYTES) {
            spare = array;
        }
    }

    /** Runs code of one connection, task or timer: what it throws ends here. */
    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            failed("a task failed: loop=", monitor, failure);
        }
        Thread.interrupted(); // what a task left set is none of the next one's
    }

    /*
     * Netty's loop logs what a task throws, which may throw again, and ends with any Error. So each task is run through one of ours,
     * which catches all, and a loop that ends all the same begins again: its selector, connections and tasks are still there.
     */
    private final class Events extends SingleThreadIoEventLoop {
        private final Runnable guard = this::runPolled;
        private @Nullable Runnable polled;
        private int tasks; // since the sockets had their turn
        private long tasksBegin;
        private long tasksNanos = TASKS_NANOS;

        Events(String name) {
            super(null, threads(name), NioIoHandler.newFactory());
        }

        private static ThreadFactory threads(String name) {
            return task -> {
                DispatcherThread thread = new DispatcherThread(task, name);
                thread.setDaemon(true);
                return thread;
            };
        }

        @Override
        protected void run() {
            if (RunContext.current() instanceof RunContext thread) {
                thread.dispatcher(NettyLoop.this);
            }
            monitor.watch();
            boolean goesOn = true;
            while (goesOn) {
                goesOn = !ranToItsEnd();
            }
            monitor.forget();
        }

        private boolean ranToItsEnd() {
            try {
                super.run();
                return true;
            } catch (Throwable failure) {
                failed("a turn of a loop failed, it goes on: loop=", monitor, failure);
                LockSupport.parkNanos(this, PAUSE_NANOS);
                return false;
            }
        }

        @Override
        protected int runIo() {
            int handled = super.runIo();
            tasksNanos = Math.clamp(endPass(), TASKS_NANOS, MOST_TASKS_NANOS);
            tasks = 0;
            return handled;
        }

        /** Whether the sockets have waited long enough; a loop that is being shut down does all its tasks. */
        private boolean isSocketsTurn() {
            if (tasks++ % TASKS_PER_LOOK != 0) {
                return false;
            }
            long now = System.nanoTime();
            if (tasks == 1) {
                tasksBegin = now;
            }
            return now - tasksBegin > tasksNanos && !isShuttingDown();
        }

        @Override
        protected @Nullable Runnable pollTask() {
            Runnable first = ahead.poll();
            if (first == null && isSocketsTurn()) {
                return null;
            }
            polled = first == null ? super.pollTask() : first;
            return polled == null ? null : guard;
        }

        private void runPolled() {
            Runnable task = polled;
            polled = null;
            if (task != null) {
                monitor.beginTurn();
                runSafely(task);
                monitor.endTurn();
            }
        }
    }
}
