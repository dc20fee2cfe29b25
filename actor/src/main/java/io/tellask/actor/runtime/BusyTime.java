package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.flight.FlightEvents;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether anybody wants to know how long actors of this process run: who measures, or a flight recording that has slow messages. While nobody
 * does, a run of an actor, a call that is executed in place and a call that is sent cost one look at a field. Thread-safe.
 */
public final class BusyTime {
    private static final VarHandle MEASURED;
    private static int watchers; // guarded by the class, as writes of the next
    private static boolean recorded;

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

    /** As {@link #isMeasured}, once recordings were asked as well: at the beginning of a run. */
    static boolean isWanted() {
        boolean wanted = FlightEvents.wantMessages();
        if (wanted != recorded) {
            countRecordings(wanted);
        }
        return isMeasured();
    }

    /** Whether times are taken: of messages that are sent, too. */
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

    private static synchronized void countRecordings(boolean wanted) {
        if (wanted != recorded) { // else another thread was first
            recorded = wanted;
            count(wanted ? 1 : -1);
        }
    }

    private static synchronized void count(int change) {
        watchers += change;
        MEASURED.setOpaque(watchers > 0);
    }
}
