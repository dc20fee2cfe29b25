package io.tellask.kv.resp;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The clients that are connected, by the numbers they have. Belongs to the loop. */
final class Clients {
    private final Map<Long, Client> byId = new LinkedHashMap<>();
    private long lastId;

    long nextId() {
        return ++lastId;
    }

    void add(Client client) {
        byId.put(client.id(), client);
    }

    void remove(Client client) {
        byId.remove(client.id());
    }

    int count() {
        return byId.size();
    }

    Collection<Client> all() {
        return byId.values();
    }

    /** The one whose connection makes the server hold most. */
    Optional<Client> largest() {
        return byId.values().stream()
                .max(Comparator.comparingLong(client -> client.connection().heldBytes()));
    }
}
