package io.tellask.cluster;

import io.tellask.store.DurableMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * What a {@link MapMachine} answered lately, kept in its map for commands that are given once more after an end. Used by one thread.
 *
 * <pre>
 * key    2, index of the first command modulo {@value #MOST}: short
 * value  index of the first command: long, (length: byte, answer)…        of commands that came together
 * </pre>
 */
final class KeptAnswers {
    /** Commands whose answers are kept for certain; those before may have been forgotten. */
    static final int MOST = 16_384;

    private static final byte ANSWER = 2;

    private final Map<Long, byte[]> old = new HashMap<>(); // of commands from before this start
    private final List<byte[]> unwritten = new ArrayList<>(); // of the newest commands
    private long first; // index of the first of those
    private long written; // index of the command before those

    /** Reads what a map has; returns how many entries of the map that is. */
    long read(DurableMap<byte[], byte[]> map) {
        old.clear();
        written = 0;
        long records = 0;
        for (int slot = 0; slot < MOST; slot++) {
            byte[] record = map.getBytes(key(slot));
            if (record != null) {
                records++;
                written = Math.max(written, read(record, (answer, index) -> {}));
            }
        }
        for (int slot = 0; slot < MOST; slot++) {
            byte[] record = map.getBytes(key(slot));
            if (record != null) {
                read(record, this::keep);
            }
        }
        return records;
    }

    private void keep(byte[] answer, long index) {
        if (index > written - MOST) {
            old.put(index, answer);
        }
    }

    /** Returns the index of the last command in a record. */
    private static long read(byte[] record, ObjLongConsumer<byte[]> target) {
        ByteBuffer in = ByteBuffer.wrap(record);
        long index = in.getLong();
        while (in.hasRemaining()) {
            byte[] answer = new byte[in.get()];
            in.get(answer);
            target.accept(answer, index++);
        }
        return index - 1;
    }

    private static byte[] key(long index) {
        return ByteBuffer.allocate(1 + Short.BYTES)
                .put(ANSWER)
                .putShort((short) (index % MOST))
                .array();
    }

    /** The answer of a command from before this start. */
    byte[] get(long index) {
        return old.getOrDefault(index, new byte[] {MapCommand.FORGOTTEN});
    }

    /** Index of the last command whose answer is written. */
    long last() {
        return written;
    }

    boolean isWritten() {
        return unwritten.isEmpty();
    }

    void add(long index, byte[] answer) {
        first = unwritten.isEmpty() ? index : first;
        unwritten.add(answer);
    }

    /** Has the answers written with what their commands changed. */
    void writeTo(PendingWrites writes) {
        int bytes = unwritten.stream().mapToInt(answer -> 1 + answer.length).sum();
        ByteBuffer record = ByteBuffer.allocate(Long.BYTES + bytes).putLong(first);
        unwritten.forEach(answer -> record.put((byte) answer.length).put(answer));
        writes.set(key(first), record.array());
        written = first + unwritten.size() - 1;
        unwritten.clear();
    }
}
