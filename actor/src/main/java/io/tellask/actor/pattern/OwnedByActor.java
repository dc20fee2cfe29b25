package io.tellask.actor.pattern;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Cancellable;
import io.tellask.actor.runtime.ActorCell;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Something that belongs to the actor that makes it, and is used by that one's code only. */
abstract class OwnedByActor {
    private final String what;
    private final ActorCell<?> owner;
    private final int incarnation;

    OwnedByActor(String what) {
        ActorCell<?> current = ActorCell.current();
        if (current == null) {
            throw new IllegalStateException(
                    what + ": was made outside of an actor; make it in an actor's constructor or methods");
        }
        this.what = what;
        owner = current;
        incarnation = current.incarnation();
        current.lifecycle().atStop(this, this::stopped);
    }

    /** The actor stops, or is made again. */
    abstract void stopped();

    final void requireOwner() {
        if (ActorCell.current() != owner) {
            throw new IllegalStateException(
                    what + ": belongs to actor=" + owner.name() + "; call it from that actor's code only");
        }
    }

    final long nanoTime() {
        return owner.dispatcher().nanoTime();
    }

    /** Runs a task as the actor after a time, unless that has stopped or was made again. */
    final Cancellable after(long nanos, Runnable task) {
        return owner.dispatcher().schedule(() -> owner.enqueue(() -> runIfAlive(task)), Math.max(0, nanos));
    }

    private void runIfAlive(Runnable task) {
        if (!owner.isStopped() && owner.incarnation() == incarnation) {
            task.run();
        }
    }

    final ActorCell<?> owner() {
        return owner;
    }

    final ActorStoppedException hasStopped() {
        return new ActorStoppedException(what + ": actor=" + owner.name() + " has stopped, or was made again");
    }

    static long positiveNanos(String what, Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException(what + "=" + time + " <= 0; use a positive time");
        }
        return TimeUnit.NANOSECONDS.convert(time);
    }
}
