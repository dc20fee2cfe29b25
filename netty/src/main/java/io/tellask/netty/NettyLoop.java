package io.tellask.netty;

import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.runtime.DispatcherThread;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
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

    private final Events events;
    private @Nullable ByteBuffer readBuffer;
    private @Nullable ByteBuffer writeBuffer;
    private byte @Nullable [] spare;

    NettyLoop(String name) {
        events = new Events(name);
    }

    /** Netty's side of the loop. */
    SingleThreadIoEventLoop events() {
        return events;
    }

    @Override
    public void execute(Runnable task) {
        events.execute(task);
    }

    @Override
    public boolean isCurrent() {
        return events.inEventLoop();
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        ScheduledFuture<?> scheduled = events.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public boolean servesIo() {
        return true;
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

    private final class Events extends SingleThreadIoEventLoop {
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
            if (Thread.currentThread() instanceof DispatcherThread thread) {
                thread.dispatcher(NettyLoop.this);
            }
            super.run();
        }
    }
}
