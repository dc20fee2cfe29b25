package io.tellask.remote;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts in a connection's account what a publisher has made for it and nobody has taken: {@value MemoryHolder#STEP_BYTES} bytes at a time, so
 * that nothing that connections share is touched for each item. Thread-safe.
 */
public final class UntakenItems {
    /** What a stream takes by itself: its thread, what it reads from (a scan of a store has 32 KiB), its buffer without items. */
    private static final int STREAM_BYTES = 40 * 1024;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MOST_LOOKS = 100;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong toldBytes = new AtomicLong();
    private volatile @Nullable MemoryHolder memory;
    private long streamBytes; // guarded by this
    private int looks; // of the thread that makes the items
    private volatile boolean full;

    /**
     * The items leave by this connection, whose account has the stream itself and what opened it, too, until {@link #end}: a stream that is cancelled
     * goes on until its thread has noticed. False if there is no memory for one more stream, and the connection is about to end.
     */
    public synchronized boolean leaveBy(ItemCarrier carrier) {
        MemoryHolder account = carrier.memory();
        streamBytes = STREAM_BYTES + carrier.handOver();
        boolean room = account.reserveLasting(streamBytes);
        if (room) {
            memory = account;
        }
        return room;
    }

    /** Counts items that were made (more than 0) or taken; what is untaken then. */
    public long add(int change) {
        long now = bytes.addAndGet(change);
        if (Math.abs(now - toldBytes.get()) >= MemoryHolder.STEP_BYTES) {
            tell(now);
        }
        return now;
    }

    private synchronized void tell(long now) {
        MemoryHolder account = memory;
        if (account != null) {
            account.addLasting(now - toldBytes.getAndSet(now));
            full = account.isClosing();
        }
    }

    /**
     * Lets the thread that makes the items wait, half a second in all, while so much of what peers held is leaving that nobody should make more, unless nobody wants them. What
     * has been made for connections that were closed leaves by threads of other actors, which may be slower.
     */
    public void awaitLeaving(BooleanSupplier unwanted) {
        MemoryHolder account = memory;
        if (account == null || !account.mustWait()) {
            return;
        }
        account.countWait();
        for (; looks < MOST_LOOKS && account.mustWait() && !unwanted.getAsBoolean(); looks++) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Whether the connection is about to end, so that nothing more should be made. */
    public boolean isFull() {
        return full;
    }

    /** What is untaken. */
    public long bytes() {
        return bytes.get();
    }

    /** The stream has ended, and its items are gone. A second call changes nothing. */
    public synchronized void end() {
        MemoryHolder account = memory;
        if (account != null) {
            memory = null;
            account.addLasting(-streamBytes - toldBytes.getAndSet(0));
        }
    }
}
