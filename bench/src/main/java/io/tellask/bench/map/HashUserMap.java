package io.tellask.bench.map;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The limit: a presized {@link HashMap} that copies values in and out, as a map outside the heap must. */
public final class HashUserMap implements UserMap {
    private final Map<String, byte[]> map;

    /** Makes an empty one; nothing is kept in the folder. */
    public HashUserMap(Path folder, int users, boolean forced, String contender) {
        map = HashMap.newHashMap(users);
    }

    @Override
    public void put(String key, byte[] value) {
        map.put(key, value.clone());
    }

    @Override
    public byte @Nullable [] get(String key) {
        byte[] value = map.get(key);
        return value == null ? null : value.clone();
    }

    /** A loop, which others are held against. */
    @Override
    public List<byte @Nullable []> getAll(List<String> keys) {
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (String key : keys) {
            values.add(get(key));
        }
        return values;
    }

    @Override
    public long scan() {
        long sum = 0;
        for (Map.Entry<String, byte[]> entry : map.entrySet()) {
            sum += MapProcess.digest(entry.getKey(), entry.getValue().clone());
        }
        return sum;
    }

    @Override
    public OptionalLong scanRecords() {
        long count = 0;
        for (byte[] value : map.values()) {
            count += value.length == 0 ? 0 : 1;
        }
        return OptionalLong.of(count);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void close() {}
}
