package io.tellask.kv.resp;

import io.tellask.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One client's commands between MULTI and EXEC, and the keys it watches. Belongs to the loop.
 *
 * <p>The commands run one after the other without others in between; what they write is one record of each database they write to.
 */
final class Transaction {
    private record Queued(Command command, Request request) {}

    private final Client client;
    private final List<Queued> queue = new ArrayList<>();
    private final Map<WatchedKey, Boolean> watched = new LinkedHashMap<>();
    private boolean open;
    private boolean failed;
    private boolean overtaken;
    private long heldBytes;

    Transaction(Client client) {
        this.client = client;
    }

    boolean isOpen() {
        return open;
    }

    /** How many commands wait; -1 outside of a transaction. */
    int queued() {
        return open ? queue.size() : -1;
    }

    long heldBytes() {
        return heldBytes;
    }

    void begin() {
        open = true;
    }

    /** Takes a command for later; false if that would be too much. */
    boolean queue(Command command, Request request) {
        Request copy = request.detached();
        if (heldBytes + copy.heldBytes() > client.engine().limits().transactionBytes()) {
            failed = true;
            return false;
        }
        heldBytes += copy.heldBytes();
        queue.add(new Queued(command, copy));
        return true;
    }

    /** A command was refused instead of queued: none of the others will run. */
    void fail() {
        failed = open;
    }

    /** Watches a key. */
    void watch(WatchedKey key) {
        if (watched.containsKey(key)) {
            return;
        }
        if (watched.size() >= client.engine().limits().watchedKeys()) {
            throw new Refusal("ERR too many watched keys, watchedKeys="
                    + client.engine().limits().watchedKeys());
        }
        boolean there = client.engine()
                .databases()
                .get(key.database())
                .contains(key.key().bytes());
        watched.put(key, there);
        heldBytes += key.heldBytes();
        client.engine().watched().add(key, client);
    }

    /** A watched key was changed. */
    void overtake() {
        overtaken = true;
    }

    /** Forgets the watched keys. */
    void unwatch() {
        client.engine().watched().remove(watched.keySet(), client);
        heldBytes -= watched.keySet().stream().mapToLong(WatchedKey::heldBytes).sum();
        watched.clear();
        overtaken = false;
    }

    /** Forgets everything. */
    void end() {
        unwatch();
        queue.clear();
        open = false;
        failed = false;
        heldBytes = 0;
    }

    /** Runs what was queued, and writes all replies. */
    void execute(Reply reply) {
        if (failed) {
            end();
            throw new Refusal("EXECABORT Transaction discarded because of previous errors.");
        }
        if (!client.connection().room(2 * heldBytes)) {
            return; // what it copies and writes is too much, and its connection is about to end
        }
        List<Queued> commands = List.copyOf(queue);
        boolean mayRun;
        try {
            mayRun = !overtaken && !somethingExpired();
        } finally {
            end();
        }
        if (mayRun) {
            runAll(commands, reply);
        } else {
            reply.nilArray();
        }
    }

    /** Whether a key that was there when it was watched has gone without anybody's command. */
    private boolean somethingExpired() {
        return watched.entrySet().stream()
                .anyMatch(entry -> entry.getValue()
                        && !client.engine()
                                .databases()
                                .get(entry.getKey().database())
                                .contains(entry.getKey().key().bytes()));
    }

    private void runAll(List<Queued> commands, Reply reply) {
        Databases databases = client.engine().databases();
        databases.begin();
        try {
            reply.array(commands.size());
            for (Queued queued : commands) {
                client.engine().executor().run(client, queued.command(), queued.request(), reply);
            }
            databases.commit();
        } catch (StoreException failure) {
            throw StoreRefusal.of(failure);
        } finally {
            databases.abandon();
        }
    }
}
