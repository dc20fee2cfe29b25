package io.tellask.actor.runtime;

import io.tellask.actor.StopReason;

/** Stops an actor behind all that waits now. */
final class StopMessage extends Message {
    private final StopReason reason;
    private final Runnable whenStopped;

    StopMessage(StopReason reason, Runnable whenStopped) {
        this.reason = reason;
        this.whenStopped = whenStopped;
    }

    @Override
    public void deliver(ActorCell<?> cell) {
        cell.stopNow(reason, whenStopped);
    }

    @Override
    boolean waitsForEarlier() {
        return true;
    }

    @Override
    public void refuse(RuntimeException never) {
        throw new AssertionError("a stop is never refused", never);
    }
}
