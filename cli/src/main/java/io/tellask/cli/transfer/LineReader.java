package io.tellask.cli.transfer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads lines of UTF-8, knows their numbers, and keeps the checksum of all but the last one read. Not thread-safe. */
final class LineReader {
    private final InputStream in;
    private final int maxLineBytes;
    private final CRC32C crc = new CRC32C();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 10);
    private String before = LineWriter.hex(crc);
    private long lineNumber;

    LineReader(InputStream in, int maxLineBytes) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.maxLineBytes = maxLineBytes;
    }

    /** The number of the line last read, counted from 1. */
    long lineNumber() {
        return lineNumber;
    }

    /** The checksum of everything before the line last read. */
    String checksumBefore() {
        return before;
    }

    /** The next line without its end, or null at the end of the file. */
    @Nullable
    String next() throws IOException {
        line.reset();
        before = LineWriter.hex(crc);
        int next = in.read();
        if (next < 0) {
            return null;
        }
        lineNumber++;
        try {
            return rest(next);
        } catch (OutOfMemoryError full) {
            long length = line.size();
            throw wrong("it is too large: bytes >= " + length + ", heapBytes="
                    + Runtime.getRuntime().maxMemory() + "; give more with TELLASK_JAVA_OPTIONS=-Xmx4g, for example");
        }
    }

    private String rest(int first) throws IOException {
        for (int next = first; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() == maxLineBytes) {
                throw wrong("bytes of line > limit=" + maxLineBytes + "; no export writes such a line");
            }
            line.write(next);
        }
        byte[] bytes = line.toByteArray();
        crc.update(bytes);
        crc.update('\n');
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw wrong("it is not UTF-8");
        }
    }

    TransferException wrong(String reason) {
        return wrong(0, reason);
    }

    /** As {@link #wrong(String)}, in a column counted from 1, or 0. */
    TransferException wrong(int column, String reason) {
        return new TransferException(
                "import: line=" + lineNumber + (column == 0 ? "" : ", column=" + column) + ": " + reason);
    }
}
