package io.tellask.kv.resp.client;

import io.tellask.kv.resp.channel.ClientsByName;
import io.tellask.kv.resp.message.ByteString;
import java.util.function.Predicate;

/** Which clients watch which keys. Belongs to the loop. */
public final class WatchedKeys {
    private final ClientsByName<WatchedKey, Client> clients = new ClientsByName<>();

    /** Whether nobody watches anything. */
    public boolean isEmpty() {
        return clients.count() == 0;
    }

    void add(WatchedKey key, Client client) {
        clients.add(key, client);
    }

    void remove(WatchedKey key, Client client) {
        clients.remove(key, client);
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
        for (Client client : clients.of(new WatchedKey(database, new ByteString(key)))) {
            client.transaction().overtake();
        }
    }
}
