package io.tellask.store.shard;

import java.util.Arrays;

/** A growing row of addresses or offsets. Not thread-safe. */
final class LongList {
    private long[] all = new long[64];
    private int count;

    void add(long address) {
        if (count == all.length) {
            all = Arrays.copyOf(all, 2 * count);
        }
        all[count++] = address;
    }

    int count() {
        return count;
    }

    long at(int i) {
        return all[i];
    }
}
