package io.tellask.codec.hashing;

import io.tellask.codec.ByteReader;
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
 * instead of trees, an immutable set or map goes from slot to slot, a copy-on-write set compares with all. The guard
 * walks along with the table. A comparison with a key that came before may visit every element of the new one, so it
 * costs one for each byte of it, and besides what those bytes do not show: objects behind back references, and the
 * comparisons within tables that are parts of keys. Some comparisons for each key are in order and cost only the latter.
 */
public final class HashGuard {
    /** Keys of a table that cannot cost much, however they collide. */
    public static final int FREE_KEYS = HashCostBudget.FREE_ALIKE;

    /** A string is compared in blocks. */
    private static final int CHARS_PER_VISIT = 16;

    /** Tables within keys have this many cells for each key, so that what counts are equal hashes. */
    private static final int NESTED_CELLS = 32;

    private static final int MOST_NESTED = 1_024;

    private static final ClassValue<Boolean> ORDERED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isComparableToItself(type);
        }
    };

    private final HashCostBudget keys;
    private final ByteReader in;
    private final Object table;
    private final int count;
    private @Nullable Class<?> only;
    private int @Nullable [] cells;
    private long largestExtra;

    private HashGuard(HashCostBudget keys, ByteReader in, Object table, int count) {
        this.keys = keys;
        this.in = in;
        this.table = table;
        this.count = count;
        if (table instanceof Hashtable) {
            cells = new int[chains(count)];
        } else if (table instanceof CopyOnWriteArraySet) {
            cells = new int[1];
        }
    }

    /** A guard for a table that will have {@code count} keys, or null where their hashes cannot hurt. */
    public static @Nullable HashGuard of(HashCostBudget keys, ByteReader in, Object table, int count, boolean strings) {
        return count <= FREE_KEYS && keys.nesting() == 0 || !isChained(table) && (strings || !isHashed(table))
                ? null
                : new HashGuard(keys, in, table, count);
    }

    /** A guard for a small table after all: a key of it is dearer than its bytes. */
    public static @Nullable HashGuard late(HashCostBudget keys, ByteReader in, Object table, int count) {
        return isChained(table) || isHashed(table) ? new HashGuard(keys, in, table, count) : null;
    }

    /** A guard for a table that {@code seen} entered and that will have about {@code count} keys. */
    public static HashGuard over(
            HashCostBudget keys, ByteReader in, boolean chained, Collection<Object> seen, int count) {
        HashGuard guard = new HashGuard(keys, in, chained ? new Hashtable<>() : seen, count);
        if (guard.cells != null) {
            guard.countSoFar(guard.cells, seen);
        }
        return guard;
    }

    private static boolean isChained(Object table) {
        return table instanceof Hashtable || table instanceof CopyOnWriteArraySet;
    }

    private static boolean isHashed(Object table) {
        return !(table instanceof SortedMap
                || table instanceof SortedSet
                || table instanceof PriorityQueue
                || table instanceof IdentityHashMap
                || table instanceof List);
    }

    /** Chains of a {@link Hashtable} that never grows while {@code count} keys enter it. */
    public static int chains(int count) {
        return (int) (count * 4L / 3) + 1;
    }

    /** Counts a key before it enters, which took {@code bytes} bytes and {@code extra} visits beside. */
    public void check(@Nullable Object key, int bytes, long extra) {
        largestExtra = Math.max(largestExtra, extra);
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
            Collection<?> entered = table instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) table;
            cells = countSoFar(new int[cellCount()], entered);
        }
        int before = cells[cellOf(key, cells)]++;
        keys.compare(before, visits(key, bytes), largestExtra, in);
    }

    /** What comparing a key that took so many bytes may visit. */
    private static long visits(Object key, int bytes) {
        return 1 + (key instanceof String ? bytes / CHARS_PER_VISIT : bytes);
    }

    private int cellCount() {
        int nested = keys.nesting() > 0 && count <= MOST_NESTED ? NESTED_CELLS : 1;
        return Integer.highestOneBit(Math.max(1, count)) * 2 * nested;
    }

    private int[] countSoFar(int[] target, Collection<?> entered) {
        for (Object key : entered) {
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

    /** Counts all keys of a table that waited for its keys to be complete, each as if it were the costliest. */
    public static void checkAll(
            HashCostBudget keys,
            ByteReader in,
            Object table,
            List<@Nullable Object> elements,
            int step,
            CostliestKey costliest) {
        HashGuard guard = late(keys, in, table, elements.size() / step);
        if (guard != null) {
            guard.only = guard.getClass();
            for (int i = 0; i < elements.size(); i += step) {
                guard.check(elements.get(i), costliest.bytes, costliest.extra);
            }
        }
    }

    /**
     * Counts the steps of an immutable set or map, which looks for a free slot from the one that the hash names and
     * compares with what lies between, whatever its hash is.
     */
    public static void checkProbes(HashCostBudget keys, ByteReader in, Collection<?> entered, CostliestKey costliest) {
        int slots = 2 * entered.size();
        if (entered.size() <= FREE_KEYS && costliest.extra == 0 && keys.nesting() == 0 && !keys.isWeighing()) {
            return;
        }
        BitSet taken = new BitSet(slots);
        for (Iterator<?> each = entered.iterator(); each.hasNext(); ) {
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
                keys.compare(steps, visits(key, costliest.bytes), costliest.extra, in);
            }
        }
    }

    /**
     * The most that a key of one table took.
     *
     * @param bytes of the message
     * @param extra visits of a comparison that the bytes do not show
     */
    public record CostliestKey(int bytes, long extra) {}

    /** Whether a tree of the JDK finds keys of this class by their order. */
    public static boolean isOrdered(Class<?> type) {
        return ORDERED.get(type);
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
