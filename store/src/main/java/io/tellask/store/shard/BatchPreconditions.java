package io.tellask.store.shard;

import io.tellask.store.segment.KeyBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a batch demands of the map: sequence numbers of keys. Not thread-safe. */
public final class BatchPreconditions {
    private record Requirement(KeyBuffer key, long sequence) {}

    private final List<Requirement> all = new ArrayList<>();

    /** Demands that a key has a sequence number, 0 for an absent one. Copies the key. */
    public void add(KeyBuffer key, long sequence) {
        KeyBuffer copy = new KeyBuffer(key.length());
        copy.writeBytes(Arrays.copyOfRange(key.array, KeyBuffer.START, key.end));
        all.add(new Requirement(copy, sequence));
    }

    boolean hold(ToLongFunction<KeyBuffer> sequenceOf) {
        for (Requirement required : all) {
            if (sequenceOf.applyAsLong(required.key) != required.sequence) {
                return false;
            }
        }
        return true;
    }

    public void clear() {
        all.clear();
    }
}
