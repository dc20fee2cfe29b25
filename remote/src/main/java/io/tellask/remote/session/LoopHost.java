package io.tellask.remote.session;

import io.tellask.actor.SpawnOptions;
import io.tellask.actor.runtime.ActorHost;
import java.util.function.Supplier;

/** Where the actors of a session's loop live that no actor of the application made. Thread-safe. */
record LoopHost(Endpoint endpoint) implements ActorHost {
    @Override
    public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
        throw new IllegalStateException("spawn: contract=" + contract.getName()
                + ", the publisher that asks for it was passed by no actor; use ActorSystem.spawn");
    }

    @Override
    public void countDropped() {
        // nobody else sends to the cell, so its mailbox is never full
    }

    @Override
    public void reportTellFailure(String actor, String method, Throwable failure) {
        endpoint.loop().failed("a call of " + actor + " failed: session=", endpoint.peer(), failure);
    }
}
