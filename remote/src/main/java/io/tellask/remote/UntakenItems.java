package io.tellask.remote;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts in a connection's account what a publisher has made for it and nobody has taken: {@value MemoryHolder#STEP_BYTES} bytes at a time, so
 * that nothing that connections share is touched for each item. Also shares the processors: of the threads that make items for one connection so many
 * run at once ({@link MemoryHolder#MOST_MAKERS}), and each gives way after a turn. Thread-safe, but for what is said to be the making thread's.
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

    /**
     * Bytes that a thread makes or looks at before others that make items have their turn, or so many items, or so long: virtual threads are not
     * interrupted by one another.
     */
    public static final int TURN_BYTES = 64 << 10;

    /** Bytes of a log that a thread passes by in a turn: a tenth of a millisecond, or several where they are read from disk. */
    public static final int PASSED_BYTES = 256 << 10;

    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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
    private long turnBeganNanos;
    private final FairYield others = new FairYield();
    private @Nullable Semaphore makers;
    private boolean running;
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
            makers = account.makers();
        }
        return room;
    }

    /** The making thread begins: waits for others of its connection. */
    public void begin() {
        turnBeganNanos = System.nanoTime();
        goOn();
    }

    /** The making thread has come to its end. */
    public void finish() {
        rest();
    }

    /** The making thread is about to wait for something, and lets others of its connection run meanwhile; {@link #goOn} follows. */
    public void rest() {
        Semaphore permits = makers;
        if (running && permits != null) {
            running = false;
            permits.release();
        }
    }

    /** The making thread goes on once others of its connection let it. */
    public void goOn() {
        Semaphore permits = makers;
        if (!running && permits != null) {
            permits.acquireUninterruptibly();
            running = true;
        }
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

    /** The making thread has made or looked at something of so many bytes: lets others have their turn where that, or the time, is enough. */
    public void giveWay(int moreBytes) {
        turnBytes += moreBytes;
        if (turnBytes >= TURN_BYTES || ++turnItems >= TURN_ITEMS || System.nanoTime() - turnBeganNanos >= TURN_NANOS) {
            boolean counted = running;
            rest();
            others.yield();
            if (counted) {
                goOn();
            }
            turnBytes = 0;
            turnItems = 0;
            turnBeganNanos = System.nanoTime();
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
        boolean counted = running;
        rest();
        waiting = Thread.currentThread();
        wakeBelowBytes = half ? Math.max(1, most / 2) : most;
        while (bytes.get() >= wakeBelowBytes && !unwanted.getAsBoolean()) {
            LockSupport.park(this);
        }
        wakeBelowBytes = 0;
        waiting = null;
        if (counted) {
            goOn();
        }
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
        boolean counted = running;
        rest();
        for (; looks < MOST_LOOKS && account.mustWait() && !unwanted.getAsBoolean(); looks++) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        if (counted) {
            goOn();
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
