package io.tellask.actor.runtime;

import io.tellask.actor.Cancellable;
import io.tellask.actor.StopReason;
import io.tellask.actor.Supervision;
import io.tellask.actor.Supervision.Directive;
import io.tellask.actor.flight.FlightEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one actor's cell needs besides messages: what runs when it stops, its children, and what becomes of it when its code fails. Cells that need
 * none of this have none.
 *
 * <p>It belongs to the actor's dispatcher, but for {@link #hurry}. While the actor is between two objects, this holds the only run there is.
 */
public final class Lifecycle {
    /** How long a stopping actor waits for its children. */
    static final Duration CHILDREN_PATIENCE = Duration.ofSeconds(5);

    private static final int TENTHS_OF_PAUSE = 10;

    private final ActorCell<?> cell;
    private @Nullable Supervision supervision;
    private @Nullable Supplier<?> factory;
    private @Nullable ActorCell<?> parent;
    private final Map<Object, Runnable> atStop = new LinkedHashMap<>();
    private final Map<Object, Runnable> atEnd = new LinkedHashMap<>();
    private final Set<ActorCell<?>> children = new LinkedHashSet<>();
    private final List<Runnable> whenStopped = new ArrayList<>();
    private @Nullable StopReason reason;
    private boolean ended;
    private @Nullable Cancellable patience;

    private @Nullable Throwable failure; // that nothing was done about yet
    private long @Nullable [] restartNanos; // a ring of instants
    private int restarts;
    private volatile @Nullable Cancellable pause; // while the actor is between two objects
    private volatile @Nullable StopReason hurried;

    Lifecycle(ActorCell<?> cell) {
        this.cell = cell;
    }

    /** Says what becomes of the actor when its code fails, how it is made again, and who its parent is; before it is made. */
    public void supervise(
            @Nullable Supervision newSupervision, Supplier<?> newFactory, @Nullable ActorCell<?> newParent) {
        supervision = newSupervision;
        factory = newFactory;
        parent = newParent;
    }

    /** Has a task run when the object stops to be the actor, because the actor stops or is made again, after {@code onStop}. */
    public void atStop(Object key, Runnable task) {
        atStop.put(key, task);
    }

    /** Takes back an {@link #atStop}. */
    public void forgetAtStop(Object key) {
        atStop.remove(key);
    }

    /** Has a task run when the actor has stopped for good, or at once if it has. */
    public void atEnd(Object key, Runnable task) {
        if (ended) {
            step(task);
        } else {
            atEnd.put(key, task);
        }
    }

    /** Takes back an {@link #atEnd}. */
    void forgetAtEnd(Object key) {
        atEnd.remove(key);
    }

    /** Why the actor stops; null before. */
    public @Nullable StopReason reason() {
        return reason;
    }

    /** Has another actor, which is not made yet, stop with this one. */
    public void add(ActorCell<?> child) {
        children.add(child);
        child.lifecycle().atEnd(this, () -> cell.enqueue(() -> remove(child)));
    }

    /** A child has stopped. */
    private void remove(ActorCell<?> child) {
        children.remove(child);
        if (reason != null && children.isEmpty()) {
            finish();
        }
    }

    /** Stops the actor, its children first; the task runs when it has stopped. */
    void stop(StopReason why, Runnable task) {
        if (ended) {
            step(task);
            return;
        }
        whenStopped.add(task);
        if (reason != null) {
            return;
        }
        reason = why;
        cell.markStopped();
        if (children.isEmpty()) {
            finish();
            return;
        }
        List.copyOf(children).forEach(each -> each.stop(StopReason.PARENT_STOPPED));
        try {
            patience = cell.dispatcher().schedule(() -> cell.enqueue(this::finish), CHILDREN_PATIENCE.toNanos());
        } catch (RejectedExecutionException | OutOfMemoryError noTimer) {
            finish();
        }
    }

    private void finish() {
        if (ended) {
            return;
        }
        ended = true;
        if (patience != null) {
            patience.cancel();
        }
        endObject(Objects.requireNonNull(reason));
        step(this::tellStopped); // first, so that who is told of the end finds the actor gone
        runAll(atEnd);
        whenStopped.forEach(this::step);
        whenStopped.clear();
    }

    private void tellStopped() {
        cell.host().stopped(cell);
        FlightEvents.stopped(cell.name(), cell.contract(), Objects.requireNonNull(reason), cell.handledMessages());
    }

    /** The object is no longer the actor. */
    private void endObject(StopReason why) {
        step(() -> cell.host().stopping(cell.actor(), why));
        runAll(atStop);
        cell.failOpenAnswers(
                why, untold -> cell.dispatcher().failed("an ask was not answered: actor=", cell.name(), untold));
    }

    private void runAll(Map<Object, Runnable> tasks) {
        List<Runnable> all = List.copyOf(tasks.values());
        tasks.clear();
        all.forEach(this::step);
    }

