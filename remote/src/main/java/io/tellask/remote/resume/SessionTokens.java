package io.tellask.remote.resume;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals the number of a session into a token that nobody else can make, and that fits one principal only: AES-256 in GCM, whose additional data are the
 * principal's name.
 *
 * <pre>
 * token:  key number int32 | nonce 12 bytes | number 16 bytes, encrypted | tag 16 bytes
 * </pre>
 *
 * <p>Each hour a new key is taken; an old one is kept as long as a token of it is in use. Keys never leave the process, whose sessions do not outlive it
 * either. Thread-safe.
 */
public final class SessionTokens {
    static final long KEY_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int NUMBER_BYTES = 16;
    private static final int TOKEN_BYTES = Integer.BYTES + NONCE_BYTES + NUMBER_BYTES + TAG_BITS / 8;

    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, Key> keys = new HashMap<>();
    private @Nullable Key current;
    private int keyNumber;

    private static final class Key {
        final SecretKey secret;
        final int number;
        final long bornNanos;
        long uses;

        Key(SecretKey secret, int number, long bornNanos) {
            this.secret = secret;
            this.number = number;
            this.bornNanos = bornNanos;
        }
    }

    public SessionTokens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A token for a session; its key is kept until {@link #release}. */
    public byte[] seal(UUID session, String principal) {
        Key key = take();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        ByteBuffer number = ByteBuffer.allocate(NUMBER_BYTES);
        number.putLong(session.getMostSignificantBits()).putLong(session.getLeastSignificantBits());
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce, principal).doFinal(number.array());
            return ByteBuffer.allocate(TOKEN_BYTES)
                    .putInt(key.number)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("session token: AES/GCM is missing in this JDK", impossible);
        }
    }

    private synchronized Key take() {
        Key key = current;
        if (key == null || nanoTime.getAsLong() - key.bornNanos >= KEY_NANOS) {
            key = new Key(newSecret(), ++keyNumber, nanoTime.getAsLong());
            keys.put(key.number, key);
            current = key;
            keys.values().removeIf(old -> old.uses == 0 && old != current);
        }
        key.uses++;
        return key;
    }

    private static SecretKey newSecret() {
        try {
            KeyGenerator generator = KeyGenerator.getInstance("AES");
            generator.init(256);
            return generator.generateKey();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("session token: AES is missing in this JDK", impossible);
        }
    }

    private static Cipher cipher(int mode, Key key, byte[] nonce, String principal) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key.secret, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(principal.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** The session that a token of this principal names; null if it is no token of this process, or another principal's. */
    public @Nullable UUID open(byte[] token, String principal) {
        if (token.length != TOKEN_BYTES) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(token);
        Key key = find(in.getInt());
        if (key == null) {
            return null;
        }
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        try {
            ByteBuffer number = ByteBuffer.wrap(
                    cipher(Cipher.DECRYPT_MODE, key, nonce, principal).doFinal(token, in.position(), in.remaining()));
            return new UUID(number.getLong(), number.getLong());
        } catch (GeneralSecurityException forged) {
            return null;
        }
    }

    private synchronized @Nullable Key find(int number) {
        return keys.get(number);
    }

    /** A token is not used any more. */
    public synchronized void release(byte[] token) {
        Key key = keys.get(ByteBuffer.wrap(token).getInt());
        if (key != null && --key.uses == 0 && key != current) {
            keys.remove(key.number);
        }
    }

    /** How many keys are kept. */
    public synchronized int keys() {
        return keys.size();
    }
}
