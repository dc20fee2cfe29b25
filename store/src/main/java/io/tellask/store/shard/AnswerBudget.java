package io.tellask.store.shard;

import io.tellask.store.StoreLimitException;
import org.jspecify.annotations.Nullable;

/** How many more bytes an answer to many keys may have: its values, and something for each key. Used by one thread. */
public final class AnswerBudget {
    /** What a key takes of an answer whether it has a value or not: a place, and the head of an array. */
    public static final int BYTES_PER_KEY = 16;

    private final int keys;
    private final long mostBytes;
    private long bytes;

    public AnswerBudget(int keys, long mostBytes) {
        this.keys = keys;
        this.mostBytes = mostBytes;
        add((long) BYTES_PER_KEY * keys);
    }

    void take(byte @Nullable [] value) {
        if (value != null) {
            add(value.length);
        }
    }

    private void add(long more) {
        bytes += more;
        if (bytes > mostBytes) {
            throw new StoreLimitException("store: keys=" + keys + ", bytes of their values so far with " + BYTES_PER_KEY
                    + " for each key=" + bytes + " > limit=" + mostBytes + "; ask for fewer keys at once");
        }
    }
}
