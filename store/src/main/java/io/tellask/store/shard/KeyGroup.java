package io.tellask.store.shard;

import io.tellask.store.segment.KeyBuffer;

/**
 * Some encoded keys that are looked up together, so that their cache misses overlap. Reused; one per thread.
 */
public final class KeyGroup {
    /** Keys of a full group: enough misses to fill what one core has under way. */
    public static final int CAPACITY = 16;

    private static final ThreadLocal<KeyGroup> PER_THREAD = ThreadLocal.withInitial(KeyGroup::new);

    final long[] hashes = new long[CAPACITY];

    /** Keeps the early loads of a look-up alive. */
    @SuppressWarnings("UnusedVariable")
    long fetched;

    private final KeyBuffer[] keys = new KeyBuffer[CAPACITY];
    private int count;

    private KeyGroup() {
        for (int i = 0; i < CAPACITY; i++) {
            keys[i] = new KeyBuffer(0);
        }
    }

    /** This thread's group, emptied. */
    public static KeyGroup empty() {
        KeyGroup group = PER_THREAD.get();
        group.count = 0;
        return group;
    }

    public int count() {
        return count;
    }

    public KeyBuffer key(int i) {
        return keys[i];
    }

    /** A buffer for one more key of at most {@code keyBytes}; there must be room. */
    public KeyBuffer add(int keyBytes) {
        KeyBuffer next = keys[count++];
        next.clear(keyBytes);
        return next;
    }

    /** Computes the hashes. */
    void hash(long seed) {
        for (int i = 0; i < count; i++) {
            hashes[i] = keys[i].hash(seed);
        }
    }
}
