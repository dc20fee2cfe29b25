package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** States of members over the network. Thread-safe. */
public final class RemoteStates implements StateSource {
    private static final int PARTS_AHEAD = 4;

    private final ActorSystem system;
    private final Map<String, URI> services;
    private final UnaryOperator<Client.Builder> connections;

    /**
     * A source that asks the members' {@link ReplicaService}.
     *
     * @param services addresses by member, published there as {@link ReplicaClient#NAME}
     */
    public RemoteStates(ActorSystem system, Map<String, URI> services) {
        this(system, services, UnaryOperator.identity());
    }

    /**
     * As {@link #RemoteStates(ActorSystem, Map)}, by connections with settings of their own.
     *
     * @param connections transports with their certificates, credentials and whatever else a client has
     */
    public RemoteStates(ActorSystem system, Map<String, URI> services, UnaryOperator<Client.Builder> connections) {
        this.system = Objects.requireNonNull(system, "system");
        this.services = Map.copyOf(Objects.requireNonNull(services, "services"));
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    @Override
    public void fetch(String member, Consumer<byte[]> parts) {
        Objects.requireNonNull(parts, "parts");
        URI address = services.get(Objects.requireNonNull(member, "member"));
        if (address == null) {
            throw new IllegalArgumentException(
                    "cluster: member=" + member + " has no address among " + services.keySet());
        }
        try (Client client = connections.apply(Client.builder(system)).connect(address);
                StreamItems<byte[]> items = Streams.iterate(
                        client.lookup(ReplicaClient.NAME, ReplicaService.class).parts(), PARTS_AHEAD)) {
            for (byte[] part : items) {
                parts.accept(part);
            }
        }
    }
}
