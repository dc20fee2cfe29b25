package io.tellask.store.file;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreIoException;
import io.tellask.store.StoreKeyException;
import io.tellask.store.StoreTypeException;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a store is: its id, the seed of its key hashes, the kinds of its keys and values, and the class that values were declared as. Kept in the file
 * {@code STORE}.
 *
 * <pre>
 *  0        8         12       16          32          40                                            n-4    n
 *  +--------+---------+--------+-----------+-----------+-------------+-----------------+-------------+------+
 *  | magic  | version | n      | store id  | hash seed | key kind    | value kind      | value class | crc  |
 *  +--------+---------+--------+-----------+-----------+-------------+-----------------+-------------+------+
 * </pre>
 *
 * A kind is its length in four bytes and ASCII text. The name of the class is its length and UTF-8; earlier releases leave it out, and pass over it.
 *
 * @param valueClass empty where it is not known, and for values that are no objects
 */
public record StoreIdentity(int version, UUID id, long seed, String keys, String values, String valueClass) {
    public static final String FILE = "STORE";

    private static final long MAGIC = SegmentLayout.ascii("TLSKSTOR");
    /** A store of version 0 has no files {@code END} and {@code WRITTEN}; opening it makes them. */
    public static final int VERSION = 1;

    private static final int MAX_BYTES = 64 << 10;

    public StoreIdentity(UUID id, long seed, String keys, String values) {
        this(VERSION, id, seed, keys, values, "");
    }

    /** The same store as this release writes it. */
    public StoreIdentity upgraded() {
        return new StoreIdentity(VERSION, id, seed, keys, values, valueClass);
    }

    /** The same store with another class of values. */
    public StoreIdentity withValueClass(String name) {
        return new StoreIdentity(version, id, seed, keys, values, name);
    }

    public static StoreIdentity fresh(String keys, String values) {
        SecureRandom random = new SecureRandom();
        return new StoreIdentity(new UUID(random.nextLong(), random.nextLong()), random.nextLong(), keys, values);
    }

    /** The identity in a directory, or null where there is none yet. */
    public static @Nullable StoreIdentity read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        byte[] bytes;
        try {
            bytes = StoreFiles.read(file, MAX_BYTES);
        } catch (NoSuchFileException e) {
            return null;
        }
        if (bytes.length < 52 || bytes.length > MAX_BYTES) {
            throw new StoreDamagedException(file.toString(), -1, 0, "bytes=" + bytes.length);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (in.getLong() != MAGIC || in.getInt(bytes.length - 4) != SegmentLayout.crc(bytes, bytes.length - 4)) {
            throw new StoreDamagedException(file.toString(), -1, 0, "checksum differs");
        }
        int version = in.getInt();
        requireKnown(FILE, version, VERSION);
        in.getInt();
        UUID id = new UUID(in.getLong(), in.getLong());
        long seed = in.getLong();
        String keys = readText(file, in, StandardCharsets.US_ASCII);
        String values = readText(file, in, StandardCharsets.US_ASCII);
        boolean classless = in.remaining() == Integer.BYTES;
        return new StoreIdentity(
                version, id, seed, keys, values, classless ? "" : readText(file, in, StandardCharsets.UTF_8));
    }

    /** Refuses a whole file of a version that a later release wrote. */
    public static void requireKnown(String file, long version, long known) {
        if (version < 0 || version > known) {
            throw new StoreIoException("store: file=" + file + ", version=" + version + ", known=" + known
                    + "; open it with the release that wrote it");
        }
    }

    public void write(Path directory, StoreFiles files) throws IOException {
        files.replace(directory.resolve(FILE), toBytes());
    }

    public byte[] toBytes() {
        byte[] name = valueClass.getBytes(StandardCharsets.UTF_8);
        int nameBytes = name.length == 0 ? 0 : Integer.BYTES + name.length;
        ByteBuffer out = ByteBuffer.allocate(52 + keys.length() + values.length() + nameBytes)
                .order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(version).putInt(out.capacity());
        out.putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putLong(seed);
        writeText(out, keys);
        writeText(out, values);
        if (nameBytes > 0) {
            out.putInt(name.length).put(name);
        }
        byte[] bytes = out.array();
        out.putInt(SegmentLayout.crc(bytes, out.position()));
        return Arrays.copyOf(bytes, out.position());
    }

    /** Refuses to open a store as something else than it was created as. */
    public void require(Path directory, String wantedKeys, String wantedValues) {
        if (StoreCipher.isEncrypted(keys) != StoreCipher.isEncrypted(wantedKeys)) {
            throw new StoreKeyException(
                    StoreCipher.isEncrypted(keys)
                            ? "store: it is encrypted, keys=" + SafeText.of(keys) + "; give its key to open it"
                            : "store: it is not encrypted, keys=" + SafeText.of(keys) + "; open it without a key");
        }
        if (!keys.equals(wantedKeys) || !values.equals(wantedValues)) {
            throw new StoreTypeException("store: directory=" + directory + " holds keys=" + SafeText.of(keys)
                    + ", values=" + SafeText.of(values)
                    + (valueClass.isEmpty() ? "" : " of class=" + SafeText.of(valueClass))
                    + ", opened with keys=" + wantedKeys + ", values=" + wantedValues
                    + "; open it with the types it was created with");
        }
    }

    private static void writeText(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        out.putInt(bytes.length).put(bytes);
    }

    private static String readText(Path file, ByteBuffer in, Charset charset) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining() - Integer.BYTES) {
            throw new StoreDamagedException(file.toString(), -1, in.position() - Integer.BYTES, "length=" + length);
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, charset);
    }
}
