package io.tellask.codec;

import org.jspecify.annotations.Nullable;

/**
 * What the keys of one table cost that is being read: measures each as it is read, and has the {@link HashGuard} count
 * it before it enters. Not thread-safe.
 */
final class KeyCost {
    private final GraphReader in;
    private final Object table;
    private final int count;
    private final boolean strings;
    private @Nullable HashGuard guard;
    private int from;
    private long mark;
    private int bytes;
    private long extra;
    private int mostBytes;
    private long mostExtra;

    /** For a table that will have {@code count} keys, all of them strings or any objects. */
    KeyCost(GraphReader in, Object table, int count, boolean strings) {
        this.in = in;
        this.table = table;
        this.count = count;
        this.strings = strings;
        this.guard = HashGuard.of(in, table, count, strings);
    }

    /** Before a key is read. */
    void begin() {
        from = in.in.position();
        mark = in.keys.mark();
    }

    /** When a key is read. */
    void end() {
        bytes = in.in.position() - from;
        extra = in.keys.since(mark, bytes);
        mostBytes = Math.max(mostBytes, bytes);
        mostExtra = Math.max(mostExtra, extra);
    }

    /** Before the key that was read last enters its table. */
    void enter(@Nullable Object key) {
        if (guard == null && extra != 0 && !strings) {
            guard = HashGuard.late(in, table, count);
        }
        if (guard != null) {
            guard.check(key, bytes, extra);
        }
    }

    /** The dearest key so far. */
    HashGuard.Dearest dearest() {
        return new HashGuard.Dearest(mostBytes, mostExtra);
    }

    /** When all keys are read: leaves what the dearest of them took to whoever builds a table of them. */
    void close() {
        in.keys.leave(mostBytes, mostExtra);
    }
}
