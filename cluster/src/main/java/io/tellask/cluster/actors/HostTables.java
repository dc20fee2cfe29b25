package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.cluster.actors.ActorTable.Host;
import io.tellask.remote.NameResolver.Found;
import org.jspecify.annotations.Nullable;

/** The table of a cluster as a host reads it from the group, and the actors of that host. */
record HostTables(HostCalls host, String name) implements TableSource {
    @Override
    public Promise<ActorTable> newest() {
        return host.newest();
    }

    @Override
    public @Nullable Promise<?> local(Host owner, ActorId id) {
        return owner.name().equals(name) ? host.activate(id).thenApply(Found::reference) : null;
    }
}