    private void step(Runnable step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            cell.dispatcher().failed("onStop failed: actor=", cell.name(), thrown);
        }
    }

    /** The actor's code has failed; true: {@link #act} is to follow when the message is done. */
    boolean takesNoteOf(Throwable newFailure, boolean isOfAsk) {
        if (supervision == null || isOfAsk && !supervision.countsAsks() || reason != null) {
            return false;
        }
        failure = newFailure;
        return true;
    }

    /** Does what the supervision says about the failure, by who has the run; the run is given back when that is done, which may be later. */
    void act() {
        boolean paused = false;
        try {
            paused = actOnFailures(Objects.requireNonNull(supervision));
        } finally {
            if (!paused) {
                cell.endRun();
            }
        }
    }

    /** True: it pauses, and goes on with the run by itself. */
    private boolean actOnFailures(Supervision policy) {
        while (failure != null && reason == null) {
            Throwable cause = failure;
            failure = null;
            Directive directive = policy.directive(cause);
            long now = cell.dispatcher().nanoTime();
            int before = directive == Directive.RESTART ? restartsWithinWindow(policy, now) : 0;
            if (directive == Directive.RESTART && before >= policy.restarts()) {
                directive = policy.beyond();
            }
            switch (directive) {
                case RESUME -> {}
                case STOP -> end(cause, null);
                case ESCALATE -> end(cause, parent);
                case RESTART -> {
                    countRestart(policy, now);
                    cell.run(() -> endObject(StopReason.RESTARTED));
                    cell.endIncarnation();
                    List.copyOf(children).forEach(each -> each.stop(StopReason.PARENT_STOPPED));
                    long nanos = pauseNanos(policy, before);
                    if (nanos > 0 && pauses(nanos)) {
                        return true;
                    }
                    renew();
                }
            }
        }
        return false;
    }

    private void end(Throwable cause, @Nullable ActorCell<?> escalatesTo) {
        cell.run(() -> stop(StopReason.FAILED, () -> {}));
        if (escalatesTo != null) {
            escalatesTo.enqueue(() -> escalatesTo.reportTellFailure("child " + cell.name(), cause));
        }
    }

    /** How often it was made again within the window before this. */
    private int restartsWithinWindow(Supervision policy, long now) {
        long[] ring = restartNanos;
        if (ring == null) {
            return 0;
        }
        int known = Math.min(restarts, ring.length);
        int count = 0;
        for (int i = 1; i <= known; i++) {
            if (now - ring[(restarts - i) % ring.length] <= policy.window().toNanos()) {
                count++;
            }
        }
        return count;
    }

    private void countRestart(Supervision policy, long now) {
        if (restartNanos == null) {
            restartNanos = new long[Math.max(1, policy.restarts())];
        }
        restartNanos[restarts % restartNanos.length] = now;
        restarts++;
    }

    /** Up to a tenth more or less, by the actor's name and how often it was made. */
    private long pauseNanos(Supervision policy, int before) {
        long nanos = policy.pause(before).toNanos();
        long tenth = nanos / TENTHS_OF_PAUSE;
        int hash = (cell.name().hashCode() * 31 + restarts) * 0x9E3779B9;
        return tenth == 0 ? nanos : nanos - tenth + Math.floorMod((long) hash, 2 * tenth);
    }

    /** False where it does not pause: the dispatcher has ended, has no memory for a timer, or somebody stops the actor. */
    private boolean pauses(long nanos) {
        if (hurried != null) {
            return false;
        }
        try {
            Cancellable timer = cell.dispatcher().schedule(this::goOn, nanos);
            pause = timer;
            return hurried == null || !timer.cancel(); // who stops the actor may not have seen the timer
        } catch (RejectedExecutionException | OutOfMemoryError noTimer) {
            return false;
        }
    }

    /** After the pause. */
    private void goOn() {
        pause = null;
        renew();
        act();
    }

    /** Makes the object anew; if that fails, there is another failure to act on. */
    private void renew() {
        StopReason stops = hurried;
        if (stops != null) {
            reason = stops;
            cell.markStopped();
            ended = true;
            step(this::tellStopped);
            runAll(atEnd);
            return;
        }
        try {
            cell.renew(Objects.requireNonNull(factory));
        } catch (Throwable thrown) {
            cell.host().reportTellFailure(cell.name(), "constructor", thrown);
            failure = thrown;
        }
    }

    /** The actor is to stop: if it is between two objects, it does so now. By any thread, behind the message that stops it. */
    void hurry(StopReason why) {
        hurried = why;
        Cancellable timer = pause;
        if (timer != null && timer.cancel()) {
            try {
                cell.dispatcher().execute(this::goOn);
            } catch (RejectedExecutionException | OutOfMemoryError notQueued) {
                goOn(); // nobody else has the run
            }
        }
    }
}
