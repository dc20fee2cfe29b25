package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import java.util.function.Function;

/**
 * A type of actors that a host runs.
 *
 * @param <C> the contract
 * @param factory makes what makes an actor, once what it needs is here: its state, say
 */
record ActorType<C>(Class<C> contract, Preparation<C> factory, ActorOptions options) {
    /** Gets what an actor needs before it is made. */
    @FunctionalInterface
    interface Preparation<C> {
        Promise<Function<Running, ? extends C>> prepare(Activation activation);
    }

    /** What an actor's state needs of the host while the actor runs. */
    @FunctionalInterface
    interface Running {
        /** Stops the actor, since another one has taken its place, perhaps. */
        void stop();
    }
}
