package io.tellask.cluster;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value as a {@link MapMachine} stores it and answers it.
 *
 * <pre>
 * version: long, negated where an expiry follows      index of the command that wrote it
 * expiry: long                                        milliseconds since 1970; only after a negated version
 * value                                               all that is left
 * </pre>
 *
 * @param expiry when the key stops to exist, or null for never
 */
record MapValue(long version, @Nullable Instant expiry, byte[] bytes) {
    /**
     * The bytes of a value.
     *
     * @param expiryMillis 0 for never
     */
    static byte[] stored(long version, long expiryMillis, byte[] value) {
        return expiryMillis == 0
                ? ByteBuffer.allocate(Long.BYTES + value.length)
                        .putLong(version)
                        .put(value)
                        .array()
                : ByteBuffer.allocate(2 * Long.BYTES + value.length)
                        .putLong(-version)
                        .putLong(expiryMillis)
                        .put(value)
                        .array();
    }

    static long version(byte[] stored) {
        return Math.abs(ByteBuffer.wrap(stored).getLong());
    }

    static boolean hasExpired(byte[] stored, long millis) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        return in.getLong() < 0 && in.getLong() <= millis;
    }

    static MapValue of(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        long version = in.getLong();
        Instant expiry = version < 0 ? Instant.ofEpochMilli(in.getLong()) : null;
        return new MapValue(Math.abs(version), expiry, Arrays.copyOfRange(stored, in.position(), stored.length));
    }
}
