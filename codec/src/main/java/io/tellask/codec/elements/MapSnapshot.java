package io.tellask.codec.elements;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a map had at one moment, in its order: other threads may go on with the map while they are written.
 * Hashes and compares no key, which may cost more than writing it. Not thread-safe.
 */
public final class MapSnapshot extends AbstractMap<@Nullable Object, @Nullable Object> {
    private final List<Map.Entry<@Nullable Object, @Nullable Object>> entries = new ArrayList<>();

    public MapSnapshot(Map<?, ?> map) {
        map.forEach((key, value) -> entries.add(new SimpleImmutableEntry<>(key, value)));
    }

    @Override
    public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
                return entries.iterator();
            }

            @Override
            public int size() {
                return entries.size();
            }
        };
    }
}
