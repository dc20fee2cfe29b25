package io.tellask.cli.json;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.PackedInput;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a JSON Lines file one by one and knows the number of the line it is at. Blank lines are skipped. Not thread-safe.
 */
public final class RecordReader implements AutoCloseable {
    /** Longest line in bytes; a value of the greatest length that a server takes fits. */
    static final int MAX_LINE_BYTES = 64 << 20;

    private final InputStream in;
    private final @Nullable CountedInput counted;
    private final long totalBytes;
    private final int maxLineBytes;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 10);
    private long lineNumber;

    public RecordReader(InputStream in) {
        this(in, MAX_LINE_BYTES);
    }

    RecordReader(InputStream in, int maxLineBytes) {
        this(in, maxLineBytes, null, -1);
    }

    private RecordReader(InputStream in, int maxLineBytes, @Nullable CountedInput counted, long totalBytes) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.maxLineBytes = maxLineBytes;
        this.counted = counted;
        this.totalBytes = totalBytes;
    }

    /** Reads a file, unpacked if its name ends in {@code .gz}, or standard input for {@code -}. */
    public static RecordReader open(String file) throws IOException {
        if (file.equals("-")) {
            return new RecordReader(System.in);
        }
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new CommandFailure("import: a folder instead of a file: file=" + file + "; name one of its files");
        }
        CountedInput raw = new CountedInput(Files.newInputStream(path));
        InputStream in = file.endsWith(".gz") ? unpacked(raw, file) : raw;
        return new RecordReader(in, MAX_LINE_BYTES, raw, Files.isRegularFile(path) ? Files.size(path) : -1);
    }

    private static InputStream unpacked(InputStream raw, String file) throws IOException {
        try {
            return PackedInput.of(raw, 1 << 16);
        } catch (EOFException | ZipException broken) {
            raw.close();
            throw new CommandFailure(
                    "import: file=" + file + " cannot be unpacked, reason="
                            + Objects.requireNonNullElse(broken.getMessage(), "it ends early")
                            + "; use a whole one, or name it without .gz if it is not packed",
                    broken);
        }
    }

    /** The number of the line last read, counted from 1. */
    public long lineNumber() {
        return lineNumber;
    }

    /** How long the file is, packed if it is packed; below 0 for what is not a file. */
    public long totalBytes() {
        return totalBytes;
    }

    /** How much of the file is read, as it lies on disk; 0 for what is not a file. */
    public long bytes() {
        return counted == null ? 0 : counted.bytes;
    }

    /** The next record, or null at the end of the file. */
    public @Nullable JsonLine next() throws IOException, MalformedLineException {
        while (readLine()) {
            if (line.size() > 0) {
                String text = JsonLine.utf8(line.toByteArray());
                if (text == null) {
                    throw new MalformedLineException("not UTF-8");
                }
                if (!text.isBlank()) {
                    return JsonLine.parse(text);
                }
            }
        }
        return null;
    }

    private boolean readLine() throws IOException, MalformedLineException {
        line.reset();
        int next = in.read();
        if (next < 0) {
            return false;
        }
        lineNumber++;
        while (next >= 0 && next != '\n') {
            if (line.size() == maxLineBytes) {
                throw new MalformedLineException("line too long: limit=" + maxLineBytes + " bytes");
            }
            line.write(next);
            next = in.read();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static final class CountedInput extends FilterInputStream {
        private long bytes;

        CountedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            bytes += next < 0 ? 0 : 1;
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            bytes += Math.max(0, count);
            return count;
        }
    }
}
