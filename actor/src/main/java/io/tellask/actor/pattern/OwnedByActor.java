package io.tellask.actor.pattern;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Cancellable;
import io.tellask.actor.runtime.ActorCell;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Something that belongs to the actor that makes it, and is used by that one's code only. */
abstract class OwnedByActor {
    private final String what;
    private final ActorCell<?> owner;
    private final int incarnation;
    private @Nullable Timer timer; // null: none runs

    /** What runs after a time. The actor knows of it until then, so that what it makes again and again leaves nothing behind. */
    private final class Timer {
        private final Runnable task;
        private final Cancellable alarm;

        Timer(long nanos, Runnable task) {
            this.task = task;
            alarm = owner.dispatcher().schedule(() -> owner.enqueue(this::run), nanos);
        }

        private void run() {
            if (timer == this && !owner.isStopped() && owner.incarnation() == incarnation) { // else it came too late
                cancelTimer();
                task.run();
            }
        }
    }

    OwnedByActor(String what) {
        ActorCell<?> current = ActorCell.current();
        if (current == null) {
            throw new IllegalStateException(
                    what + ": was made outside of an actor; make it in an actor's constructor or methods");
        }
        this.what = what;
        owner = current;
        incarnation = current.incarnation();
    }

    final void requireOwner() {
        if (ActorCell.current() != owner) {
            throw new IllegalStateException(
                    what + ": belongs to actor=" + owner.name() + "; call it from that actor's code only");
        }
    }

    /** Runs a task as the actor after a time, in place of one that waits; unless the actor stops or is made again before. */
    final void startTimer(long nanos, Runnable task) {
        cancelTimer();
        timer = new Timer(nanos, task);
        owner.lifecycle().atStop(this, this::cancelTimer);
    }

    /** The task that waits does not run. */
    final void cancelTimer() {
        if (timer != null) {
            timer.alarm.cancel();
            timer = null;
            owner.lifecycle().forgetAtStop(this);
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
