package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.Construction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An optional base class for actors that want to know themselves: their own reference, their timers, and the moment they stop.
 *
 * <p>An actor is any object that implements its contract; extending this class only adds the methods below. They belong to the actor's
 * own code: call them on its dispatcher (the constructor included).
 */
public abstract class Actor {
    private final ActorCell<?> cell;
    private @Nullable Timers timers;

    /**
     * Remembers which actor is being made.
     *
     * @throws IllegalStateException if it is not {@link ActorSystem#spawn} that calls the constructor
     */
    protected Actor() {
        ActorCell<?> constructed = Construction.cell();
        if (constructed == null) {
            throw new IllegalStateException("actor: class=" + getClass().getName()
                    + " was constructed outside of spawn; pass its constructor to ActorSystem.spawn");
        }
        cell = constructed;
    }

    /** This actor's own reference: calls on it are queued like anybody's. */
    protected final <C> C self(Class<C> contract) {
        return contract.cast(cell.reference());
    }

    /** The system this actor lives in. */
    protected final ActorSystem system() {
        return ActorSystem.of(cell);
    }

    /**
     * Makes an actor that is a child of this one: it stops before this one does, and when this one is made again; its failures become this one's where its
     * {@link Supervision} says {@link Supervision.Directive#ESCALATE}. Otherwise as {@link ActorSystem#spawn(Class, Supplier, SpawnOptions)}.
     *
     * @throws ActorStoppedException if this actor stops already
     */
    protected final <C> C spawnChild(Class<C> contract, Supplier<? extends C> childFactory, SpawnOptions options) {
        if (cell.isStopped()) {
            throw new ActorStoppedException(
                    "spawn: actor=" + cell.name() + " has stopped; spawn children before onStop");
        }
        return system().spawn(contract, childFactory, options, cell);
    }

    /** Timers that run as this actor and end with it. */
    protected final Timers timers() {
        if (timers == null) {
            timers = new Timers(cell);
        }
        return timers;
    }

    /**
     * Called once, as the actor's last message; with {@link StopReason#RESTARTED} if another object takes its place as the actor. What it throws is
     * logged.
     */
    protected void onStop(StopReason reason) {}

    /** How many timers will still run; from any thread. */
    final int pendingTimers() {
        Timers known = timers;
        return known == null ? 0 : known.pending();
    }

    final void stopping(StopReason reason) {
        if (timers != null) {
            timers.cancelAll();
        }
        onStop(reason);
    }
}
