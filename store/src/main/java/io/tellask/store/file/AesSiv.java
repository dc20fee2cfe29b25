package io.tellask.store.file;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Deterministic authenticated encryption: AES-SIV of RFC 5297 with one string of associated data. Equal plain bytes give equal sealed ones, which
 * are 16 bytes longer. Thread-safe.
 */
final class AesSiv {
    static final int TAG = 16;

    private static final int BLOCK = 16;

    private final SecretKeySpec macKey;
    private final SecretKeySpec counterKey;
    private final byte[] firstSubkey;
    private final byte[] secondSubkey;
    private final byte[] associated;

    /** Takes a key of 32, 48 or 64 bytes: half of it authenticates, half encrypts. */
    AesSiv(byte[] key, byte[] associated) {
        int half = key.length / 2;
        macKey = new SecretKeySpec(key, 0, half, "AES");
        counterKey = new SecretKeySpec(key, half, half, "AES");
        byte[] zero = new byte[BLOCK];
        firstSubkey = doubled(encryptBlocks(zero));
        secondSubkey = doubled(firstSubkey);
        this.associated = xor(doubled(mac(zero)), mac(associated));
    }

    byte[] seal(byte[] plain, int offset, int length) {
        byte[] vector = vector(plain, offset, length);
        byte[] sealed = Arrays.copyOf(vector, TAG + length);
        count(vector, plain, offset, length, sealed, TAG);
        return sealed;
    }

    /** The plain bytes, or null where the sealed ones are not what {@link #seal} made with this key. */
    byte @Nullable [] open(byte[] sealed, int offset, int length) {
        if (length < TAG) {
            return null;
        }
        byte[] vector = Arrays.copyOfRange(sealed, offset, offset + TAG);
        byte[] plain = new byte[length - TAG];
        count(vector, sealed, offset + TAG, plain.length, plain, 0);
        return MessageDigest.isEqual(vector, vector(plain, 0, plain.length)) ? plain : null;
    }

    /** S2V of the RFC: what authenticates, and starts the counter. */
    private byte[] vector(byte[] plain, int offset, int length) {
        byte[] last;
        if (length >= BLOCK) {
            last = Arrays.copyOfRange(plain, offset, offset + length);
            for (int i = 0; i < BLOCK; i++) {
                last[length - BLOCK + i] ^= associated[i];
            }
        } else {
            last = Arrays.copyOf(Arrays.copyOfRange(plain, offset, offset + length), BLOCK);
            last[length] = (byte) 0x80;
            last = xor(doubled(associated), last);
        }
        return mac(last);
    }

    private void count(byte[] vector, byte[] source, int offset, int length, byte[] target, int at) {
        byte[] start = vector.clone();
        start[8] &= 0x7F;
        start[12] &= 0x7F;
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, counterKey, new IvParameterSpec(start));
            cipher.doFinal(source, offset, length, target, at);
        } catch (GeneralSecurityException e) {
            throw StoreCipher.unavailable(e);
        }
    }

    /** AES-CMAC of RFC 4493. */
    private byte[] mac(byte[] message) {
        int blocks = Math.max(1, (message.length + BLOCK - 1) / BLOCK);
        byte[] padded = Arrays.copyOf(message, blocks * BLOCK);
        boolean whole = message.length == padded.length;
        if (!whole) {
            padded[message.length] = (byte) 0x80;
        }
        byte[] subkey = whole ? firstSubkey : secondSubkey;
        for (int i = 0; i < BLOCK; i++) {
            padded[padded.length - BLOCK + i] ^= subkey[i];
        }
        byte[] chained = encryptBlocks(padded);
        return Arrays.copyOfRange(chained, chained.length - BLOCK, chained.length);
    }

    private byte[] encryptBlocks(byte[] blocks) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, macKey, new IvParameterSpec(new byte[BLOCK]));
            return cipher.doFinal(blocks);
        } catch (GeneralSecurityException e) {
            throw StoreCipher.unavailable(e);
        }
    }

    /** Multiplied by two in the field of 2^128. */
    private static byte[] doubled(byte[] block) {
        byte[] result = new byte[BLOCK];
        int carry = 0;
        for (int i = BLOCK - 1; i >= 0; i--) {
            int value = (block[i] & 0xFF) << 1 | carry;
            result[i] = (byte) value;
            carry = value >>> 8;
        }
        result[BLOCK - 1] ^= (byte) (carry * 0x87);
        return result;
    }

    private static byte[] xor(byte[] left, byte[] right) {
        byte[] result = left.clone();
        for (int i = 0; i < BLOCK; i++) {
            result[i] ^= right[i];
        }
        return result;
    }
}
