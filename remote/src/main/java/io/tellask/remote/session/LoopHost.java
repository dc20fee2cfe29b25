package io.tellask.remote.session;

import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.ActorHost;
import java.util.function.Supplier;

/** Where the actors of a session's loop live that no actor of the application made. Thread-safe. */
record LoopHost(Endpoint endpoint) implements ActorHost {
    /** Makes an actor of a session's loop for what the calling code passes to the peer; what it does belongs where that code does, if that is an actor. */
    static <T> ActorCell<T> newCell(Endpoint endpoint, String name, T actor) {
        ActorCell<?> caller = ActorCell.current();
        ActorHost host = caller != null ? caller.host() : new LoopHost(endpoint);
        MailboxOptions mailbox = MailboxOptions.of(1, MailboxPolicy.REFUSE); // calls come by credit
        ActorCell<T> made = new ActorCell<>(host, name, endpoint.loop(), mailbox);
        made.install(actor);
        return made;
    }

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
