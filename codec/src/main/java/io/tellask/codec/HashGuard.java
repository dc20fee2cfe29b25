package io.tellask.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.BitSet;
import java.util.Collection;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * Counts what keys that were made to collide cost a table of the JDK, against the message's budget of comparisons.
 *
 * <p>A bucket of a hash map degrades to a tree. Keys of one class that is {@code Comparable} to itself are found in it
 * quickly; others are compared one by one, and so are keys of several classes together. A {@link Hashtable} has chains
 * instead of trees, an immutable set or map goes from slot to slot. The guard walks along with the table: each
 * comparison with a key that came before costs as much as the bytes of the new one.
 */
final class HashGuard {
    /** Keys of a table that cannot cost much, however they collide. */
    static final int FREE_KEYS = 32;

    private static final int BYTES_PER_COST = 8;

    private static final ClassValue<Boolean> ORDERED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isComparableToItself(type);
        }
    };

    private final GraphReader in;
    private final Object table;
    private final int count;
    private @Nullable Class<?> only;
    private int @Nullable [] cells;

    private HashGuard(GraphReader in, Object table, int count) {
        this.in = in;
        this.table = table;
        this.count = count;
        if (table instanceof Hashtable) {
            cells = new int[chains(count)];
        }
    }

    /** A guard for a table that will have {@code count} keys, or null where their hashes cannot hurt. */
    static @Nullable HashGuard of(GraphReader in, Object table, int count, boolean strings) {
        if (table instanceof CopyOnWriteArraySet) {
            in.keys.compare((long) count * count / 4, in);
        }
        return count <= FREE_KEYS || !(table instanceof Hashtable) && (strings || !isHashed(table))
                ? null
                : new HashGuard(in, table, count);
    }

    private static boolean isHashed(Object table) {
        return !(table instanceof SortedMap
                || table instanceof SortedSet
                || table instanceof PriorityQueue
                || table instanceof IdentityHashMap
                || table instanceof CopyOnWriteArraySet
                || table instanceof List);
    }

    /** Chains of a {@link Hashtable} that never grows while {@code count} keys enter it. */
    static int chains(int count) {
        return (int) (count * 4L / 3) + 1;
    }

    /** Counts a key before it enters, which took {@code bytes} bytes. */
    void check(@Nullable Object key, int bytes) {
        if (key == null) {
            return;
        }
        if (cells == null) {
            if (only == null && ORDERED.get(key.getClass())) {
                only = key.getClass();
            }
            if (only == key.getClass()) {
                return;
            }
            cells = countSoFar(new int[Integer.highestOneBit(count) << 1]);
        }
        int before = cells[cellOf(key, cells)]++;
        in.keys.compare((long) before * (1 + bytes / BYTES_PER_COST), in);
    }

    private int[] countSoFar(int[] target) {
        Collection<?> keys = table instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) table;
        for (Object key : keys) {
            if (key != null) {
                target[cellOf(key, target)]++;
            }
        }
        return target;
    }

    private int cellOf(Object key, int[] target) {
        int hash = key.hashCode();
        if (table instanceof Hashtable) {
            return (hash & Integer.MAX_VALUE) % target.length;
        }
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ mixed >>> 16) & target.length - 1;
    }

    /** Counts all keys of a table that waited for its keys to be complete, each at the cost of one. */
    static void checkAll(GraphReader in, Object table, List<@Nullable Object> elements, int step) {
        HashGuard guard = of(in, table, elements.size() / step, false);
        if (guard != null) {
            guard.only = guard.getClass();
            for (int i = 0; i < elements.size(); i += step) {
                guard.check(elements.get(i), 0);
            }
        }
    }

    /** Counts the steps of an immutable set or map, which looks for a free slot from the one that the hash names. */
    static void checkProbes(GraphReader in, Collection<?> keys) {
        int slots = 2 * keys.size();
        if (keys.size() <= FREE_KEYS) {
            return;
        }
        BitSet taken = new BitSet(slots);
        for (Iterator<?> each = keys.iterator(); each.hasNext(); ) {
            Object key = each.next();
            if (key != null) {
                int first = Math.floorMod(key.hashCode(), slots);
                int free = taken.nextClearBit(first);
                int steps = free - first;
                if (free >= slots) {
                    free = taken.nextClearBit(0);
                    steps = slots - first + free;
                }
                taken.set(free);
                in.keys.compare(steps, in);
            }
        }
    }

    /** As the JDK decides it: the class itself says that it is comparable to its own objects. */
    private static boolean isComparableToItself(Class<?> type) {
        for (Type parent : type.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType generic
                    && generic.getRawType() == Comparable.class
                    && generic.getActualTypeArguments()[0] == type) {
                return true;
            }
        }
        return false;
    }
}
