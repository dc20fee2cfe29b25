package io.tellask.cluster;

import io.tellask.store.ChangeFeed;
import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the entries of one member's {@link MapMachine} as they were when it began, and then over all that was changed since, in the order of the
 * commands: whoever writes down what it gives has what the member has. Changes of the first moments may come although the entries had them
 * already. Entries that have expired are given, too. Close it. Not thread-safe, but {@link #close} may be called by any thread.
 */
public final class MapFeed implements AutoCloseable {
    /** Bytes of changes that may wait to be read; beyond, the feed fails with {@link io.tellask.store.StoreLimitException}. */
    public static final long MOST_BEHIND_BYTES = 256L << 20;

    private final Scan<byte[], byte[]> scan;
    private final ChangeFeed<byte[], byte[]> changes;
    private final byte[] prefix;
    private boolean isScanning = true;

    private MapFeed(Scan<byte[], byte[]> scan, ChangeFeed<byte[], byte[]> changes, byte[] prefix) {
        this.scan = scan;
        this.changes = changes;
        this.prefix = prefix;
    }

    static MapFeed of(DurableMap<byte[], byte[]> map, byte[] prefix) {
        ChangeFeed<byte[], byte[]> changes = map.changes(map.sequence() + 1, MOST_BEHIND_BYTES);
        try {
            return new MapFeed(map.scan(prefix), changes, prefix);
        } catch (RuntimeException | Error failure) {
            changes.close();
            throw failure;
        }
    }

    /** Moves to the next entry or change; false if there is none yet. */
    public boolean next() {
        if (isScanning && scan.next()) {
            return true;
        }
        if (isScanning) {
            isScanning = false;
            scan.close();
        }
        while (changes.next()) {
            if (startsWithPrefix(changes.key())) {
                return true;
            }
        }
        return false;
    }

    private boolean startsWithPrefix(byte[] key) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Whether the entries have all been given, and changes follow. */
    public boolean follows() {
        return !isScanning;
    }

    /** The key. */
    public byte[] key() {
        byte[] key = isScanning ? scan.key() : changes.key();
        return Arrays.copyOfRange(key, prefix.length, key.length);
    }

    /** The value with its version, or null where the key was removed. */
    public ReplicatedMap.@Nullable Versioned<byte[]> value() {
        if (!isScanning && changes.isRemoval()) {
            return null;
        }
        MapValue value = MapValue.of(Objects.requireNonNull(isScanning ? scan.value() : changes.value()));
        return new ReplicatedMap.Versioned<>(value.bytes(), value.version(), value.expiry());
    }

    @Override
    public void close() {
        scan.close();
        changes.close();
    }
}
