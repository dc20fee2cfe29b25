package io.tellask.kv.resp.client;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clients that are connected, by the numbers they have. Belongs to the loop. */
public final class Clients {
    private final Map<Long, Client> byId = new LinkedHashMap<>();
    private long lastId;

    /** A number that no client had. */
    public long nextId() {
        return ++lastId;
    }

    /** A client is connected. */
    public void add(Client client) {
        byId.put(client.id(), client);
    }

    void remove(Client client) {
        byId.remove(client.id());
    }

    /** Whether a client is connected still. */
    public boolean isThere(Client client) {
        return byId.get(client.id()) == client;
    }

    /** The client of a number, or null. */
    public @Nullable Client find(long id) {
        return byId.get(id);
    }

    public int count() {
        return byId.size();
    }

    public Collection<Client> all() {
        return byId.values();
    }

    /** What all of them make the server hold. */
    public long heldBytes() {
        return byId.values().stream()
                .mapToLong(client -> client.connection().heldBytes())
                .sum();
    }
}
