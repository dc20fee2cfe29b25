package io.tellask.kv.resp;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which clients are waiting for news of what: of channels, patterns or keys. The table becomes small again once most names have gone, which that
 * of a HashMap does not. Belongs to the loop.
 */
final class ClientsByName<N, C> {
    /** Tables of fewer names stay as they are. */
    private static final int FEW = 1_024;

    private static final int LEAST_SHARE = 8;

    private Map<N, Set<C>> clients = new HashMap<>();
    private int mostNames;

    /** Adds a client to those of a name; false if it was among them. */
    boolean add(N name, C client) {
        boolean added =
                clients.computeIfAbsent(name, unknown -> new LinkedHashSet<>()).add(client);
        mostNames = Math.max(mostNames, clients.size());
        return added;
    }

    void remove(N name, C client) {
        clients.computeIfPresent(name, (known, listening) -> {
            listening.remove(client);
            return listening.isEmpty() ? null : listening;
        });
        if (mostNames > FEW && clients.size() < mostNames / LEAST_SHARE) {
            clients = new HashMap<>(clients);
            mostNames = clients.size();
        }
    }

    /** The clients of a name; do not change it. */
    Set<C> of(N name) {
        return clients.getOrDefault(name, Set.of());
    }

    /** All names with their clients, as they are until the next change; do not change it. */
    Map<N, Set<C>> all() {
        return clients;
    }

    /** So many names fit into the table as it is now. */
    int mostNames() {
        return mostNames;
    }
}
