package io.tellask.login;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it is kept: PBKDF2 with HMAC-SHA-256 (RFC 8018) of its composed form, a salt of its own, and how often. As text
 * {@code $pbkdf2-sha256$i=600000$SALT$HASH}, both in Base64 without padding. Immutable; does not hold the password.
 */
final class PasswordHash {
    /** As OWASP advises for this function since 2023; about 0.2 s of one core. */
    static final int ITERATIONS = 600_000;

    static final int LEAST_ITERATIONS = 10_000;
    static final int MOST_ITERATIONS = 10_000_000;

    /** The longest text of one. */
    static final int MOST_CHARS = 256;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern TEXT =
            Pattern.compile("\\$pbkdf2-sha256\\$i=(\\d{1,8})\\$([\\w+/-]{22,64})\\$([\\w+/-]{43})");

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** Of a password, with a new salt. */
    static PasswordHash of(String password, int iterations) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations));
    }

    /** One that no password has, and that takes as long to compare. */
    static PasswordHash ofNobody(int iterations) {
        byte[] salt = new byte[SALT_BYTES];
        byte[] hash = new byte[HASH_BYTES];
        RANDOM.nextBytes(salt);
        RANDOM.nextBytes(hash);
        return new PasswordHash(iterations, salt, hash);
    }

    /**
     * What {@link #toString} wrote.
     *
     * @throws IllegalArgumentException if it is none; the message does not repeat it
     */
    static PasswordHash parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (text.length() > MOST_CHARS || !parts.matches()) {
            throw new IllegalArgumentException(
                    "hash is not of the form $pbkdf2-sha256$i=COUNT$SALT$HASH; make it by tellask passwd");
        }
        int iterations = Integer.parseInt(parts.group(1));
        if (iterations < LEAST_ITERATIONS || iterations > MOST_ITERATIONS) {
            throw new IllegalArgumentException("hash has i=" + iterations + ", expected " + LEAST_ITERATIONS + " to "
                    + MOST_ITERATIONS + "; make it by tellask passwd");
        }
        Base64.Decoder base64 = Base64.getDecoder();
        return new PasswordHash(iterations, base64.decode(parts.group(2)), base64.decode(parts.group(3)));
    }

    int iterations() {
        return iterations;
    }

    /** Whether it is this one's; takes the same time for each password. */
    boolean matches(String password) {
        return MessageDigest.isEqual(hash, derive(password, salt, iterations));
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        char[] composed = Normalizer.normalize(password, Normalizer.Form.NFC).toCharArray();
        PBEKeySpec key = new PBEKeySpec(composed, salt, iterations, HASH_BYTES * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("passwords: this JVM has no PBKDF2WithHmacSHA256; use one of the JDK's", e);
        } finally {
            key.clearPassword();
            Arrays.fill(composed, '\0');
        }
    }

    @Override
    public String toString() {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$pbkdf2-sha256$i=" + iterations + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }
}
