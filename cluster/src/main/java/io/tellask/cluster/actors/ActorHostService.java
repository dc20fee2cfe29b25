package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import java.util.Optional;

/** A host as other hosts and clients reach it over the network; {@link ActorHost#publish} publishes it, {@link ClusterActors} calls it. */
public interface ActorHostService {
    /** The name under which hosts publish it. */
    String NAME = "tellask.actors";

    /** Who runs which actors, as far as the host knows, if that is newer than the epoch. */
    Promise<Optional<ActorTable>> table(long knownEpoch);

    /** There is a newer table, of this epoch or greater. */
    void changed(long epoch);
}
