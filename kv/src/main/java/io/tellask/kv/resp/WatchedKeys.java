package io.tellask.kv.resp;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which clients watch which keys. Belongs to the loop. */
final class WatchedKeys {
    private final Map<WatchedKey, Set<Client>> clients = new HashMap<>();

    /** Whether nobody watches anything. */
    boolean isEmpty() {
        return clients.isEmpty();
    }

    void add(WatchedKey key, Client client) {
        clients.computeIfAbsent(key, unwatched -> new HashSet<>()).add(client);
    }

    void remove(Collection<WatchedKey> keys, Client client) {
        for (WatchedKey key : keys) {
            clients.computeIfPresent(key, (watched, watching) -> {
                watching.remove(client);
                return watching.isEmpty() ? null : watching;
            });
        }
    }

    /** Every key of a database for which the test holds was changed. */
    void touchAll(int database, Predicate<byte[]> there) {
        clients.forEach((key, watching) -> {
            if (key.database() == database && there.test(key.key().bytes())) {
                watching.forEach(client -> client.transaction().overtake());
            }
        });
    }

    /** A key was changed. */
    void touch(int database, byte[] key) {
        Set<Client> watching = clients.get(new WatchedKey(database, new ByteString(key)));
        if (watching != null) {
            watching.forEach(client -> client.transaction().overtake());
        }
    }
}
