package io.tellask.cipher;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.Objects;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals small values into tokens that a stranger keeps and brings back: a session to resume, a form's state, a link in a mail. Who has no key can neither
 * read a token nor make one; each expires. A token can be brought any number of times: whoever wants it once must remember it.
 *
 * <pre>
 * token:  version 1 | key number int32 | expiry int64, seconds since 1970 | nonce 12 bytes | payload, encrypted | tag 16 bytes
 * </pre>
 *
 * <p>AES-256 in GCM of the JDK, with a random nonce; version, key number, expiry and the context are authenticated. The context says what the token is for
 * and for whom, such as {@code "resume:ada"}: a token of one context opens in no other.
 *
 * <p>A key seals at most 2^32 tokens; {@link #rotate()} takes another one, and the former keys open their tokens until the last has expired. Servers that
 * open each other's tokens are given the same keys by {@link #rotate(byte[])}, whose number is taken from the key itself. Thread-safe.
 */
public final class TokenSealer implements AutoCloseable {
    /** Bytes that a token is longer than its payload. */
    public static final int OVERHEAD_BYTES = 1 + Integer.BYTES + Long.BYTES + 12 + 16;

    /** The most bytes of a payload. */
    public static final int MAX_PAYLOAD_BYTES = 65_536;

    /** The longest lifetime: a hundred years. */
    public static final Duration MAX_LIFETIME = Duration.ofDays(36_525);

    /** The most keys that are kept, the newest ones. */
    public static final int MAX_KEYS = 16;

    /** How many tokens a key seals at most: random nonces of 12 bytes then repeat with a chance of 2^-33. */
    public static final long TOKENS_OF_KEY = 1L << 32;

    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int HEADER_BYTES = 1 + Integer.BYTES + Long.BYTES;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Duration lifetime;
    private final InstantSource clock;
    private final Deque<Key> keys = new ArrayDeque<>();
    private final boolean isShared; // others may have its keys
    private boolean closed;

    /** A key with what it has sealed; the newest is the first of its queue. */
    private static final class Key {
        final byte[] bytes;
        final int number;
        long tokens;
        Instant keptUntil = Instant.MAX;

        Key(byte[] bytes) {
            this.bytes = bytes;
            this.number = number(bytes);
        }

        private static int number(byte[] bytes) {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                digest.update("tellask token key".getBytes(StandardCharsets.US_ASCII));
                return ByteBuffer.wrap(digest.digest(bytes)).getInt();
            } catch (GeneralSecurityException e) {
                throw missing(e);
            }
        }
    }

    private TokenSealer(Duration lifetime, InstantSource clock, boolean isShared) {
        this.isShared = isShared;
        this.lifetime = lifetime;
        this.clock = clock;
    }

    /**
     * A sealer with a random key, whose tokens only this object opens.
     *
     * @param lifetime how long a token can be opened: at least a second, at most {@link #MAX_LIFETIME}
     */
    public static TokenSealer withRandomKey(Duration lifetime, InstantSource clock) {
        return sealer(randomKey(), lifetime, clock, false);
    }

    /**
     * A sealer with a copy of a key, which others may have, too. The next keys come by {@link #rotate(byte[])}.
     *
     * @param lifetime how long a token can be opened: at least a second, at most {@link #MAX_LIFETIME}
     * @throws KeyLengthException unless the key has 32 bytes
     */
    public static TokenSealer withKey(byte[] key, Duration lifetime, InstantSource clock) {
        return sealer(Objects.requireNonNull(key, "key"), lifetime, clock, true);
    }

    private static TokenSealer sealer(byte[] key, Duration lifetime, InstantSource clock, boolean isShared) {
        Objects.requireNonNull(lifetime, "lifetime");
        Objects.requireNonNull(clock, "clock");
        if (lifetime.toSeconds() < 1 || lifetime.compareTo(MAX_LIFETIME) > 0) {
            throw new IllegalArgumentException("token lifetime: lifetime=" + lifetime + ", least=PT1S, limit="
                    + MAX_LIFETIME + "; give one between");
        }
        TokenSealer sealer = new TokenSealer(lifetime, clock, isShared);
        sealer.rotate(key);
        return sealer;
    }

    private static byte[] randomKey() {
        byte[] key = new byte[StreamAlgorithm.KEY_BYTES];
        RANDOM.nextBytes(key);
        return key;
    }

    /**
     * A token with a payload, for one context.
     *
     * @throws IllegalArgumentException if the payload is longer than {@value #MAX_PAYLOAD_BYTES}, or the context has half a surrogate pair
     * @throws KeyStreamEndException if the key has sealed {@link #TOKENS_OF_KEY}
     */
    public byte[] seal(byte[] payload, String context) {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(context, "context");
        if (payload.length > MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException("token payload: payloadBytes=" + payload.length + ", limit="
                    + MAX_PAYLOAD_BYTES + "; seal a reference to it instead");
        }
        byte[] contextBytes = bytes(context);
        long expiry = clock.instant().plus(lifetime).getEpochSecond();
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        ByteBuffer token = ByteBuffer.allocate(OVERHEAD_BYTES + payload.length);
        synchronized (this) {
            Key key = sealing();
            token.put(VERSION).putInt(key.number).putLong(expiry).put(nonce);
            try {
                token.put(cipher(Cipher.ENCRYPT_MODE, key, token.array(), contextBytes)
                        .doFinal(payload));
            } catch (GeneralSecurityException e) {
                throw missing(e);
            }
        }
        return token.array();
    }

    private Key sealing() {
        checkOpen();
        Key key = keys.getFirst();
        if (key.tokens == TOKENS_OF_KEY) {
            throw new KeyStreamEndException(
                    "token key: tokens=" + key.tokens + ", limit=" + TOKENS_OF_KEY + "; rotate the keys before");
        }
        key.tokens++;
        return key;
    }

    private void checkOpen() {
        if (closed) {
            throw new CipherClosedException("token sealer is closed and has no key any more; make a new one");
        }
    }

    private static Cipher cipher(int mode, Key key, byte[] token, byte[] context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode,
                new SecretKeySpec(key.bytes, "AES"),
                new GCMParameterSpec(TAG_BYTES * Byte.SIZE, token, HEADER_BYTES, NONCE_BYTES));
        cipher.updateAAD(token, 0, HEADER_BYTES);
        cipher.updateAAD(context);
        return cipher;
    }

    /** Half a surrogate pair would be sealed as a question mark, and open as any other. */
    private static byte[] bytes(String context) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(context));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "token context: has half a surrogate pair, length=" + context.length()
                            + "; give one of whole characters",
                    e);
        }
    }

    private static IllegalStateException missing(GeneralSecurityException cause) {
        return new IllegalStateException("token: AES/GCM or SHA-256 is missing in this JDK", cause);
    }

    /** What a token of this context holds; null if it is none of ours, was changed, is of another context or has expired. */
    public synchronized @Nullable SealedToken open(byte[] token, String context) {
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(context, "context");
        byte[] contextBytes = bytes(context);
        checkOpen();
        if (token.length < OVERHEAD_BYTES || token.length > OVERHEAD_BYTES + MAX_PAYLOAD_BYTES || token[0] != VERSION) {
            return null;
        }
        int number = ByteBuffer.wrap(token).getInt(1);
        long expiry = ByteBuffer.wrap(token).getLong(1 + Integer.BYTES);
        if (clock.instant().getEpochSecond() >= expiry) {
            return null;
        }
        Instant now = clock.instant();
        for (Key key : keys) {
            if (key.number == number && !key.keptUntil.isBefore(now)) {
                return opened(key, token, contextBytes, expiry);
            }
        }
        return null;
    }

    private static @Nullable SealedToken opened(Key key, byte[] token, byte[] context, long expiry) {
        int at = HEADER_BYTES + NONCE_BYTES;
        try {
            byte[] payload = cipher(Cipher.DECRYPT_MODE, key, token, context).doFinal(token, at, token.length - at);
            return new SealedToken(payload, Instant.ofEpochSecond(expiry));
        } catch (AEADBadTagException forged) {
            return null;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /**
     * Seals with a new random key from now on.
     *
     * @throws IllegalStateException if the key was given: who else has it could not open the tokens of a random one
     */
    public void rotate() {
        if (isShared) {
            throw new IllegalStateException(
                    "token key: was given, and others may have it, too; give the next one to all by"
                            + " accept(key), then rotate(key)");
        }
        rotate(randomKey());
    }

    /**
     * Seals with a copy of this key from now on. Each former key opens tokens for twice the lifetime of one, so that servers may rotate one after another,
     * and is wiped by a later rotation; so is the oldest of more than {@value #MAX_KEYS}. A key that is here already becomes the newest.
     *
     * @throws KeyLengthException unless the key has 32 bytes
     */
    public synchronized void rotate(byte[] key) {
        Objects.requireNonNull(key, "key");
        checkOpen();
        if (key.length != StreamAlgorithm.KEY_BYTES) {
            throw new KeyLengthException("token key: keyBytes=" + key.length + ", needed=" + StreamAlgorithm.KEY_BYTES
                    + "; give random bytes of that length, not a password");
        }
        Instant now = clock.instant();
        if (!keys.isEmpty()) {
            keys.getFirst().keptUntil = now.plus(lifetime.multipliedBy(2));
        }
        Key newest = new Key(key.clone());
        for (Iterator<Key> former = keys.iterator(); former.hasNext(); ) {
            Key each = former.next();
            boolean again = MessageDigest.isEqual(each.bytes, key);
            if (again) {
                newest.tokens = each.tokens;
            }
            if (again || each.keptUntil.isBefore(now)) {
                Arrays.fill(each.bytes, (byte) 0);
                former.remove();
            }
        }
        keys.addFirst(newest);
        if (keys.size() > MAX_KEYS) {
            Arrays.fill(keys.removeLast().bytes, (byte) 0);
        }
    }

    /**
     * Opens tokens of a copy of this key for twice the lifetime of a token from now on, and seals as before. Servers that share keys are all given the next
     * one in this way before the first of them {@linkplain #rotate(byte[]) rotates}: then each opens the others' tokens all the time. Nothing happens with
     * the key that seals.
     *
     * @throws KeyLengthException unless the key has 32 bytes
     */
    public synchronized void accept(byte[] key) {
        Objects.requireNonNull(key, "key");
        checkOpen();
        if (MessageDigest.isEqual(keys.getFirst().bytes, key)) {
            return;
        }
        byte[] sealing = keys.getFirst().bytes.clone();
        rotate(key);
        rotate(sealing);
        Arrays.fill(sealing, (byte) 0);
    }

    /** How many keys are kept. */
    public synchronized int keys() {
        return keys.size();
    }

    /** Overwrites the keys. Whatever is called afterwards fails, but for this. */
    @Override
    public synchronized void close() {
        closed = true;
        keys.forEach(key -> Arrays.fill(key.bytes, (byte) 0));
        keys.clear();
    }
}
