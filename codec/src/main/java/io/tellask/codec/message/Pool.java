package io.tellask.codec.message;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few reusable objects, whatever the number of threads: one for each of the first platform threads that ask, who take
 * it without an atomic step, and for all others, virtual ones among them, two per processor. Thread-safe.
 *
 * <p>A slot belongs to its thread until that has ended; then the next thread with the same number in its low bits
 * takes it over. What a failed call used is left to the garbage collector.
 */
public final class Pool<T> {
    /** Neighbours lie a cache line apart. */
    private static final int STRIDE = 32;

    private static final int STRIPES =
            Integer.highestOneBit(Math.max(1, Math.min(64, Runtime.getRuntime().availableProcessors()))) * 2;
    private static final int OWNED = 4 * STRIPES;

    private final Slot<T>[] owned;
    private final AtomicReferenceArray<T> stripes = new AtomicReferenceArray<>(STRIPES * STRIDE);
    private final Supplier<T> factory;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public Pool(Supplier<T> factory) {
        this.factory = factory;
        owned = new Slot[OWNED];
        for (int i = 0; i < OWNED; i++) {
            owned[i] = new Slot<>();
        }
    }

    public T take() {
        Thread thread = Thread.currentThread();
        Slot<T> slot = slotOf(thread);
        T own = slot.take(thread);
        return own != null ? own : takeOther(thread, slot);
    }

    private T takeOther(Thread thread, Slot<T> slot) {
        T pooled = stripes.getAndSet(stripe(thread), null);
        if (pooled != null) {
            return pooled;
        }
        T made = factory.get();
        if (slot.ownerId == thread.threadId() ? !slot.busy : !thread.isVirtual() && slot.takeOver(thread)) {
            slot.busy = true;
            slot.held = made;
        }
        return made;
    }

    /** Where {@code thread} finds its own: kept by a caller, it leads there without a look at the table. */
    public Slot<T> slotOf(Thread thread) {
        return owned[(int) thread.threadId() & OWNED - 1];
    }

    /** Takes back what {@link #take} gave, or leaves it to the garbage collector where its call failed. */
    public void end(T used, boolean reusable) {
        if (reusable) {
            give(used);
        } else {
            discard(used);
        }
    }

    private void give(T used) {
        Thread thread = Thread.currentThread();
        Slot<T> slot = slotOf(thread);
        if (slot.ownerId == thread.threadId() && slot.held == used) {
            slot.busy = false;
        } else {
            stripes.setRelease(stripe(thread), used);
        }
    }

    private void discard(T used) {
        Thread thread = Thread.currentThread();
        Slot<T> slot = slotOf(thread);
        if (slot.ownerId == thread.threadId() && slot.held == used) {
            slot.held = null;
            slot.busy = false;
        }
    }

    private static int stripe(Thread thread) {
        return ((int) thread.threadId() & (STRIPES - 1)) * STRIDE;
    }

    /** Only its owner reads and writes the plain fields; numbers of threads are never used twice. */
    public static final class Slot<T> {
        private @Nullable T held;
        private boolean busy;
        private volatile long ownerId;
        private @Nullable WeakReference<Thread> owner;

        /** What {@link Pool#take} gives, if it lies here for {@code thread}; null if not. Ends by {@link #end}. */
        public @Nullable T take(Thread thread) {
            T own = held;
            if (ownerId != thread.threadId() || busy || own == null) {
                return null;
            }
            busy = true;
            return own;
        }

        public void end(boolean reusable) {
            if (!reusable) {
                held = null;
            }
            busy = false;
        }

        /** Makes {@code thread} the owner, if there is none or it has ended. */
        synchronized boolean takeOver(Thread thread) {
            Thread old = owner == null ? null : owner.get();
            if (old != null && old.isAlive()) {
                return false;
            }
            owner = new WeakReference<>(thread);
            held = null;
            busy = false;
            ownerId = thread.threadId();
            return true;
        }
    }
}
