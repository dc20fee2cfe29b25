package io.tellask.cluster;

import io.tellask.store.Scan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the entries of one member's {@link MapMachine} as they were when it began, without those that had expired then. Close it. Not
 * thread-safe, but {@link #close} may be called by any thread.
 */
public final class MapScan implements AutoCloseable {
    private final Scan<byte[], byte[]> scan;
    private final long millis;
    private @Nullable MapValue value;

    MapScan(Scan<byte[], byte[]> scan, long millis) {
        this.scan = scan;
        this.millis = millis;
    }

    /**
     * Moves to the next entry, going over so many bytes of the store at most and over one record at least. Where it returns false,
     * {@link #hasEnded} tells whether anything is left.
     */
    public boolean nextWithin(long mostBytes) {
        value = null;
        if (!scan.nextWithin(mostBytes)) {
            return false;
        }
        byte[] stored = scan.value();
        if (MapValue.hasExpired(stored, millis)) {
            return false;
        }
        value = MapValue.of(stored);
        return true;
    }

    /** Whether there is no further entry. */
    public boolean hasEnded() {
        return scan.hasEnded();
    }

    /** Keys of entries that have expired, at most so many. */
    static List<byte[]> expired(Scan<byte[], byte[]> scan, long millis, int most) {
        List<byte[]> found = new ArrayList<>();
        while (found.size() < most && scan.next()) {
            if (MapValue.hasExpired(scan.value(), millis)) {
                found.add(withoutKind(scan.key()));
            }
        }
        return found;
    }

    /** Without the first byte, which is the machine's own. */
    private static byte[] withoutKind(byte[] key) {
        return Arrays.copyOfRange(key, 1, key.length);
    }

    private MapValue entry() {
        if (value == null) {
            throw new IllegalStateException("cluster: the scan is at no entry; ask after nextWithin() returned true");
        }
        return value;
    }

    /** Key of the entry. */
    public byte[] key() {
        entry();
        return withoutKind(scan.key());
    }

    /** Value of the entry. */
    public byte[] value() {
        return entry().bytes();
    }

    /** Version of the value, the same at every member. */
    public long version() {
        return entry().version();
    }

    /** When the key stops to exist, or null for never. */
    public @Nullable Instant expiry() {
        return entry().expiry();
    }

    @Override
    public void close() {
        scan.close();
    }
}
