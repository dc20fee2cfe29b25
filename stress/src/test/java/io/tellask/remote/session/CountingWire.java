package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A connection and its loop, whose tasks run when a test says so, on the thread that does: one at a time, as it is with a loop. Counts what is sent.
 */
final class CountingWire implements Wire {
    private static final PeerMemory MEMORY = new PeerMemory(1L << 30);

    private final ManualLoop loop = new ManualLoop();
    private int sentBytes; // the loop's

    Outbound outbound() {
        MemoryHolder memory = new NoOwner().open();
        return new Outbound(this, memory, new Calls(1), () -> {}, failure -> {
            throw new AssertionError(failure);
        });
    }

    /** Writes a frame of nothing but its header, and has it sent. */
    void writePing(Outbound outbound) {
        outbound.lockAndBeginFrame(0);
        outbound.endFrame(FrameType.PING);
        outbound.unlockAndSend();
    }

    void runTasks() {
        loop.runTasks();
    }

    int sentFrames() {
        return sentBytes / FrameType.HEADER_BYTES;
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        sentBytes += length;
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void close() {}

    @Override
    public String peer() {
        return "nobody";
    }

    private static final class NoOwner implements MemoryHolder.Owner {
        MemoryHolder open() {
            MemoryHolder holder = MEMORY.open(this, 0);
            holder.end(0); // the budget lists those that have not ended, and a test makes millions
            return holder;
        }

        @Override
        public String peer() {
            return "nobody";
        }

        @Override
        public void closeForMemory(String reason) {
            throw new AssertionError(reason);
        }
    }

    private static final class ManualLoop implements Dispatcher {
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

        void runTasks() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            throw new UnsupportedOperationException("nothing is scheduled");
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public boolean servesIo() {
            return true;
        }
    }
}
