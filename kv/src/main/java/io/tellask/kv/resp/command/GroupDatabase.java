package io.tellask.kv.resp.command;

import io.tellask.cluster.MapCells;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.ErrorReply;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The keys of clients of Redis in the map of a group, as one entry of its log sees them: behind a byte that begins no key of a named map. */
final class GroupDatabase {
    private static final byte HEAD = (byte) 255;

    private final MapCells cells;
    private final long millis;

    /** Bytes of the longest value. */
    static final int MOST_VALUE_BYTES = 8 << 20;

    /** Bytes of the values that one call looks at: all members do that, one after the other. */
    static final int MOST_BYTES_OF_CALL = 64 << 20;

    private long looked; // bytes of values so far

    GroupDatabase(MapCells cells, long millis) {
        this.cells = cells;
        this.millis = millis;
    }

    private static byte[] inGroup(byte[] key) {
        return ByteBuffer.allocate(1 + key.length).put(HEAD).put(key).array();
    }

    /** The time of the command, in milliseconds since 1970. */
    long millis() {
        return millis;
    }

    private MapCells.Cell cell(byte[] key) {
        MapCells.Cell cell = cells.get(inGroup(key));
        byte[] value = cell.value();
        looked += value == null ? 0 : value.length;
        if (looked > MOST_BYTES_OF_CALL) {
            throw new IllegalArgumentException(
                    "resp: bytes of values that one call looks at=" + looked + ", limit=" + MOST_BYTES_OF_CALL);
        }
        return cell;
    }

    byte @Nullable [] get(byte[] key) {
        return cell(key).value();
    }

    boolean contains(byte[] key) {
        return get(key) != null;
    }

    /** When a key expires, in milliseconds since 1970, or {@link Database#NEVER}, or {@link Database#ABSENT}. */
    long expiry(byte[] key) {
        MapCells.Cell cell = cell(key);
        if (cell.value() == null) {
            return Database.ABSENT;
        }
        return cell.expiryMillis() == MapCells.NEVER ? Database.NEVER : cell.expiryMillis();
    }

    long expiryToKeep(byte[] key) {
        return Math.max(expiry(key), Database.NEVER);
    }

    /** Refuses a value that is too long, before it is made. */
    static void requireLength(long bytes) {
        if (bytes > MOST_VALUE_BYTES) {
            throw new ErrorReply("ERR value of " + bytes + " bytes, the limit is " + MOST_VALUE_BYTES + " in a group");
        }
    }

    /** Sets a value until an expiry; one that has passed removes the key. */
    void put(byte[] key, byte[] value, long expiry) {
        requireLength(value.length);
        if (expiry == Database.NEVER) {
            cells.put(inGroup(key), value, MapCells.NEVER);
        } else if (expiry <= millis) {
            cells.remove(inGroup(key));
        } else {
            cells.put(inGroup(key), value, expiry);
        }
    }

    /** Changes when a key expires that is there. */
    void expire(byte[] key, long expiry) {
        byte[] value = get(key);
        if (value != null) {
            put(key, value, expiry);
        }
    }

    /** Removes a key; whether it was there. */
    boolean remove(byte[] key) {
        boolean there = contains(key);
        if (there) {
            cells.remove(inGroup(key));
        }
        return there;
    }

    void forget() {
        cells.forget();
    }
}
