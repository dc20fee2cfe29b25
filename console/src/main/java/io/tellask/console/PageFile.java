package io.tellask.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of the page, as it is sent. Immutable.
 *
 * @param type its media type
 * @param tag by which a browser knows that it has not changed
 * @param bytes as it is
 * @param packed by gzip
 */
record PageFile(String type, String tag, byte[] bytes, byte[] packed) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "map", "application/json",
            "txt", "text/plain; charset=utf-8");

    /** What is served under a name that ends so; null for what is not. */
    static @Nullable String typeOf(String path) {
        return TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    }

    static PageFile of(String type, byte[] bytes) {
        return new PageFile(type, '"' + digest(bytes) + '"', bytes, packed(bytes));
    }

    /** The same with a text in place of another. */
    PageFile with(String placeholder, String text) {
        String changed = new String(bytes, StandardCharsets.UTF_8).replace(placeholder, text);
        return of(type, changed.getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 2 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
