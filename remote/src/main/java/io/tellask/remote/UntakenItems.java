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

    /** What a stream may have untaken, after which its thread waits. */
    public static final int MOST_BYTES = 1 << 20;

    /** As much while peers hold more than half of what they may. */
    static final int MOST_BYTES_WHEN_TIGHT = 64 << 10;

    /** A connection that holds more than this has its streams make no more than one item ahead meanwhile. */
    private static final int LARGE_ACCOUNT_BYTES = 256 << 10;

    /** Bytes and items that a thread makes before others that make items have their turn: virtual threads are not interrupted by one another. */
    private static final int TURN_BYTES = 64 << 10;

    private static final int TURN_ITEMS = 64;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MOST_LOOKS = 100;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong toldBytes = new AtomicLong();
    private volatile @Nullable MemoryHolder memory;
    private long streamBytes; // guarded by this
    private int looks; // of the thread that makes the items, as the next two
    private int turnBytes;
    private int turnItems;
    private volatile @Nullable Thread waiting; // for room
    private volatile long wakeBelowBytes;

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

    /** Counts an item that was made (more than 0), by the thread that makes them, or taken; what is untaken then. */
    public long add(int change) {
        if (change > 0) {
            giveWay(change);
        }
        long now = bytes.addAndGet(change);
        if (change < 0 && now < wakeBelowBytes) {
            wake();
        }
        if (Math.abs(now - toldBytes.get()) >= MemoryHolder.STEP_BYTES) {
            tell(now);
        }
        return now;
    }

    private void giveWay(int madeBytes) {
        turnBytes += madeBytes;
        if (turnBytes >= TURN_BYTES || ++turnItems >= TURN_ITEMS) {
            turnBytes = 0;
            turnItems = 0;
            Thread.yield();
        }
    }

    private synchronized void tell(long now) {
        MemoryHolder account = memory;
        if (account != null) {
            account.addLasting(now - toldBytes.getAndSet(now));
        }
    }

    /**
     * Lets the thread that makes the items wait while as much is untaken as may be: until less than that is, or, where {@code half} is asked for, less
     * than half of it. Only {@link #wake} ends the wait where nobody wants the items any more.
     */
    public void awaitRoom(boolean half, BooleanSupplier unwanted) {
        long most = mostBytes();
        if (bytes.get() < most) {
            return;
        }
        waiting = Thread.currentThread();
        wakeBelowBytes = half ? Math.max(1, most / 2) : most;
        while (bytes.get() >= wakeBelowBytes && !unwanted.getAsBoolean()) {
            LockSupport.park(this);
        }
        wakeBelowBytes = 0;
        waiting = null;
    }

    /** Lets a thread that {@linkplain #awaitRoom waits} look again whether anybody wants the items. */
    public void wake() {
        LockSupport.unpark(waiting);
    }

    private long mostBytes() {
        MemoryHolder account = memory;
        if (account == null || !account.isTight()) {
            return MOST_BYTES;
        }
        return account.bytes() > LARGE_ACCOUNT_BYTES ? 1 : MOST_BYTES_WHEN_TIGHT;
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
        MemoryHolder account = memory;
        return account != null && account.isClosing();
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
