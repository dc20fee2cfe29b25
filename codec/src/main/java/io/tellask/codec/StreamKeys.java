package io.tellask.codec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts what the keys of the tables of a stock JDK stream may cost, before the stream is read, against the budget of
 * comparisons.
 *
 * <p>Hashes of strings, boxes and lists of them are known; other collections, maps and entries count as if all of one
 * table had the same. Keys of other classes are not counted. Not thread-safe.
 */
final class StreamKeys {
    /** What stands for immutable lists, sets and maps; its only field says which. */
    static final String IMMUTABLE = "java.util.CollSer";

    private static final Set<String> KEYED_BY_TURNS =
            Set.of("java.util.HashMap", "java.util.Hashtable", "java.util.concurrent.ConcurrentHashMap");
    private static final Set<String> LISTS = Set.of("java.util.ArrayList", "java.util.LinkedList");
    private static final int IMMUTABLE_LIST = 1;
    private static final int IMMUTABLE_MAP = 3;

    private final int most;
    private long comparisons;

    StreamKeys(CodecLimits limits) {
        this.most = limits.comparisons();
    }

    /** Counts the items that one class wrote for {@code owner}; {@code tag} is what an immutable collection is. */
    void count(StreamNode owner, String className, int tag, List<StreamNode> items, int offset) {
        boolean immutable = className.equals(IMMUTABLE);
        if (LISTS.contains(className) || immutable && tag == IMMUTABLE_LIST) {
            hashList(owner, items);
        } else if (immutable || className.equals("java.util.Hashtable")) {
            boolean turns = !immutable || tag == IMMUTABLE_MAP;
            owner.addExtra(runs(turns ? everySecond(items) : items, immutable, offset));
        } else if (KEYED_BY_TURNS.contains(className)) {
            owner.addExtra(trees(everySecond(items), offset));
        } else if (className.equals("java.util.HashSet")) {
            owner.addExtra(trees(items, offset));
        } else if (className.equals("java.util.concurrent.CopyOnWriteArraySet")) {
            long elements = Math.min(owner.weight(), Integer.MAX_VALUE);
            owner.addExtra(elements * elements / 2);
        }
    }

    private static void hashList(StreamNode owner, List<StreamNode> items) {
        int hash = 1;
        for (StreamNode item : items) {
            if (item.kind != StreamNode.Kind.PLAIN && item.kind != StreamNode.Kind.LIST) {
                return;
            }
            hash = 31 * hash + item.hash;
        }
        owner.kind = StreamNode.Kind.LIST;
        owner.hash = hash;
    }

    private static List<StreamNode> everySecond(List<StreamNode> items) {
        List<StreamNode> keys = new ArrayList<>();
        for (int i = 0; i < items.size(); i += 2) {
            keys.add(items.get(i));
        }
        return keys;
    }

    /** Comparisons of a table that keeps keys of one comparable class in trees. */
    private long trees(List<StreamNode> keys, int offset) {
        Map<Integer, Integer> alike = new HashMap<>();
        String only = null;
        int unknown = 0;
        long work = 0;
        for (StreamNode key : keys) {
            boolean plain = key.kind == StreamNode.Kind.PLAIN;
            if (plain && only == null) {
                only = key.className;
            }
            if (key.kind == StreamNode.Kind.OTHER) {
                continue;
            }
            int before = key.kind == StreamNode.Kind.CONTAINER
                    ? unknown++ + alike.size()
                    : alike.merge(key.hash, 1, Integer::sum) - 1 + unknown;
            if (!plain || !key.className.equals(only)) {
                work += compare(key, before, offset);
            }
        }
        return work;
    }

    /** Comparisons of a table that goes from slot to slot, or has chains. */
    private long runs(List<StreamNode> keys, boolean immutable, int offset) {
        int slots = immutable ? 2 * Math.max(1, keys.size()) : HashGuard.chains(keys.size());
        BitSet taken = new BitSet(slots);
        int[] chains = new int[immutable ? 0 : slots];
        long work = 0;
        for (StreamNode key : keys) {
            if (key.kind != StreamNode.Kind.OTHER) {
                int hash = key.kind == StreamNode.Kind.CONTAINER ? 0 : key.hash;
                int before = immutable
                        ? probe(taken, Math.floorMod(hash, slots), slots)
                        : chains[(hash & Integer.MAX_VALUE) % slots]++;
                work += compare(key, before, offset);
            }
        }
        return work;
    }

    private static int probe(BitSet taken, int first, int slots) {
        int free = taken.nextClearBit(first);
        int steps = free - first;
        if (free >= slots) {
            free = taken.nextClearBit(0);
            steps = slots - first + free;
        }
        taken.set(free);
        return steps;
    }

    private long compare(StreamNode key, int before, int offset) {
        comparisons += Math.max(0, before - KeyWork.FREE_ALIKE) * (long) (1 + key.bytes) + before * key.extra();
        if (comparisons > most || comparisons < 0) {
            throw DecodeException.at(
                    offset,
                    "decode: comparisons of keys=" + comparisons + " > limits.comparisons=" + most
                            + "; raise the limit if the stream is your own");
        }
        return before * (1 + key.weight());
    }
}
