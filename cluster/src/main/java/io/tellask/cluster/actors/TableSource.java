package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.cluster.actors.ActorTable.Host;
import org.jspecify.annotations.Nullable;

/** Where the table of a cluster comes from, and what need not be looked up over the network. */
interface TableSource {
    /** The newest table. */
    Promise<ActorTable> newest();

    /** An actor of this process, if that is the host; null: it is elsewhere. */
    default @Nullable Promise<?> local(Host host, ActorId id) {
        return null;
    }
}
