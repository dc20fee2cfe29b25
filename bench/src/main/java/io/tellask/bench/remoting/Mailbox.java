package io.tellask.bench.remoting;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A ring of messages from one thread to one other. The sender shows what it has put a batch at a time, the receiver gives the
 * places back a batch at a time, and either parks where it must wait: a message costs one store, a batch a fence.
 *
 * @param <M> a message
 */
final class Mailbox<M> {
    private final M[] places;
    private final Position published = new Position();
    private final Position taken = new Position();
    private long filled;
    private long room;

    /** A mailbox with these places, whose number is a power of two. */
    Mailbox(M[] places) {
        this.places = places;
        room = places.length;
    }

    /** Puts one more, waiting while there is no place; the receiver sees it once it is {@linkplain #publish published}. */
    void put(M message) {
        if (filled == room) {
            publish();
            room = taken.awaitBeyond(filled - places.length) + places.length;
        }
        places[(int) filled++ & (places.length - 1)] = message;
    }

    /** Shows the receiver all that was put. */
    void publish() {
        published.advance(filled);
    }

    /** Whether there is anything behind the first {@code count} messages. */
    boolean hasMoreThan(long count) {
        return published.get() > count;
    }

    /** Takes all that is there behind the first {@code count} messages, waiting for one; returns how many were taken by then. */
    long takeAll(long count, Consumer<M> receiver) {
        long end = published.awaitBeyond(count);
        M[] ring = places;
        for (long i = count; i < end; i++) {
            receiver.accept(ring[(int) i & (ring.length - 1)]);
        }
        taken.advance(end);
        return end;
    }

    /** A count that one thread advances and one other waits for, with cache lines of its own. */
    private static final class Position {
        private static final int VALUE = 16;
        private static final int YIELDS_BEFORE_PARK = 2;

        private final AtomicLongArray lines = new AtomicLongArray(2 * VALUE);
        private volatile @Nullable Thread waiter;

        long get() {
            return lines.getAcquire(VALUE);
        }

        void advance(long value) {
            lines.setRelease(VALUE, value);
            VarHandle.fullFence();
            LockSupport.unpark(waiter);
        }

        long awaitBeyond(long value) {
            for (int i = 0; get() <= value && i < YIELDS_BEFORE_PARK; i++) {
                Thread.yield();
            }
            if (get() <= value) {
                waiter = Thread.currentThread();
                while (lines.get(VALUE) <= value) {
                    LockSupport.park(this);
                }
                waiter = null;
            }
            return get();
        }
    }
}
