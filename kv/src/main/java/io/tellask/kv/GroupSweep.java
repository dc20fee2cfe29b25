package io.tellask.kv;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Removes what has expired, now and then, by commands of the member that leads: all members drop the same keys at the same place in the log.
 * Thread-safe.
 */
final class GroupSweep implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.kv");
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int KEYS_AT_ONCE = 10_000;
    private static final int COMMAND_BYTES = 256 << 10; // of keys, beyond which another command begins

    private final Replica replica;
    private final MapMachine machine;
    private final ReplicatedMap<byte[], byte[]> map;
    private final CountDownLatch closing = new CountDownLatch(1);

    GroupSweep(Replica replica, MapMachine machine, ReplicatedMap<byte[], byte[]> map) {
        this.replica = replica;
        this.machine = machine;
        this.map = map;
    }

    GroupSweep start() {
        Thread.ofVirtual().name("tellask-expiry").start(this::run);
        return this;
    }

    private void run() {
        try {
            while (!closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                if (replica.view().leads()) {
                    sweepOrTell();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweepOrTell() {
        try {
            sweep();
        } catch (CompletionException | ClusterException | StoreException failure) {
            LOG.log(Level.WARNING, "kv: expired keys were not removed; the next turn tries again", failure);
        }
    }

    /** Removes all that has expired; how many keys. */
    int sweep() {
        int removed = 0;
        List<byte[]> expired = machine.expired(KEYS_AT_ONCE);
        while (!expired.isEmpty() && closing.getCount() > 0) {
            remove(expired);
            removed += expired.size();
            expired = expired.size() < KEYS_AT_ONCE ? List.of() : machine.expired(KEYS_AT_ONCE);
        }
        return removed;
    }

    private void remove(List<byte[]> expired) {
        for (int next = 0; next < expired.size(); ) {
            ReplicatedMap<byte[], byte[]>.Batch batch = map.batch();
            for (int bytes = 0; next < expired.size() && bytes < COMMAND_BYTES; next++) {
                batch.removeExpired(expired.get(next));
                bytes += expired.get(next).length;
            }
            batch.commit().join();
        }
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
