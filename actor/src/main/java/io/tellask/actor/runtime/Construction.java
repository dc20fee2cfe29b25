package io.tellask.actor.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says which actor's constructor the calling thread is in: what a constructor makes (promises, emitters) belongs to the new actor, though
 * it runs on the thread that spawns. Thread-safe.
 */
public final class Construction {
    private static final ScopedValue<ActorCell<?>> CELL = ScopedValue.newInstance();

    /** How many plain threads are in a constructor, so that all the others need not look for theirs. */
    private static final AtomicInteger UNDER_WAY = new AtomicInteger();

    private Construction() {}

    /** Makes the actor of a cell. */
    public static <T> T of(ActorCell<T> cell, Supplier<? extends T> factory) {
        RunContext thread = RunContext.current();
        return thread != null ? onActorsThread(thread, cell, factory) : onPlainThread(cell, factory);
    }

    private static <T> T onActorsThread(RunContext thread, ActorCell<T> cell, Supplier<? extends T> factory) {
        ActorCell<?> parent = thread.actor;
        thread.actor = cell;
        try {
            return ScopedValue.where(CELL, cell).call(factory::get);
        } finally {
            thread.actor = parent;
        }
    }

    private static <T> T onPlainThread(ActorCell<T> cell, Supplier<? extends T> factory) {
        UNDER_WAY.incrementAndGet();
        try {
            return ScopedValue.where(CELL, cell).call(factory::get);
        } finally {
            UNDER_WAY.decrementAndGet();
        }
    }

    /** The cell whose actor the calling thread is making, or null. */
    public static @Nullable ActorCell<?> cell() {
        return CELL.isBound() ? CELL.get() : null;
    }

    static @Nullable ActorCell<?> cellOnPlainThread() {
        return UNDER_WAY.get() == 0 ? null : cell();
    }
}
