package io.tellask.codec.elements;

import io.tellask.codec.graph.Deferred;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.hashing.HashCostCounter;
import io.tellask.codec.hashing.HashGuard;
import io.tellask.codec.references.ForwardReferences;
import io.tellask.codec.references.Placeholder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fills sets and maps as they are read, or after the whole message is read where a key is not complete before.
 *
 * <p>A key that lies on a cycle through its own container has no hash and no order yet when it is reached. From the
 * first such key on, the entries wait; they enter in their order when every object is complete, inner containers
 * before outer ones. Where the hash of a key depends on a container that was filled after its own, the keys are not
 * found where they should be: then containers are filled anew until all are.
 */
public final class KeyedFill extends Deferred {
    private final @Nullable Collection<@Nullable Object> set;
    private final @Nullable Map<@Nullable Object, @Nullable Object> map;

    /** What waits, keys and values in turn; in the end all that the container holds. */
    private final List<@Nullable Object> elements = new ArrayList<>();

    private HashGuard.CostliestKey costliest = new HashGuard.CostliestKey(0, 0);
    private @Nullable Supplier<Object> builder;
    private @Nullable Object built;

    private KeyedFill(
            @Nullable Collection<@Nullable Object> set, @Nullable Map<@Nullable Object, @Nullable Object> map) {
        this.set = set;
        this.map = map;
    }

    /** What waits for {@code table}, a set or a map, to be filled. */
    @SuppressWarnings("unchecked")
    static KeyedFill of(Object table) {
        return table instanceof Map<?, ?> map
                ? new KeyedFill(null, (Map<@Nullable Object, @Nullable Object>) map)
                : new KeyedFill((Collection<@Nullable Object>) table, null);
    }

    /** Reads the entries of the map that took {@code own}, as {@link KeyedReading} has it; null where all could enter at once. */
    public static @Nullable KeyedFill readMap(
            GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, int own, boolean wait) {
        if (count == 0) {
            return null;
        }
        int shape = in.shape();
        boolean keyStrings = (shape & EntryParts.KEY_STRINGS) != 0;
        boolean valueStrings = (shape & EntryParts.VALUE_STRINGS) != 0;
        if (keyStrings && !wait && in.plain && isByHash(map.getClass())) {
            readByString(in, map, count, valueStrings);
            return null;
        }
        KeyedReading keys = new KeyedReading(in, map, count, keyStrings, own, wait);
        int parts = 0;
        try {
            for (; parts < 2 * count; parts++) {
                keys.begin();
                Object key = Elements.read(in, keyStrings);
                keys.end();
                parts++;
                keys.enter(key, Elements.read(in, valueStrings));
            }
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, map.getClass(), FailurePath.entryStep(parts));
        }
        return keys.close();
    }

    private static boolean isByHash(Class<?> type) {
        return type == HashMap.class || type == LinkedHashMap.class;
    }

    /** Strings refer to nothing and have an order, so that they enter a hash map as they come, whatever their hashes. */
    private static void readByString(
            GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, boolean valueStrings) {
        in.keys.enterKeys(in.in.offset());
        in.keys.leaveKeys();
        int mostBytes = 0;
        int parts = 0;
        try {
            for (; parts < 2 * count; parts++) {
                long from = in.in.offset();
                String key = in.strings.readString();
                mostBytes = Math.max(mostBytes, in.in.bytesSince(from));
                parts++;
                map.put(key, Elements.read(in, valueStrings));
            }
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, map.getClass(), FailurePath.entryStep(parts));
        }
        in.keys.leave(mostBytes, 0);
    }

    /** Keeps what cannot enter yet. */
    void keep(GraphReader in, @Nullable Object part) {
        in.patches.take(part);
        elements.add(part);
    }

    /** Each key counts as the costliest of its table when it enters at last. */
    void countAs(HashGuard.CostliestKey key) {
        costliest = key;
    }

    /** Equal boxes may be several keys by identity, though the message has only their value. */
    static void enter(Map<@Nullable Object, @Nullable Object> map, @Nullable Object key, @Nullable Object value) {
        boolean taken = map instanceof IdentityHashMap && map.containsKey(key);
        map.put(taken ? Boxes.distinct(key) : key, value);
    }

    @Override
    public Object container() {
        return map != null ? map : Objects.requireNonNull(set);
    }

    @Override
    public void thenBuild(Supplier<Object> build) {
        builder = build;
    }

    @Override
    public boolean hasUnfilled() {
        for (Object element : elements) {
            if (element instanceof Placeholder hole && !hole.isFilled()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void fillIn(GraphReader in) {
        elements.replaceAll(ForwardReferences::filled);
        if (map != null) {
            List<@Nullable Object> all = new ArrayList<>();
            map.forEach((key, value) -> {
                all.add(key);
                all.add(value);
            });
            elements.addAll(0, all);
        } else if (set != null) {
            elements.addAll(0, set);
        }
        visitKeys(in);
        HashGuard.checkAll(in.keys, in.in, container(), elements, map != null ? 2 : 1, costliest);
        refill();
        if (builder != null) {
            built = builder.get();
        }
    }

    @Override
    public void visitKeys(GraphReader in) {
        long most = costliest.extra();
        boolean unbounded = HashCostCounter.isUnbounded(container());
        for (int i = 0; i < elements.size(); i += map != null ? 2 : 1) {
            most = Math.max(most, in.keys.visitComplete(elements.get(i), unbounded, in.in) - costliest.bytes());
        }
        costliest = new HashGuard.CostliestKey(costliest.bytes(), most);
    }

    /** Empties the container and lets all its elements in again, now that what they hash is complete. */
    @Override
    public void refill() {
        if (map != null) {
            map.clear();
            for (int i = 0; i < elements.size(); i += 2) {
                enter(map, elements.get(i), elements.get(i + 1));
            }
        } else if (set != null) {
            set.clear();
            set.addAll(elements);
        }
    }

    /** Whether a key is not found, or fell together with one that may not be equal to it any more. */
    @Override
    public boolean isMisplaced() {
        Object container = built != null ? built : map != null ? map : set;
        return switch (container) {
            case Map<?, ?> filled -> misses(filled.keySet(), elements, 2);
            case Set<?> filled -> misses(filled, elements, 1);
            case null, default -> false;
        };
    }
}
