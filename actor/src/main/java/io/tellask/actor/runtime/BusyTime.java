package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether anybody wants to know how long actors of this process run. While nobody does, a run of an actor and a call that is executed in
 * place cost one look at a field. Thread-safe.
 */
public final class BusyTime {
    private static final VarHandle MEASURED;
    private static int watchers; // guarded by the class

    @SuppressWarnings("UnusedVariable") // through MEASURED
    private static boolean measured;

    static {
        try {
            MEASURED = MethodHandles.lookup().findStaticVarHandle(BusyTime.class, "measured", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private BusyTime() {}

    static boolean isMeasured() {
        return (boolean) MEASURED.getOpaque();
    }

    /** Measures until the answer is cancelled, and until all others that measure have been. */
    public static Cancellable measure() {
        count(1);
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            boolean first = ended.compareAndSet(false, true);
            if (first) {
                count(-1);
            }
            return first;
        };
    }

    private static synchronized void count(int change) {
        watchers += change;
        MEASURED.setOpaque(watchers > 0);
    }
}
