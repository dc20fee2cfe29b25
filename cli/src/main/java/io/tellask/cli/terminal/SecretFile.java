package io.tellask.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A file whose first line is a password or a token. */
public final class SecretFile {
    private static final int MOST_BYTES = 4096;

    private SecretFile() {}

    /**
     * The first line.
     *
     * @param what of it is secret, for errors: {@code password}, {@code token}
     * @throws CommandFailure if the file cannot be read, or its first line is empty, too long or no text
     */
    public static String read(Path file, String what) {
        try {
            String secret = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(firstLine(file, what)))
                    .toString();
            if (secret.isEmpty()) {
                throw new CommandFailure(
                        what + " file is empty: file=" + file + "; write the " + what + " into its first line");
            }
            return secret;
        } catch (CharacterCodingException notText) {
            throw new CommandFailure(
                    what + " file is not text: file=" + file + ", expected=UTF-8; write the " + what + " anew",
                    notText);
        } catch (IOException failure) {
            throw new CommandFailure(what + " file cannot be read: " + Failures.line(failure), failure);
        }
    }

    /** Reads no more than a first line may have: the file may be one that never ends. */
    private static byte[] firstLine(Path file, String what) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        }
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
            end++;
        }
        if (end > MOST_BYTES) {
            throw new CommandFailure(what + " file has no line: file=" + file + ", bytes of its first line > limit="
                    + MOST_BYTES + "; write the " + what + " into its first line");
        }
        return Arrays.copyOf(bytes, end);
    }
}
