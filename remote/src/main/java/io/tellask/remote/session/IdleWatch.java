package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.actor.StopReason;
import io.tellask.actor.runtime.ActorCell;
import org.jspecify.annotations.Nullable;

/**
 * Stops an actor that its session's peer has not called for a while. One timer an actor, begun anew when it is over and a call has come meanwhile; a call
 * costs a read of the time at which its bytes came.
 *
 * <p>Belongs to the session's loop, but for {@link #begin}.
 */
public final class IdleWatch {
    private final Endpoint endpoint;
    private final ActorCell<?> cell;
    private final long idleNanos;
    private long calledNanos;
    private @Nullable Cancellable timer;
    private boolean ended;

    private IdleWatch(Endpoint endpoint, ActorCell<?> cell, long idleNanos) {
        this.endpoint = endpoint;
        this.cell = cell;
        this.idleNanos = idleNanos;
    }

    /** Watches an actor from now on, which was not handed out yet; called as that actor, while it is constructed. */
    public static void begin(Endpoint endpoint, ActorCell<?> cell, long idleNanos) {
        IdleWatch watch = new IdleWatch(endpoint, cell, idleNanos);
        endpoint.exports().watch(cell, watch);
        endpoint.runOnLoopLater(watch::start);
        cell.lifecycle().atStop(watch, () -> {
            endpoint.exports().unwatch(cell);
            endpoint.runOnLoopLater(watch::end);
        });
    }

    private void start() {
        calledNanos = endpoint.loop().nanoTime();
        await(idleNanos);
    }

    private void await(long nanos) {
        if (!ended) {
            timer = endpoint.schedule(this::check, nanos);
        }
    }

    void called() {
        calledNanos = endpoint.timers().lastReceivedNanos();
    }

    private void check() {
        long left = idleNanos - (endpoint.loop().nanoTime() - calledNanos);
        if (left > 0) {
            await(left);
        } else if (!ended) {
            cell.stop(StopReason.IDLE);
        }
    }

    private void end() {
        ended = true;
        if (timer != null) {
            timer.cancel();
        }
    }
}
