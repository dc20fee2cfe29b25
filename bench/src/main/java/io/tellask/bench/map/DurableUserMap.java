package io.tellask.bench.map;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Ours, with raw bytes as values: checksums and periodic force on, as shipped. */
public final class DurableUserMap implements UserMap {
    private final DurableMap<String, byte[]> map;

    /** Tells the map how many users to expect, as the limit is told; {@code tellask-growing} tells it nothing, so that its index grows. */
    public DurableUserMap(Path folder, int users, boolean forced, String contender) {
        var builder = DurableMap.builder(folder, String.class, byte[].class);
        map = (contender.equals("tellask-growing") ? builder : builder.expectedRecords(users)).open();
    }

    @Override
    public void put(String key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public byte @Nullable [] get(String key) {
        return map.get(key);
    }

    @Override
    public List<byte @Nullable []> getAll(List<String> keys) {
        return map.getAll(keys);
    }

    @Override
    public void putForced(String key, byte[] value) {
        map.put(key, value);
        settle();
    }

    @Override
    public long scan() {
        long[] sum = new long[1];
        map.forEach((key, value) -> sum[0] += MapProcess.digest(key, value));
        return sum[0];
    }

    @Override
    public OptionalLong scanRecords() {
        long count = 0;
        try (Scan<String, byte[]> records = map.scan()) {
            while (records.next()) {
                count++;
            }
        }
        return OptionalLong.of(count);
    }

    @Override
    public void settle() {
        map.force().join();
    }

    @Override
    public void compact() {
        map.compact();
    }

    @Override
    public OptionalLong liveRecordBytes() {
        return OptionalLong.of(map.statistics().liveBytes());
    }

    @Override
    public int size() {
        return Math.toIntExact(map.size());
    }

    @Override
    public void close() {
        map.close();
    }
}
