package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StealingPool} runs: it stands in one queue at most, and the link to the next one is in it, so that queueing allocates nothing.
 *
 * <p>Whoever runs it owns {@code runsAway}; {@code home} is read by those who submit it, who may see an older one.
 */
abstract class ReadyTask implements Runnable {
    static final int NO_HOME = -1;

    /** Runs in a row on other threads than its own after which a task moves to the last of them. */
    static final int RUNS_AWAY_TO_MOVE = 8;

    static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(ReadyTask.class, "nextReady", ReadyTask.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through NEXT
    private @Nullable ReadyTask nextReady;

    int home = NO_HOME;
    private int runsAway;

    /** Its own thread is about to run it. */
    final void beginAtHome() {
        if (runsAway != 0) {
            runsAway = 0;
        }
    }

    /** Another thread is about to run it, because its own has too much to do; if that goes on, it moves. */
    final void beginAway(int newHome) {
        if (++runsAway == RUNS_AWAY_TO_MOVE) {
            runsAway = 0;
            home = newHome;
        }
    }
}
