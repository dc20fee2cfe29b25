package io.tellask.codec.elements;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.hashing.HashCostCounter;
import io.tellask.codec.hashing.HashGuard;
import io.tellask.codec.hashing.KeyFailure;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One set or map while its keys are read: measures what each costs, has the {@link HashGuard} count it before it enters,
 * and keeps back what cannot enter yet in a {@link KeyedFill}. Not thread-safe.
 */
final class KeyedReading {
    private final GraphReader in;
    private final Object table;
    private final int count;
    private final boolean strings;
    private final int own;
    private final boolean unbounded;
    private @Nullable HashGuard guard;
    private @Nullable KeyedFill rest;
    private int lowest;
    private int outerState;
    private long mark;

    /**
     * The low bits of where the key that is being read begins, then how many bytes it took; one field of four bytes, because
     * tables may be many. Of a key of 4 GiB, which only a stream has, as many bytes count as are beyond.
     */
    private int bytes;

    private long extra;
    private int mostBytes;
    private long mostExtra;

    /**
     * Begins the table that took {@code own} and will have {@code count} keys, all of them strings or any objects; with
     * {@code wait} none of them can enter yet, because the comparator is not complete.
     */
    KeyedReading(GraphReader in, Object table, int count, boolean strings, int own, boolean wait) {
        this.in = in;
        this.table = table;
        this.count = count;
        this.strings = strings;
        this.own = own;
        this.unbounded = HashCostCounter.isUnbounded(table);
        this.guard = HashGuard.of(in.keys, in.in, table, count, strings);
        this.rest = wait ? KeyedFill.of(table) : null;
        this.lowest = in.reach.lowest();
    }

    Object table() {
        return table;
    }

    /** Before a key is read. */
    void begin() {
        bytes = (int) in.in.offset();
        mark = in.keys.mark();
        outerState = in.keys.state();
        in.reach.beginKey();
        if (unbounded) {
            in.keys.allowUnboundedComparison();
        }
    }

    /** When a key is read. */
    void end() {
        int taken = (int) Math.min(Integer.MAX_VALUE, Integer.toUnsignedLong((int) in.in.offset() - bytes));
        bytes = taken;
        extra = in.keys.since(mark, taken);
        mostBytes = Math.max(mostBytes, taken);
        mostExtra = Math.max(mostExtra, extra);
        if (in.reach.isKeyIncomplete(own) && rest == null) {
            rest = KeyedFill.of(table);
        }
        in.keys.restore(outerState);
    }

    /** Lets the element that was read last enter its set. */
    @SuppressWarnings("unchecked")
    void enter(@Nullable Object element) {
        lowest = Math.min(lowest, in.reach.lowest());
        if (rest != null) {
            rest.keep(in, element);
            return;
        }
        try {
            check(element);
            ((Collection<@Nullable Object>) table).add(element);
        } catch (Throwable e) {
            throw KeyFailure.entering(e, element, table, in.table.unknownClasses(), in.in.offset());
        }
    }

    /** Lets the key that was read last enter its map, now that its value is read, too. */
    @SuppressWarnings("unchecked")
    void enter(@Nullable Object key, @Nullable Object value) {
        lowest = Math.min(lowest, in.reach.lowest());
        if (rest != null) {
            rest.keep(in, key);
            rest.keep(in, value);
            return;
        }
        try {
            check(key);
            KeyedFill.enter((Map<@Nullable Object, @Nullable Object>) table, key, value);
        } catch (Throwable e) {
            throw KeyFailure.entering(e, key, table, in.table.unknownClasses(), in.in.offset());
        }
    }

    private void check(@Nullable Object key) {
        extra = Math.max(extra, in.keys.visitComplete(key, unbounded, in.in) - bytes);
        if (guard == null && extra != 0 && !strings) {
            guard = HashGuard.late(in.keys, in.in, table, count);
        }
        if (guard != null) {
            guard.check(key, bytes, extra);
        }
    }

    /**
     * When all keys are read: gives what waits, null where all could enter at once, and leaves what the costliest key took
     * to whoever builds a table of them.
     */
    @Nullable
    KeyedFill close() {
        in.keys.leave(mostBytes, mostExtra);
        if (rest != null) {
            rest.countAs(new HashGuard.CostliestKey(mostBytes, mostExtra));
        }
        in.reach.endKeys(lowest, rest);
        return rest;
    }
}
