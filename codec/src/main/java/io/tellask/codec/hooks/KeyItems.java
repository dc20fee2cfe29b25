package io.tellask.codec.hooks;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.hashing.HashGuard;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Hashtable;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Items of a table of the JDK, whose readObject hashes or compares them: a key that is not complete makes the hook
 * wait, and keys that were made to collide are refused. Not thread-safe.
 */
final class KeyItems extends MessageItems {
    /** Keys for each chain of a Hashtable, which takes the number of its chains from the message. */
    private static final int KEYS_PER_CHAIN = 8;

    /** Keys that the first guard is made for. */
    private static final int LEAST_COUNTED = 64;

    private final HierarchyPart table;
    private final int own;
    private final Collection<Object> seen = new ArrayDeque<>();
    private int lowest;
    private int references;
    private int chains;
    private int bytesRead;
    private int counted;
    private long mostExtra;
    private @Nullable HashGuard guard;

    /** Items of the object numbered {@code own}. */
    KeyItems(GraphReader graph, HierarchyPartReader level, HierarchyPart table, int own) {
        super(graph, level);
        this.table = table;
        this.own = own;
        this.lowest = graph.reach.lowest();
    }

    @Override
    public @Nullable Object readReference() {
        if (!isKey(table.keys, references++)) {
            return super.readReference();
        }
        lowest = Math.min(lowest, graph.reach.lowest());
        long start = graph.in.offset();
        long mark = graph.keys.mark();
        graph.reach.beginKey();
        Object key = super.readReference();
        lowest = Math.min(lowest, graph.reach.lowest());
        if (graph.reach.isKeyIncomplete(own)) {
            graph.patches.requireCareful();
        }
        if (key != null) {
            check(key, graph.in.bytesSince(start), mark);
        }
        return key;
    }

    static boolean isKey(HierarchyPart.Keys keys, int index) {
        return keys == HierarchyPart.Keys.ELEMENTS || keys == HierarchyPart.Keys.ENTRIES && (index & 1) == 0;
    }

    private void check(Object key, int bytes, long mark) {
        mostExtra = Math.max(mostExtra, graph.keys.since(mark, bytes));
        boolean unbounded = table.type == PriorityQueue.class;
        mostExtra = Math.max(mostExtra, graph.keys.visitComplete(key, unbounded, graph.in) - bytes);
        boolean needed = mostExtra != 0 || seen.size() >= HashGuard.FREE_KEYS || graph.keys.nesting() > 0;
        if (needed && (guard == null || seen.size() == counted)) {
            counted = Math.max(LEAST_COUNTED, 2 * counted);
            guard = HashGuard.over(graph.keys, graph.in, table.type == Hashtable.class, seen, counted);
        }
        seen.add(key);
        if (table.type == Hashtable.class && seen.size() > KEYS_PER_CHAIN * (long) Math.max(1, chains)) {
            throw graph.damaged("table with chains=" + chains + " for keys=" + seen.size());
        }
        if (guard != null) {
            guard.check(key, bytes, mostExtra);
        }
    }

    /** The first four bytes of a Hashtable are how many chains it had. */
    @Override
    public int read(byte[] target, int offset, int length) {
        int count = super.read(target, offset, length);
        for (int i = 0; i < count && bytesRead < Integer.BYTES; i++, bytesRead++) {
            chains = chains << Byte.SIZE | target[offset + i] & 0xFF;
        }
        return count;
    }

    @Override
    public void skipRest(GraphReader in) {
        super.skipRest(in);
        graph.reach.endKeys(Math.min(lowest, graph.reach.lowest()), null);
    }
}
