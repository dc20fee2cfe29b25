package io.tellask.bench.map.peers;

import io.tellask.bench.map.MapProcess;
import io.tellask.bench.map.UserMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What peers share that are used as a {@link Map}. As thread-safe as that. */
abstract class MapOfUsers implements UserMap {
    private final Map<String, byte[]> map;

    MapOfUsers(Map<String, byte[]> map) {
        this.map = map;
    }

    @Override
    public final void put(String key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public final byte @Nullable [] get(String key) {
        return map.get(key);
    }

    @Override
    public final long scan() {
        long sum = 0;
        for (Map.Entry<String, byte[]> entry : map.entrySet()) {
            sum += MapProcess.digest(entry.getKey(), entry.getValue());
        }
        return sum;
    }

    @Override
    public final int size() {
        return map.size();
    }
}
