package io.tellask.remote;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What one connection makes the process hold, as far as it is known here: its account in a {@link PeerMemory}.
 *
 * <p>Before an allocation of some size call {@link #reserve}; count many small things together, some {@value #STEP_BYTES} bytes at a time, with
 * {@link #add}. Neither waits, and both may be called with locks held. Thread-safe.
 */
public final class MemoryHolder {
    /** How many bytes a connection gathers, about, before it tells of them. */
    public static final int STEP_BYTES = 16 << 10;

    /**
     * Threads that make items for the streams of one connection and run at once: half of those that the machine runs, but not one alone, which the
     * machine may suspend. So a connection with a thousand streams stands as two in the way of another's one, not as a thousand.
     */
    static final int MOST_MAKERS = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);

    private static final long ENDED = Long.MIN_VALUE;
    private static final long CLOSING = 1; // in the lowest bit; the bytes are above it

    /** The connection, as this calls it: on any thread, perhaps with locks held. */
    public interface Owner {
        /** The other side's address, for the log. */
        String peer();

        /** Has the connection closed on its loop, soon, with this reason; must neither wait nor take a lock. Called at most once. */
        void closeForMemory(String reason);
    }

    private final PeerMemory memory;
    private final Owner owner;
    private final int baseBytes;
    private final AtomicLong state = new AtomicLong();
    private final AtomicLong lastingBytes = new AtomicLong();
    private final Semaphore makers = new Semaphore(MOST_MAKERS, true);
    private long leftBehindBytes; // guarded by this
    private volatile @Nullable String reason;
    long ranked; // what it held when holders were last compared; guarded by the budget

    MemoryHolder(PeerMemory memory, Owner owner, int baseBytes) {
        this.memory = memory;
        this.owner = owner;
        this.baseBytes = baseBytes;
    }

    /**
     * Asks for room before it is taken. Where there is none, the connection that holds most is closed; if that is this one, nothing is
     * counted, and the caller must not allocate.
     *
     * @return false if this connection is being closed, or has ended
     */
    public boolean reserve(long more) {
        if (isClosing()) {
            return false;
        }
        long before = count(more);
        if (before == ENDED) {
            return false;
        }
        if (memory.hold(this, more, isClosing(before))) {
            return true;
        }
        long after = count(-more);
        if (after != ENDED) {
            memory.hold(this, -more, isClosing(after));
        }
        return false;
    }

    /** Counts what has been taken or given back already; may have this connection closed, or another. */
    public void add(long change) {
        if (change == 0) {
            return;
        }
        long before = count(change);
        if (before != ENDED) {
            memory.hold(this, change, isClosing(before));
        } else if (change < 0) {
            takeBehind(-change);
        }
    }

    /** As {@link #reserve}, for what may outlive the connection and is given back by {@link #addLasting}: what a thread beside it works with. */
    public boolean reserveLasting(long more) {
        boolean room = reserve(more);
        if (room) {
            lastingBytes.addAndGet(more);
        }
        return room;
    }

    /** As {@link #add}, of what may outlive the connection. */
    public void addLasting(long change) {
        lastingBytes.addAndGet(change);
        add(change);
    }

    /** The connection has ended, and something that outlived it has gone now. */
    private synchronized void takeBehind(long gone) {
        long taken = Math.min(leftBehindBytes, gone);
        leftBehindBytes -= taken;
        memory.hold(this, -taken, true);
    }

    /** The state before; ENDED once the connection has ended, and then nothing is held any more. */
    private long count(long change) {
        long before;
        do {
            before = state.get();
            if (before == ENDED) {
                return ENDED;
            }
        } while (!state.compareAndSet(before, before + (change << 1)));
        return before;
    }

    /** A permit for each thread that may make items for this connection now. */
    Semaphore makers() {
        return makers;
    }

    public long bytes() {
        return Math.max(0, state.get() >> 1);
    }

    /** Whether this connection must end, because it holds most or found no room. */
    public boolean isClosing() {
        return isClosing(state.get());
    }

    /** True of the state of one that has ended, too. */
    private static boolean isClosing(long state) {
        return state == ENDED || (state & CLOSING) != 0;
    }

    /** From here on what it holds is leaving; true for the one caller who must say so to it. */
    boolean beginClosing() {
        long before = state.getAndUpdate(now -> now == ENDED ? ENDED : now | CLOSING);
        if (isClosing(before)) {
            return false;
        }
        memory.leaves(before >> 1);
        return true;
    }

    /** Why this connection is closed, or null if it is not closed for memory. */
    public @Nullable String reason() {
        return reason;
    }

    /** Whether more than half of the budget is taken, so that nothing should be kept for later. */
    public boolean isTight() {
        return memory.isTight();
    }

    /**
     * Whether connections by themselves take more than 15/16 of what they may take, this one included: then others should give way, or this
     * one be refused, so that there is room for those who have none.
     */
    public boolean connectionsAreMany() {
        return memory.connectionsAreMany();
    }

    /**
     * Whether this connection may take more of what it can be refused, such as references: one of the larger ones not, once three quarters of
     * the budget are taken. So it is refused that before it must be closed.
     */
    public boolean mayGrow() {
        return memory.mayGrow(bytes());
    }

    /** Whether this connection should take nothing more until what is leaving has left: back-pressure in place of being closed. */
    public boolean mustWait() {
        return memory.mustWait(bytes()) && !isClosing();
    }

    /** Counts that this connection waits. */
    public void countWait() {
        memory.countWait();
    }

    String name() {
        return owner.peer();
    }

    /** Called once, perhaps under the lock of the budget. */
    void close(String why) {
        reason = why;
        owner.closeForMemory(why);
    }

    /** There is no room for another connection; whoever opened it asks, and is not called. */
    void refuse() {
        if (beginClosing()) {
            reason = "memory: connections take more than half of peerMemory=" + memory.limitBytes()
                    + "; try again later, or raise the server's limit";
        }
    }

    /**
     * The connection has ended; a second call changes nothing.
     *
     * @param leftBytes what outlives it, such as calls that wait for an actor; it stays counted until {@link #add} takes it back
     */
    public synchronized void end(long leftBytes) {
        long last = state.getAndSet(ENDED);
        if (last != ENDED) {
            long held = last >> 1;
            leftBehindBytes = Math.max(0, leftBytes) + Math.max(0, lastingBytes.get());
            memory.ended(this, held - leftBehindBytes, isClosing(last) ? 0 : held, baseBytes);
        }
    }
}
