package io.tellask.store.file;

import io.tellask.store.Damage;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreKeyException;
import io.tellask.store.StoreLimitException;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a store is encrypted with: one for its keys, and numbered ones for its values, the last of which is used for new ones. Kept in
 * the file {@code KEYS}, encrypted with the master key. Immutable.
 *
 * <pre>
 *  0        8         12       16          32      44                         n-20  n-4    n
 *  +--------+---------+--------+-----------+-------+--------------------------+-----+------+
 *  | magic  | version | n      | store id  | nonce | key of keys 64, data     | tag | crc  |
 *  |        |         |        |           |       | keys 32 each, encrypted  |     |      |
 *  +--------+---------+--------+-----------+-------+--------------------------+-----+------+
 * </pre>
 *
 * The associated data is everything before the nonce. Data keys are numbered from 0.
 */
public final class StoreKeys {
    public static final String FILE = "KEYS";
    public static final int MAX_KEYS = 256;

    private static final long MAGIC = SegmentLayout.ascii("TLSKKEYS");
    private static final int VERSION = 0;
    private static final int SIV_KEY = 64;
    private static final int DATA_KEY = 32;
    private static final int PLAIN = 32;
    private static final int HEAD = PLAIN + StoreCipher.NONCE;
    private static final int MAX_BYTES = HEAD + SIV_KEY + MAX_KEYS * DATA_KEY + StoreCipher.TAG + Integer.BYTES;

    private final byte[] sivKey;
    private final List<byte[]> values;

    private StoreKeys(byte[] sivKey, List<byte[]> values) {
        this.sivKey = sivKey;
        this.values = values;
    }

    public static StoreKeys fresh() {
        return new StoreKeys(randomBytes(SIV_KEY), List.of(randomBytes(DATA_KEY)));
    }

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** The same with one more data key. */
    public StoreKeys rotated() {
        if (values.size() == MAX_KEYS) {
            throw new StoreLimitException("store: data keys=" + MAX_KEYS + ", limit=" + MAX_KEYS
                    + "; export the store and import it into a new one");
        }
        List<byte[]> more = new ArrayList<>(values);
        more.add(randomBytes(DATA_KEY));
        return new StoreKeys(sivKey, List.copyOf(more));
    }

    byte[] sivKey() {
        return sivKey;
    }

    public int active() {
        return values.size() - 1;
    }

    Map<Integer, SecretKeySpec> dataKeys() {
        Map<Integer, SecretKeySpec> keys = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            keys.put(i, new SecretKeySpec(values.get(i), "AES"));
        }
        return Map.copyOf(keys);
    }

    public void write(Path directory, SecretKeySpec master, UUID store) throws IOException {
        int length = HEAD + SIV_KEY + values.size() * DATA_KEY + StoreCipher.TAG + Integer.BYTES;
        ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(VERSION).putInt(length);
        out.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        byte[] nonce = randomBytes(StoreCipher.NONCE);
        out.put(nonce);
        ByteBuffer secret =
                ByteBuffer.allocate(SIV_KEY + values.size() * DATA_KEY).put(sivKey);
        values.forEach(secret::put);
        try {
            Cipher cipher = StoreCipher.cipher(Cipher.ENCRYPT_MODE, master, nonce, 0);
            cipher.updateAAD(out.array(), 0, PLAIN);
            out.put(cipher.doFinal(secret.array()));
        } catch (GeneralSecurityException e) {
            throw StoreCipher.unavailable(e);
        }
        out.putInt(SegmentLayout.crc(out.array(), out.position()));
        new StoreFiles().replace(directory.resolve(FILE), out.array());
    }

    /** Reads the keys of a store; throws {@link StoreKeyException} if the master key is another one. */
    public static StoreKeys read(Path directory, SecretKeySpec master, UUID store) throws IOException {
        Path file = directory.resolve(FILE);
        byte[] bytes = bytes(directory);
        String reason = damage(bytes, store);
        if (reason != null) {
            throw new StoreDamagedException(file.toString(), -1, 0, reason);
        }
        return split(open(bytes, master, file), count(bytes));
    }

    /** What is wrong with the keys of a store, as far as it can be told without the master key; null if nothing is, or it is not encrypted. */
    public static @Nullable Damage damage(Path directory, StoreIdentity identity) throws IOException {
        if (!StoreCipher.isEncrypted(identity.keys())) {
            return null;
        }
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return new Damage(FILE, -1, 0, 0, -1, "file is missing");
        }
        byte[] bytes = StoreFiles.read(file, MAX_BYTES);
        String reason = damage(bytes, identity.id());
        return reason == null ? null : new Damage(FILE, -1, 0, bytes.length, -1, reason);
    }

    /** Refuses an encrypted store that lost its keys: what is made of it could not be opened. */
    public static void require(Path directory, StoreIdentity identity) throws IOException {
        Damage damage = damage(directory, identity);
        if (damage != null) {
            throw new StoreDamagedException(directory.resolve(FILE).toString(), -1, 0, damage.reason());
        }
    }

    private static @Nullable String damage(byte[] bytes, UUID store) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean whole = bytes.length <= MAX_BYTES
                && count(bytes) > 0
                && in.getLong() == MAGIC
                && in.getInt(bytes.length - 4) == SegmentLayout.crc(bytes, bytes.length - 4);
        if (!whole) {
            return "checksum differs";
        }
        int version = in.getInt();
        StoreIdentity.requireKnown(FILE, version, VERSION);
        in.getInt();
        return new UUID(in.getLong(), in.getLong()).equals(store) ? null : "it is of another store";
    }

    private static int count(byte[] bytes) {
        return (bytes.length - HEAD - SIV_KEY - StoreCipher.TAG - Integer.BYTES) / DATA_KEY;
    }

    /** The file as it is, or the start of one that is too long. */
    public static byte[] bytes(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        try {
            return StoreFiles.read(file, MAX_BYTES);
        } catch (NoSuchFileException e) {
            throw new StoreKeyException(
                    "store: file=" + file
                            + " is missing: the store is not encrypted, or lost its keys; open it without a key, or restore a backup",
                    e);
        }
    }

    private static byte[] open(byte[] bytes, SecretKeySpec master, Path file) {
        try {
            Cipher cipher = StoreCipher.cipher(Cipher.DECRYPT_MODE, master, bytes, PLAIN);
            cipher.updateAAD(bytes, 0, PLAIN);
            return cipher.doFinal(bytes, HEAD, bytes.length - HEAD - Integer.BYTES);
        } catch (AEADBadTagException e) {
            throw new StoreKeyException(
                    "store: the key does not open file=" + file + "; give the key of this store", e);
        } catch (GeneralSecurityException e) {
            throw StoreCipher.unavailable(e);
        }
    }

    private static StoreKeys split(byte[] secret, int count) {
        ByteBuffer in = ByteBuffer.wrap(secret);
        byte[] sivKey = new byte[SIV_KEY];
        in.get(sivKey);
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[DATA_KEY];
            in.get(key);
            values.add(key);
        }
        return new StoreKeys(sivKey, List.copyOf(values));
    }
}
