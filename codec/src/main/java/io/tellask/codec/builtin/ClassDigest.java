package io.tellask.codec.builtin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The SHA-256 of a class file, as the loader of the class hands it out: equal where two processes have the same build of the class. */
final class ClassDigest {
    private static final int BYTES = 32;
    private static final int SHOWN_BYTES = 8;

    private static final ClassValue<byte[]> DIGESTS = new ClassValue<>() {
        @Override
        protected byte[] computeValue(Class<?> type) {
            return compute(type);
        }
    };

    private ClassDigest() {}

    /**
     * Of a class; not to be changed.
     *
     * @throws IllegalStateException if the loader has no file of the class, or it cannot be read
     */
    static byte[] of(Class<?> type) {
        return DIGESTS.get(type);
    }

    private static byte[] compute(Class<?> type) {
        String name = type.getName();
        try (InputStream file = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            if (file == null) {
                throw new IllegalStateException("its loader has no class file of it");
            }
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (DigestInputStream in = new DigestInputStream(file, digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return digest.digest();
        } catch (IOException failure) {
            throw new IllegalStateException("its class file cannot be read", failure);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("there is no SHA-256 here", missing);
        }
    }

    /** Whether an object of a message can be a digest. */
    static boolean isDigest(@Nullable Object part) {
        return part instanceof byte[] bytes && bytes.length == BYTES;
    }

    /** The beginning of a digest, for errors. */
    static String shown(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, SHOWN_BYTES) + "…";
    }
}
