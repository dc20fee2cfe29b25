package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.cluster.actors.ActorTable.Host;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connections to hosts, one to each address, opened when they are needed. Belongs to an actor, but for {@link #lookup}. */
final class HostConnections implements AutoCloseable {
    private final Supplier<Client.Builder> clients;
    private final Map<String, Connection> byAddress = new ConcurrentHashMap<>();
    private volatile ActorTable table = ActorTable.empty(1);
    private boolean isClosed;

    HostConnections(Supplier<Client.Builder> clients) {
        this.clients = clients;
    }

    private static final class Connection {
        final Promise<Client> client;

        @Nullable
        Host host; // that it was used for

        Connection(Promise<Client> client) {
            this.client = client;
        }
    }

    /** The connection to a host. */
    Promise<Client> to(Host host) {
        Connection known = connection(host.address());
        known.host = host;
        return known.client;
    }

    /** A connection to whoever is at an address. */
    Promise<Client> to(String address) {
        return connection(address).client;
    }

    private Connection connection(String address) {
        Connection known = byAddress.get(address);
        if (known != null) {
            return known;
        }
        Connection opened = new Connection(
                isClosed
                        ? Promise.failed(new IllegalStateException("cluster: the connections were closed"))
                        : clients.get().connectAsync(URI.create(address)));
        byAddress.put(address, opened);
        opened.client.whenComplete((client, failure) -> {
            if (failure != null) {
                forget(address, opened);
            } else if (isClosed) {
                client.close();
            } else {
                client.whenEnded().whenComplete((done, reason) -> forget(address, opened));
            }
        });
        return opened;
    }

    private void forget(String address, Connection ended) {
        byAddress.remove(address, ended);
    }

    /** Begins to look an actor up, where there is a connection to the host that the table says; null: there is none. From any thread. */
    @Nullable
    Promise<Object> lookup(ActorId id, Class<?> contract) {
        ActorTable known = table;
        Host owner = known.owner(known.shardOf(id.type(), id.key()));
        Connection its = owner == null ? null : byAddress.get(owner.address());
        return its == null || its.client.state() != Future.State.SUCCESS
                ? null
                : lookup(its.client.join(), id, contract);
    }

    @SuppressWarnings("unchecked")
    static Promise<Object> lookup(Client client, ActorId id, Class<?> contract) {
        return (Promise<Object>) client.lookupAsync(id.name(), contract);
    }

    /** Ends the connections to hosts that are gone by a newer table, so that nobody waits for them. */
    void keep(ActorTable newer) {
        table = newer;
        List<String> gone = new ArrayList<>();
        byAddress.forEach((address, each) -> {
            Host host = each.host;
            if (host != null && newer.find(host.name(), host.token()) == null) {
                gone.add(address);
            }
        });
        gone.forEach(this::end);
    }

    private void end(String address) {
        Connection ended = byAddress.remove(address);
        if (ended != null) {
            ended.client.thenAccept(Client::close);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        List.copyOf(byAddress.keySet()).forEach(this::end);
    }
}
