package io.tellask.rest;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map that is served by {@link RestBuilder#map}: of a store, or of memory. Must be thread-safe; it is called on
 * virtual threads, and may wait.
 *
 * @param <V> its values
 */
public interface RestMap<V> {
    /** The value of a key; null for none. */
    @Nullable
    V get(String key);

    /**
     * Changes the value of a key as one step.
     *
     * @param change is given the value, or null, and gives the new one, or null to remove it
     * @return the new value
     */
    @Nullable
    V compute(String key, BiFunction<String, @Nullable V, @Nullable V> change);

    /**
     * Keys behind another one, in the order of the map.
     *
     * @param after null to begin with the first
     * @param limit most of them
     */
    List<String> keys(@Nullable String after, int limit);

    /** A map of memory; one that is sorted finds keys fast. */
    static <V> RestMap<V> of(ConcurrentMap<String, V> map) {
        Objects.requireNonNull(map, "map");
        if (map instanceof ConcurrentNavigableMap<String, V> sorted) {
            return of(
                    sorted::get,
                    sorted::compute,
                    (@Nullable String after, int limit) -> (after == null ? sorted : sorted.tailMap(after, false))
                            .keySet().stream().limit(limit).toList());
        }
        return of(map::get, map::compute, action -> {
            for (Map.Entry<String, V> entry : map.entrySet()) {
                if (!action.test(entry.getKey(), entry.getValue())) {
                    return;
                }
            }
        });
    }

    /**
     * The functions of a store that goes over all its entries for each list of keys: {@code RestMap.of(map::get,
     * map::compute, map::forEachWhile)} of a {@code
     * DurableMap}.
     */
    static <V> RestMap<V> of(Function<String, @Nullable V> get, Compute<V> compute, Walk<V> walk) {
        Objects.requireNonNull(walk, "walk");
        return of(get, compute, (@Nullable String after, int limit) -> firstKeys(walk, after, limit));
    }

    /** The first keys in the order of texts, of which no more are kept than are wanted. */
    private static <V> List<String> firstKeys(Walk<V> walk, @Nullable String after, int limit) {
        NavigableSet<String> first = new TreeSet<>();
        walk.forEachWhile((key, _) -> {
            if (after == null || key.compareTo(after) > 0) {
                first.add(key);
                if (first.size() > limit) {
                    first.pollLast();
                }
            }
            return true;
        });
        return List.copyOf(first);
    }

    /** The functions of a store that finds keys by itself. */
    static <V> RestMap<V> of(Function<String, @Nullable V> get, Compute<V> compute, Keys keys) {
        Objects.requireNonNull(get, "get");
        Objects.requireNonNull(compute, "compute");
        Objects.requireNonNull(keys, "keys");
        return new RestMap<>() {
            @Override
            public @Nullable V get(String key) {
                return get.apply(key);
            }

            @Override
            public @Nullable V compute(String key, BiFunction<String, @Nullable V, @Nullable V> change) {
                return compute.compute(key, change);
            }

            @Override
            public List<String> keys(@Nullable String after, int limit) {
                return keys.keys(after, limit);
            }
        };
    }

    /** {@link RestMap#compute} of a store. */
    @FunctionalInterface
    interface Compute<V> {
        @Nullable
        V compute(String key, BiFunction<String, @Nullable V, @Nullable V> change);
    }

    /** {@link RestMap#keys} of a store. */
    @FunctionalInterface
    interface Keys {
        List<String> keys(@Nullable String after, int limit);
    }

    /** Goes over all entries, until the action returns false. */
    @FunctionalInterface
    interface Walk<V> {
        void forEachWhile(BiPredicate<String, V> action);
    }
}
