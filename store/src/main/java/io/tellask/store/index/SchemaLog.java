package io.tellask.store.index;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemas that stored values refer to, by fingerprint, as found in the log and added since. Thread-safe. */
public final class SchemaLog {
    private final Map<Long, byte[]> descriptors = new LinkedHashMap<>();

    public synchronized void add(long fingerprint, byte[] descriptor) {
        descriptors.put(fingerprint, descriptor);
    }

    /** The descriptor with a fingerprint, or null. */
    public synchronized byte @Nullable [] descriptor(long fingerprint) {
        return descriptors.get(fingerprint);
    }

    /** Whether there are any. */
    public synchronized boolean any() {
        return !descriptors.isEmpty();
    }

    public synchronized Map<Long, byte[]> all() {
        return new LinkedHashMap<>(descriptors);
    }
}
