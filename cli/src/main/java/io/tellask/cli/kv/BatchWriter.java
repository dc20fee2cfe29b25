package io.tellask.cli.kv;

import io.tellask.actor.Promise;
import io.tellask.cli.server.Connection;
import io.tellask.kv.KeyValueMap;
import io.tellask.remote.RemoteException;
import io.tellask.store.StoreLimitException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Writes the records of numbered lines in batches and keeps {@value #WINDOW} batches under way, so that neither side waits for the other.
 *
 * <p>A batch that the server refuses is sent again record by record, so that the one at fault is named by its line. Not thread-safe.
 */
final class BatchWriter {
    private static final int WINDOW = 16;
    private static final int BATCH_RECORDS = 256;
    private static final int BATCH_BYTES = 64 << 10;

    private record Line(long number, byte[] key, byte[] value) {}

    private record Batch(Promise<Void> acknowledgement, List<Line> lines) {}

    private final KeyValueMap map;
    private final Queue<Batch> underWay = new ArrayDeque<>();
    private List<Line> collected = new ArrayList<>();
    private int bytes;
    private long stored;
    private long storedLine;

    BatchWriter(KeyValueMap map) {
        this.map = map;
    }

    /** Fails with a {@link RefusedRecordException} if the server has refused an earlier record. */
    void put(long lineNumber, byte[] key, byte[] value) throws Exception {
        collected.add(new Line(lineNumber, key, value));
        bytes += key.length + value.length;
        if (collected.size() == BATCH_RECORDS || bytes >= BATCH_BYTES) {
            send();
        }
    }

    private void send() throws Exception {
        if (underWay.size() == WINDOW) {
            awaitOldest();
        }
        byte[][] keys = collected.stream().map(Line::key).toArray(byte[][]::new);
        byte[][] values = collected.stream().map(Line::value).toArray(byte[][]::new);
        underWay.add(new Batch(map.putAll(keys, values), collected));
        collected = new ArrayList<>();
        bytes = 0;
    }

    private void awaitOldest() throws Exception {
        Batch oldest = underWay.remove();
        try {
            Connection.answer(oldest.acknowledgement());
        } catch (StoreLimitException | RemoteException refusal) {
            putOneByOne(oldest.lines());
            return;
        }
        stored += oldest.lines().size();
        storedLine = oldest.lines().getLast().number();
    }

    private void putOneByOne(List<Line> lines) throws Exception {
        for (Line line : lines) {
            try {
                Connection.answer(map.put(line.key(), line.value()));
            } catch (StoreLimitException | RemoteException refusal) {
                throw new RefusedRecordException(line.number(), refusal);
            }
            stored++;
            storedLine = line.number();
        }
    }

    /** How many records were stored and acknowledged so far. */
    long stored() {
        return stored;
    }

    /** The last line before which everything, itself included, was stored and acknowledged; 0 if there is none. */
    long storedLine() {
        return storedLine;
    }

    /** Sends the rest and waits for everything; returns how many records were stored and acknowledged since the beginning. */
    long finish() throws Exception {
        if (!collected.isEmpty()) {
            send();
        }
        while (!underWay.isEmpty()) {
            awaitOldest();
        }
        return stored;
    }
}
