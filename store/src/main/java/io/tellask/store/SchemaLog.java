package io.tellask.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemas that stored values refer to, by fingerprint, as found in the log and added since. Thread-safe. */
final class SchemaLog {
    private final Map<Long, byte[]> descriptors = new LinkedHashMap<>();

    synchronized void add(long fingerprint, byte[] descriptor) {
        descriptors.put(fingerprint, descriptor);
    }

    /** The descriptor with a fingerprint, or null. */
    synchronized byte @Nullable [] descriptor(long fingerprint) {
        return descriptors.get(fingerprint);
    }

    /** Whether there are any. */
    synchronized boolean any() {
        return !descriptors.isEmpty();
    }

    synchronized Map<Long, byte[]> all() {
        return new LinkedHashMap<>(descriptors);
    }
}
