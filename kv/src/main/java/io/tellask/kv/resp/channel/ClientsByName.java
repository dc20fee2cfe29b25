package io.tellask.kv.resp.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Which clients are waiting for news of what: of channels or keys. The table is in parts, so that neither its growth nor a walk over a part takes
 * long, and a part becomes small again once most of its names have gone, which a HashMap does not. Belongs to the loop.
 */
public final class ClientsByName<N, C> {
    /** In how many parts the names are. */
    public static final int PARTS = 256;

    private static final int SPREAD = 0x9E3779B9;

    /** Parts of fewer names stay as they are. */
    private static final int FEW = 32;

    private static final int LEAST_SHARE = 8;

    private final List<Part<N, C>> parts = new ArrayList<>(PARTS);
    private int names;

    public ClientsByName() {
        for (int i = 0; i < PARTS; i++) {
            parts.add(new Part<>());
        }
    }

    private Part<N, C> part(N name) {
        return parts.get(name.hashCode() * SPREAD >>> Integer.numberOfLeadingZeros(PARTS - 1));
    }

    /** Adds a client to those of a name; false if it was among them. */
    public boolean add(N name, C client) {
        Part<N, C> part = part(name);
        int before = part.clients.size();
        boolean added = part.add(name, client);
        names += part.clients.size() - before;
        return added;
    }

    public void remove(N name, C client) {
        Part<N, C> part = part(name);
        int before = part.clients.size();
        part.remove(name, client);
        names += part.clients.size() - before;
    }

    /** The clients of a name; do not change it. */
    public Set<C> of(N name) {
        return part(name).clients.getOrDefault(name, Set.of());
    }

    /** So many names have clients. */
    public int count() {
        return names;
    }

    /** The names of a part; do not change it. */
    Set<N> names(int part) {
        return parts.get(part).clients.keySet();
    }

    /** Hands over all names with their clients; what is called must change neither. */
    public void forEach(BiConsumer<N, Set<C>> action) {
        parts.forEach(part -> part.clients.forEach(action));
    }

    /** So many names fit into the tables as they are now. */
    int mostNames() {
        return parts.stream().mapToInt(part -> part.mostNames).sum();
    }

    /** The names of some hash codes. */
    private static final class Part<N, C> {
        private Map<N, Set<C>> clients = new HashMap<>();
        private int mostNames;

        private boolean add(N name, C client) {
            boolean added = clients.computeIfAbsent(name, unknown -> new LinkedHashSet<>())
                    .add(client);
            mostNames = Math.max(mostNames, clients.size());
            return added;
        }

        private void remove(N name, C client) {
            clients.computeIfPresent(name, (known, listening) -> {
                listening.remove(client);
                return listening.isEmpty() ? null : listening;
            });
            if (mostNames > FEW && clients.size() < mostNames / LEAST_SHARE) {
                clients = new HashMap<>(clients);
                mostNames = clients.size();
            }
        }
    }
}
