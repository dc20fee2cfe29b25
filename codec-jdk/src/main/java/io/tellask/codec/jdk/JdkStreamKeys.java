package io.tellask.codec.jdk;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.hashing.HashCostBudget;
import io.tellask.codec.hashing.HashCostCounter;
import io.tellask.codec.hashing.KeyFailure;
import io.tellask.codec.registry.JdkStreamTypes;
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
 * count as if all of one table had the same. While the stream is read, each key is met again when its table is about to
 * hash it: what that visits is counted by a {@link HashCostCounter}, and keys of other classes are asked for their hash. Not
 * thread-safe.
 */
final class JdkStreamKeys {
    /** What stands for immutable lists, sets and maps; its only field says which. */
    static final String IMMUTABLE = "java.util.CollSer";

    private static final Set<String> KEYED_BY_TURNS =
            Set.of("java.util.HashMap", "java.util.Hashtable", "java.util.concurrent.ConcurrentHashMap");
    private static final Set<String> LISTS = Set.of("java.util.ArrayList", "java.util.LinkedList");
    private static final int REFERENCE_BYTES = 5;

    /** Bytes of a string or box that are compared at once. */
    private static final int BYTES_PER_VISIT = 16;

    private static final int IMMUTABLE_LIST = 1;
    private static final int IMMUTABLE_MAP = 3;

    private final JdkStreamTypes types;
    private final HashCostCounter walk;
    private final int mostVisits;
    private final int most;
    private final List<Waiting> waiting = new ArrayList<>();

    /** Keys by how many objects are complete before theirs. */
    private final Map<Integer, List<Waiting>> expected = new HashMap<>();

    /** Keys that refer back, by the number of the reference. */
    private final Map<Integer, List<Waiting>> referred = new HashMap<>();

    /** Objects that keys refer back to, by how many are complete before them; null until they are. */
    private final Map<Integer, @Nullable Object> kept = new HashMap<>();

    /** Keys of which the walk left something out. */
    private final List<Object> narrow = new ArrayList<>();

    /** Class of the table whose keys are counted. */
    private String comparing = "";

    private long comparisons;
    private long hashed;
    private int completed;

    JdkStreamKeys(JdkStreamTypes types, CodecLimits limits) {
        this.types = types;
        this.mostVisits = limits.objects();
        this.walk = new HashCostCounter(types, mostVisits);
        this.most = limits.comparisons();
    }

    /** Counts the items that one class wrote for {@code owner}; {@code tag} is what an immutable collection is. */
    void count(JdkStreamNode owner, String className, int tag, List<JdkStreamItem> items, int offset) {
        boolean immutable = className.equals(IMMUTABLE);
        comparing = className;
        if (LISTS.contains(className) || immutable && tag == IMMUTABLE_LIST) {
            hashList(owner, items);
        } else if (immutable || className.equals("java.util.Hashtable")) {
            boolean turns = !immutable || tag == IMMUTABLE_MAP;
            List<JdkStreamItem> keys = turns ? everySecond(items) : items;
            JdkStreamTable table =
                    immutable ? new JdkStreamTable.Runs(keys.size()) : new JdkStreamTable.Chains(keys.size());
            owner.addExtra(compare(table, keys, offset));
        } else if (KEYED_BY_TURNS.contains(className)) {
            owner.addExtra(compare(new JdkStreamTable.Trees(), everySecond(items), offset));
        } else if (className.equals("java.util.HashSet")) {
            owner.addExtra(compare(new JdkStreamTable.Trees(), items, offset));
        } else if (className.equals("java.util.concurrent.CopyOnWriteArraySet")) {
            JdkStreamNode list = owner.part;
            owner.addExtra(list == null ? 0 : compareWithAll(list, offset));
        } else if (className.equals("java.util.concurrent.CopyOnWriteArrayList")) {
            owner.elements = items;
        }
    }

    /**
     * Comparisons of a set that compares each element with all before it. Elements pay with their bytes for the first
     * set that is made of their list.
     */
    private long compareWithAll(JdkStreamNode list, int offset) {
        long work = 0;
        int before = 0;
        for (JdkStreamItem element : list.elements) {
            JdkStreamNode node = element.node();
            long visits = 1 + (node.kind == JdkStreamNode.Kind.PLAIN ? node.bytes / BYTES_PER_VISIT : node.bytes);
            take(before * (visits + node.extra()) - (list.isCompared ? 0 : free(element, before)), offset);
            work += before * (1 + node.weight());
            if (node.kind != JdkStreamNode.Kind.PLAIN) {
                await(element, null, before, offset);
            }
            before++;
        }
        list.isCompared = true;
        return work;
    }

    private static void hashList(JdkStreamNode owner, List<JdkStreamItem> items) {
        int hash = 1;
        for (JdkStreamItem item : items) {
            JdkStreamNode node = item.node();
            if (node.kind != JdkStreamNode.Kind.PLAIN && node.kind != JdkStreamNode.Kind.LIST) {
                return;
            }
            hash = 31 * hash + node.hash;
        }
        owner.kind = JdkStreamNode.Kind.LIST;
        owner.hash = hash;
    }

    private static List<JdkStreamItem> everySecond(List<JdkStreamItem> items) {
        List<JdkStreamItem> keys = new ArrayList<>();
        for (int i = 0; i < items.size(); i += 2) {
            keys.add(items.get(i));
        }
        return keys;
    }

