package io.tellask.codec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the keys of the tables of a stock JDK stream may cost against the budget of comparisons.
 *
 * <p>Hashes of strings, boxes and lists of them are known before the stream is read; other collections, maps and entries
 * count as if all of one table had the same. Keys of other classes are asked for their hash while the stream is read,
 * each when it is complete and before it enters its tables. Not thread-safe.
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
    private final List<Waiting> waiting = new ArrayList<>();

    /** Keys by how many objects are complete before theirs. */
    private final Map<Integer, List<Waiting>> expected = new HashMap<>();

    private long comparisons;
    private int completed;

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
            List<StreamNode> keys = turns ? everySecond(items) : items;
            StreamTable table = immutable ? new StreamTable.Runs(keys.size()) : new StreamTable.Chains(keys.size());
            owner.addExtra(compare(table, keys, offset));
        } else if (KEYED_BY_TURNS.contains(className)) {
            owner.addExtra(compare(new StreamTable.Trees(), everySecond(items), offset));
        } else if (className.equals("java.util.HashSet")) {
            owner.addExtra(compare(new StreamTable.Trees(), items, offset));
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

    /** Comparisons of the keys of a table whose hashes can be told from the stream. */
    private long compare(StreamTable table, List<StreamNode> keys, int offset) {
        long work = 0;
        for (StreamNode key : keys) {
            switch (key.kind) {
                case OTHER -> waiting.add(new Waiting(key, table));
                case CONTAINER -> work += compare(key, table.comparedAtWorst(), offset);
                default -> work += compare(key, table.compared(key, key.hash), offset);
            }
        }
        return work;
    }

    private long compare(StreamNode key, int before, int offset) {
        long visits = 1 + key.bytes;
        comparisons += before * (visits + key.extra()) - (before == 0 ? 0 : KeyWork.free(visits));
        if (comparisons > most) {
            throw DecodeException.at(
                    offset,
                    "decode: comparisons of keys=" + comparisons + " > limits.comparisons=" + most
                            + "; raise the limit if the stream is your own");
        }
        return before * (1 + key.weight());
    }

    /** When the stream is gone through: sorts the keys whose objects tell their hashes by when these will be read. */
    void expect() {
        for (Waiting key : waiting) {
            expected.computeIfAbsent(key.node.completion, _ -> new ArrayList<>(1))
                    .add(key);
        }
        waiting.clear();
    }

    /** Counts an object, in the order in which they are complete, before it enters the tables that it is a key of. */
    void complete(@Nullable Object object, int offset) {
        List<Waiting> keys = expected.remove(completed++);
        if (keys != null && object != null && !HashGuard.isHashedByIdentity(object.getClass())) {
            int hash = hashOf(object);
            for (Waiting key : keys) {
                compare(key.node, key.table.compared(object, hash), offset);
            }
        }
    }

    /** An object that lies on a cycle may not have its parts yet. */
    private static int hashOf(Object object) {
        try {
            return object.hashCode();
        } catch (RuntimeException e) {
            return 0;
        }
    }

    /** A key of a table whose hash its object tells. */
    private record Waiting(StreamNode node, StreamTable table) {}
}
