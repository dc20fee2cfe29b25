package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;

/** States of members over the network. Thread-safe. */
public final class RemoteStates implements StateSource {
    private static final int PARTS_AHEAD = 4;

    private final ActorSystem system;
    private final Map<String, URI> services;

    /**
     * A source that asks the members' {@link ReplicaService}.
     *
     * @param services addresses by member, published there as {@link ReplicaClient#NAME}
     */
    public RemoteStates(ActorSystem system, Map<String, URI> services) {
        this.system = Objects.requireNonNull(system, "system");
        this.services = Map.copyOf(Objects.requireNonNull(services, "services"));
    }

    @Override
    public Parts of(String member) {
        URI address = services.get(Objects.requireNonNull(member, "member"));
        if (address == null) {
            throw new IllegalArgumentException(
                    "cluster: member=" + member + " has no address among " + services.keySet());
        }
        Client client = Client.connect(system, address.toString());
        try {
            StreamItems<byte[]> items = Streams.iterate(
                    client.lookup(ReplicaClient.NAME, ReplicaService.class).parts(), PARTS_AHEAD);
            return new RemoteParts(client, items);
        } catch (Throwable failure) {
            client.close();
            throw failure;
        }
    }

    private static final class RemoteParts implements Parts {
        private final Client client;
        private final StreamItems<byte[]> items;
        private final Iterator<byte[]> parts;

        RemoteParts(Client client, StreamItems<byte[]> items) {
            this.client = client;
            this.items = items;
            parts = items.iterator();
        }

        @Override
        public boolean hasNext() {
            return parts.hasNext();
        }

        @Override
        public byte[] next() {
            return parts.next();
        }

        @Override
        public void close() {
            items.close();
            client.close();
        }
    }
}
