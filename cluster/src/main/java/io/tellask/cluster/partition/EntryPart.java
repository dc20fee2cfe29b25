package io.tellask.cluster.partition;

import io.tellask.cluster.ReplicatedMap.Versioned;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Many entries in one array.
 *
 * <pre>
 * entry   key length: int, key, version: long, 0 where the key was removed and nothing follows
 *         expiry in milliseconds since 1970: long, 0 for never
 *         value length: int, value
 * </pre>
 *
 * Numbers are big endian. Used by one thread.
 */
final class EntryPart {
    /** Bytes after which a part is sent. */
    static final int BYTES = 64 << 10;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Receives an entry; the value is null where the key was removed. */
    interface Reader {
        void accept(byte[] key, @Nullable Versioned<byte[]> value);
    }

    void add(byte[] key, @Nullable Versioned<byte[]> value) {
        try {
            out.writeInt(key.length);
            out.write(key);
            out.writeLong(value == null ? 0 : value.version());
            if (value != null) {
                Instant expiry = value.expiry();
                out.writeLong(expiry == null ? 0 : expiry.toEpochMilli());
                out.writeInt(value.value().length);
                out.write(value.value());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean isFull() {
        return bytes.size() >= BYTES;
    }

    boolean isEmpty() {
        return bytes.size() == 0;
    }

    /** All that was added since the last time. */
    byte[] take() {
        byte[] part = bytes.toByteArray();
        bytes.reset();
        return part;
    }

    static void read(byte[] part, Reader reader) {
        ByteBuffer in = ByteBuffer.wrap(part);
        while (in.hasRemaining()) {
            byte[] key = bytes(in);
            long version = in.getLong();
            if (version == 0) {
                reader.accept(key, null);
            } else {
                long expiry = in.getLong();
                reader.accept(
                        key, new Versioned<>(bytes(in), version, expiry == 0 ? null : Instant.ofEpochMilli(expiry)));
            }
        }
    }

    private static byte[] bytes(ByteBuffer in) {
        int length = in.getInt();
        int from = in.position();
        in.position(from + length);
        return Arrays.copyOfRange(in.array(), from, from + length);
    }
}