    /** Comparisons of the keys of a table whose hashes can be told from the stream. */
    private long compare(JdkStreamTable table, List<JdkStreamItem> keys, int offset) {
        long work = 0;
        for (JdkStreamItem key : keys) {
            JdkStreamNode node = key.node();
            if (node.kind == JdkStreamNode.Kind.OTHER) {
                await(key, table, 0, offset);
                continue;
            }
            int before = node.kind == JdkStreamNode.Kind.CONTAINER
                    ? table.comparedAtWorst()
                    : table.compared(node, node.hash);
            work += compare(key, before, node.extra(), offset);
            if (node.kind != JdkStreamNode.Kind.PLAIN) {
                await(key, null, before, offset);
            }
        }
        return work;
    }

    private long compare(JdkStreamItem key, int before, long extra, int offset) {
        take(before * (1 + key.node().bytes + extra) - free(key, before), offset);
        return before * (1 + key.node().weight());
    }

    /** What a key pays for with its bytes of the stream, which are few where it refers back. */
    private static long free(JdkStreamItem key, int before) {
        int bytes = key instanceof JdkStreamItem.Back ? Math.min(key.node().bytes, REFERENCE_BYTES) : key.node().bytes;
        return before == 0 ? 0 : HashCostBudget.free(1 + bytes);
    }

    private void take(long more, int offset) {
        comparisons += more;
        if (comparisons > most) {
            throw FailurePlace.decoding(
                    offset,
                    "decode: comparisons of keys=" + comparisons + " > limits.comparisons=" + most + ", class="
                            + comparing + "; raise the limit if the stream is your own");
        }
    }

    private void takeVisits(long visits, int offset) {
        hashed += visits;
        if (hashed > mostVisits) {
            throw FailurePlace.decoding(
                    offset,
                    "decode: objects visited by hashing keys > limits.objects=" + mostVisits
                            + "; keys share too much, raise the limit if the stream is your own");
        }
    }

    /** Has a key counted when its table is about to hash it. Of one that holds its table nobody hands out the object. */
    private void await(JdkStreamItem key, @Nullable JdkStreamTable table, int before, int offset) {
        if (key.node().isFinished()) {
            waiting.add(new Waiting(key, table, before, comparing));
        } else if (key instanceof JdkStreamItem.Back back) {
            takeVisits(Math.min(back.weight(), Integer.MAX_VALUE), offset);
        }
    }

    /** When the stream is gone through: sorts the keys by when they will be hashed. */
    void expect() {
        for (Waiting key : waiting) {
            int completion = key.item.node().completion;
            if (key.item instanceof JdkStreamItem.Back back) {
                kept.put(completion, null);
                referred.computeIfAbsent(back.ordinal(), _ -> new ArrayList<>(1))
                        .add(key);
            } else {
                expected.computeIfAbsent(completion, _ -> new ArrayList<>(1)).add(key);
            }
        }
        waiting.clear();
    }

    /** Counts an object, in the order in which they are complete, before it enters the tables that it is a key of. */
    void complete(@Nullable Object object, int offset) {
        int number = completed++;
        if (!kept.isEmpty() && kept.containsKey(number)) {
            kept.put(number, object);
        }
        enter(expected.remove(number), object, offset);
    }

    /** Counts the object that a reference leads to, before it enters the table that it is a key of there. */
    void refer(int ordinal, int offset) {
        List<Waiting> keys = referred.remove(ordinal);
        if (keys != null) {
            enter(keys, kept.get(keys.getFirst().item.node().completion), offset);
        }
    }

    private void enter(@Nullable List<Waiting> keys, @Nullable Object object, int offset) {
        if (keys == null || object == null || isHashedByIdentity(object)) {
            return;
        }
        for (Waiting key : keys) {
            comparing = key.tableName;
            JdkStreamNode node = key.item.node();
            long visits = visit(object, offset);
            long extra = Math.max(node.extra(), visits - node.bytes);
            if (key.table != null) {
                compare(key.item, key.table.compared(object, hashOf(object, offset)), extra, offset);
            } else {
                take(key.before * (extra - node.extra()), offset);
            }
        }
    }

    /**
     * Counts what hashing a key visits. When the first key comes that may compare whatever others lead to, those before
     * it are counted anew, with all that they hold.
     */
    private long visit(Object key, int offset) {
        long visits = walk.visits(key);
        takeVisits(visits, offset);
        if (walk.isTooNarrow()) {
            walk.widen();
            visits = walk.visits(key);
            takeVisits(visits, offset);
            narrow.forEach(before -> takeVisits(walk.visits(before), offset));
            narrow.clear();
        } else if (walk.isNarrowed()) {
            narrow.add(key);
        }
        return visits;
    }

    /** Whether the hash of a key is none that a sender could choose. */
    private boolean isHashedByIdentity(Object key) {
        return key instanceof Enum<?> || types.isHashedByIdentity(key.getClass());
    }

    /** The hash by which the table takes the key next: where it fails, so would the table. */
    private static int hashOf(Object key, int offset) {
        try {
            return key.hashCode();
        } catch (Throwable e) {
            throw KeyFailure.hashing(e, key, offset);
        }
    }

    /** A key and, unless its hash was known before, its table; else with how many others it is compared. */
    private record Waiting(JdkStreamItem item, @Nullable JdkStreamTable table, int before, String tableName) {}
}
