package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.cluster.actors.ActorTable.Host;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connections to hosts, one to each address, opened when they are needed. Belongs to an actor. */
final class HostConnections implements AutoCloseable {
    private final Supplier<Client.Builder> clients;
    private final Map<String, Connection> byAddress = new HashMap<>();
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

    /** Ends the connections to hosts that are gone, so that nobody waits for them. */
    void keep(ActorTable table) {
        List<String> gone = new ArrayList<>();
        byAddress.forEach((address, each) -> {
            Host host = each.host;
            if (host != null && table.find(host.name(), host.token()) == null) {
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
