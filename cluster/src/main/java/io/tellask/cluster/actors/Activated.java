package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.remote.NameResolver.Found;
import org.jspecify.annotations.Nullable;

/** An actor of a host, from when it is wanted until it has stopped. Belongs to the host. */
final class Activated implements Activation {
    private final ActorId id;
    private final ActorType<?> type;
    private final long epoch;
    private final ActorStates states;
    final Promise<Found<?>> started = new Promise<>();
    final Promise<Void> ended = new Promise<>();

    @Nullable
    Object reference; // null before it is made

    boolean isStopping;
    long handled = -1; // messages, when it was looked at last
    long idleSince;

    Activated(ActorId id, ActorType<?> type, long epoch, ActorStates states) {
        this.id = id;
        this.type = type;
        this.epoch = epoch;
        this.states = states;
    }

    ActorId id() {
        return id;
    }

    ActorType<?> type() {
        return type;
    }

    @Override
    public String key() {
        return id.key();
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public <S> ActorState<S> state(Class<S> stored) {
        return states.of(stored, id, epoch);
    }

    @Override
    public String toString() {
        return "activation of " + id + ", epoch=" + epoch;
    }
}
