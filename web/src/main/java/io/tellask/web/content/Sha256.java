package io.tellask.web.content;

import io.tellask.web.resources.Resource;
import io.tellask.web.resources.ResourceException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Hashes of content. Stateless. */
public final class Sha256 {
    private Sha256() {}

    static byte[] of(byte[] bytes) {
        return digest().digest(bytes);
    }

    /** Of a file, read in parts. */
    static byte[] of(Resource file) {
        MessageDigest digest = digest();
        try (InputStream in = file.open()) {
            byte[] part = new byte[64 << 10];
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                digest.update(part, 0, count);
            }
        } catch (IOException unreadable) {
            throw new ResourceException("file " + file.path() + " cannot be read", unreadable);
        }
        return digest.digest();
    }

    /** As tags have it: 132 bits of it. */
    static String tag(byte[] hash) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash).substring(0, 22);
    }

    /** As policies have it: {@code sha256-…}. */
    public static String source(byte[] inline) {
        return "sha256-" + Base64.getEncoder().encodeToString(of(inline));
    }

    static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
