package io.tellask.store;

import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.offline.BackupManifest;
import io.tellask.store.offline.ClosedStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;

/**
 * The master key of an encrypted store: 32 bytes that are kept elsewhere than the store, and open the file {@code KEYS} in it. Text is 64
 * hexadecimal digits or 44 characters of Base64. Immutable; tells nothing of itself.
 */
public final class StoreKey {
    /** Length of a master key. */
    public static final int BYTES = 32;

    private static final int MAX_TEXT = 4096;

    private final SecretKeySpec key;

    private StoreKey(byte[] bytes) {
        key = new SecretKeySpec(bytes, "AES");
    }

    /** A key of bytes; throws {@link StoreKeyException} unless there are {@value #BYTES}. */
    public static StoreKey of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw malformed("bytes=" + bytes.length);
        }
        return new StoreKey(bytes);
    }

    /** A key from text; throws {@link StoreKeyException} where it is none. */
    public static StoreKey parse(String text) {
        String stripped = text.strip();
        try {
            return of(
                    stripped.length() == 2 * BYTES
                            ? HexFormat.of().parseHex(stripped)
                            : Base64.getDecoder().decode(stripped));
        } catch (IllegalArgumentException e) {
            throw malformed("characters=" + stripped.length());
        }
    }

    /** The key in a file: {@value #BYTES} bytes, or text. Throws {@link StoreKeyException} where it is none, or cannot be read. */
    public static StoreKey fromFile(Path file) {
        Objects.requireNonNull(file, "file");
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) { // of a pipe, too, so that no file needs to hold it
            bytes = in.readNBytes(MAX_TEXT + 1);
            if (bytes.length > MAX_TEXT) {
                throw malformed("bytes > " + MAX_TEXT);
            }
        } catch (IOException e) {
            String reason = e instanceof NoSuchFileException ? "there is none" : StoreIoException.reason(e);
            throw new StoreKeyException(
                    "store: key file=" + file + " cannot be read, reason=" + reason
                            + "; check its name and its permissions",
                    e);
        }
        return bytes.length == BYTES ? of(bytes) : parse(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** The key in an environment variable, as text. Throws {@link StoreKeyException} where it is none, or not set. */
    public static StoreKey fromEnvironment(String variable) {
        Objects.requireNonNull(variable, "variable");
        String text = System.getenv(variable);
        if (text == null) {
            throw new StoreKeyException("store: environment variable=" + variable + " is not set; set it to the key");
        }
        return parse(text);
    }

    private static StoreKeyException malformed(String found) {
        return new StoreKeyException("store: key has " + found + ", needed=" + BYTES
                + " bytes; write them as they are, as 64 hexadecimal digits or as Base64");
    }

    /**
     * Gives a closed store another master key, and a new data key for the values written from now on. The old master key opens it no more; what
     * is stored is not touched. A crash leaves the one key or the other valid.
     *
     * @throws StoreKeyException if the old key is not the store's, or the store is not encrypted
     * @throws StoreLimitException if it was done {@value StoreKeys#MAX_KEYS} times
     * @throws StoreLockedException if the store is open
     */
    public static void rotate(Path directory, StoreKey old, StoreKey fresh) {
        Objects.requireNonNull(old, "old");
        Objects.requireNonNull(fresh, "fresh");
        BackupManifest.refuseIn(directory);
        boolean _ = ClosedStore.locked(directory, () -> {
            StoreIdentity identity = ClosedStore.identity(directory);
            StoreKeys.read(directory, old.key(), identity.id()).rotated().write(directory, fresh.key(), identity.id());
            return true;
        });
    }

    SecretKeySpec key() {
        return key;
    }

    @Override
    public String toString() {
        return "StoreKey";
    }
}
