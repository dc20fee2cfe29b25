package io.tellask.cli;

import io.tellask.actor.Promise;
import io.tellask.kv.KeyValueMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Writes records in batches and keeps {@value #WINDOW} batches under way, so that neither side waits for the other.
 *
 * <p>A batch that fails ends the work with its failure. Not thread-safe.
 */
final class BatchWriter {
    private static final int WINDOW = 16;
    private static final int BATCH_RECORDS = 256;
    private static final int BATCH_BYTES = 64 << 10;

    private record Batch(Promise<Void> acknowledgement, int records) {}

    private final KeyValueMap map;
    private final Progress progress;
    private final Queue<Batch> underWay = new ArrayDeque<>();
    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();
    private int bytes;
    private long stored;

    BatchWriter(KeyValueMap map, Progress progress) {
        this.map = map;
        this.progress = progress;
    }

    void put(byte[] key, byte[] value) throws Exception {
        keys.add(key);
        values.add(value);
        bytes += key.length + value.length;
        if (keys.size() == BATCH_RECORDS || bytes >= BATCH_BYTES) {
            send();
        }
    }

    private void send() throws Exception {
        if (underWay.size() == WINDOW) {
            awaitOldest();
        }
        underWay.add(new Batch(map.putAll(keys.toArray(byte[][]::new), values.toArray(byte[][]::new)), keys.size()));
        keys.clear();
        values.clear();
        bytes = 0;
    }

    private void awaitOldest() throws Exception {
        Batch oldest = underWay.remove();
        Connection.answer(oldest.acknowledgement());
        stored += oldest.records();
        progress.step(oldest.records());
    }

    /** How many records were stored and acknowledged so far. */
    long stored() {
        return stored;
    }

    /** Sends the rest and waits for everything; returns how many records were stored and acknowledged since the beginning. */
    long finish() throws Exception {
        if (!keys.isEmpty()) {
            send();
        }
        while (!underWay.isEmpty()) {
            awaitOldest();
        }
        return stored;
    }
}
