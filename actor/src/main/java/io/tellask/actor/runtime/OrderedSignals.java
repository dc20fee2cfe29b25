package io.tellask.actor.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs signals as one actor in the order they come, from whatever thread: nested where the actor's code is running already and none is
 * still on its way, else as messages. Without an actor, on the calling thread.
 *
 * <p>The caller's signals come one after the other; a thread may differ from that of the signal before. Thread-safe under that rule.
 */
public final class OrderedSignals {
    private final @Nullable ActorCell<?> home; // null: no hop at all
    private final AtomicInteger underWay = new AtomicInteger();

    private OrderedSignals(@Nullable ActorCell<?> home) {
        this.home = home;
    }

    /** A hop to the actor whose code is running on this thread, if any. */
    public static OrderedSignals here() {
        return new OrderedSignals(ActorCell.current());
    }

    public void run(Runnable signal) {
        if (home == null || (underWay.get() == 0 && ActorCell.current() == home)) {
            signal.run();
        } else {
            underWay.incrementAndGet();
            home.enqueue(() -> {
                underWay.decrementAndGet();
                signal.run();
            });
        }
    }

    /** Whether the actor has stopped, so that nobody is there to hear signals. */
    public boolean leadsNowhere() {
        return home != null && home.isStopped();
    }
}
