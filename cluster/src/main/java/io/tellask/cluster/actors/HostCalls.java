package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.remote.NameResolver;
import java.util.Optional;

/** The contract of the actor behind an {@link ActorHost}. */
interface HostCalls {
    /** Who is told of tables that are newer. */
    void tells(LocationCalls locations);

    Promise<Void> join(String address);

    /** The actor that is meant, if this host is to run it; made if it is not there. */
    Promise<NameResolver.Found<?>> activate(ActorId id);

    /** The newest table, as the group has it. */
    Promise<ActorTable> newest();

    /** The table that is known here, if it is newer. */
    Promise<Optional<ActorTable>> known(long epoch);

    void changed(long epoch);

    /** Takes a host out whose lease has ended. */
    Promise<Void> remove(String name, long token);

    Promise<Void> drain();

    Promise<Void> leave();

    Promise<Integer> running();
}
