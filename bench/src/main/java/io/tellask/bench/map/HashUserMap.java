package io.tellask.bench.map;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The limit: a presized {@link HashMap} that copies values in and out, as a map outside the heap must. */
final class HashUserMap implements UserMap {
    private final Map<String, byte[]> map;

    HashUserMap(int capacity) {
        map = HashMap.newHashMap(capacity);
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

    @Override
    public long scan() {
        long sum = 0;
        for (Map.Entry<String, byte[]> entry : map.entrySet()) {
            sum += MapProcess.digest(entry.getKey(), entry.getValue().clone());
        }
        return sum;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public long fileBytes() {
        return 0;
    }

    @Override
    public void close() {
        map.clear();
    }
}
