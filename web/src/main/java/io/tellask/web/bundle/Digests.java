package io.tellask.web.bundle;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Digests of contents. Stateless. */
final class Digests {
    private Digests() {}

    /** SHA-256, in 64 hexadecimal digits. */
    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest("SHA-256", bytes));
    }

    static String base64(String algorithm, byte[] bytes) {
        return Base64.getEncoder().encodeToString(digest(algorithm, bytes));
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("each JDK has " + algorithm, e);
        }
    }
}
