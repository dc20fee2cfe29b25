package io.tellask.store.file;

import io.tellask.store.StoreKeyException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts keys and values of a store. Keys are sealed with AES-SIV, so that equal ones stay equal; values with AES-GCM under a random nonce and
 * the stored key as associated data, so that a value does not open under another key. Thread-safe.
 *
 * <pre>
 *  value  0        4        16          16+n  32+n
 *         +--------+--------+-----------+-----+
 *         | key id | nonce  | encrypted | tag |
 *         +--------+--------+-----------+-----+
 * </pre>
 */
public final class StoreCipher {
    static final int NONCE = 12;
    static final int TAG = 16;

    private static final String KEYS = "aes-siv(";
    private static final String VALUES = "aes-gcm(";
    private static final int HEAD = Integer.BYTES + NONCE;

    private final AesSiv keyCipher;
    private final Map<Integer, SecretKeySpec> dataKeys;
    private final int activeKey;
    private final SecureRandom random = new SecureRandom();

    public StoreCipher(StoreKeys keys, UUID store) {
        ByteBuffer id = ByteBuffer.allocate(16).putLong(store.getMostSignificantBits());
        keyCipher = new AesSiv(
                keys.sivKey(), id.putLong(store.getLeastSignificantBits()).array());
        dataKeys = keys.dataKeys();
        activeKey = keys.active();
    }

    public static String keyKind(String plain) {
        return KEYS + plain + ")";
    }

    public static String valueKind(String plain) {
        return VALUES + plain + ")";
    }

    /** Whether keys of a kind are encrypted ones. */
    public static boolean isEncrypted(String kind) {
        return kind.startsWith(KEYS) || kind.startsWith(VALUES);
    }

    /** The kind of what is encrypted, or the kind itself. */
    public static String plainKind(String kind) {
        return isEncrypted(kind) ? kind.substring(KEYS.length(), kind.length() - 1) : kind;
    }

    public byte[] sealKey(byte[] array, int offset, int length) {
        return keyCipher.seal(array, offset, length);
    }

    public byte[] openKey(byte[] sealed) {
        byte[] plain = keyCipher.open(sealed, 0, sealed.length);
        if (plain == null) {
            throw changed("key");
        }
        return plain;
    }

    public byte[] sealValue(byte[] storedKey, byte[] value, int offset, int length) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed = new byte[HEAD + length + TAG];
        ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN).putInt(activeKey).put(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key(activeKey), nonce, 0);
            cipher.updateAAD(storedKey);
            cipher.doFinal(value, offset, length, sealed, HEAD);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    public byte[] openValue(byte[] storedKey, byte[] sealed) {
        if (sealed.length < HEAD + TAG) {
            throw changed("value");
        }
        int id = ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN).getInt();
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key(id), sealed, Integer.BYTES);
            cipher.updateAAD(storedKey);
            return cipher.doFinal(sealed, HEAD, sealed.length - HEAD);
        } catch (AEADBadTagException e) {
            throw changed("value");
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    private SecretKeySpec key(int id) {
        SecretKeySpec key = dataKeys.get(id);
        if (key == null) {
            throw new StoreKeyException("store: data key=" + id + " is not in " + StoreKeys.FILE
                    + "; bring back the file of this store, or restore a backup");
        }
        return key;
    }

    static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, int offset) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce, offset, NONCE));
        return cipher;
    }

    private static StoreKeyException changed(String what) {
        return new StoreKeyException("store: an encrypted " + what
                + " is not what was written: somebody changed it; restore the whole folder from a backup");
    }

    static IllegalStateException unavailable(GeneralSecurityException e) {
        return new IllegalStateException("store: this Java has no AES as the platform must have it", e);
    }
}
