package io.tellask.cli.pauselog;

import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.PackedInput;
import io.tellask.text.SafeText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file to read: what it is, and where its times begin. Immutable.
 *
 * @param name as the user wrote it
 * @param clock what its times count from; null if no time was found in the first {@link #LINES_WITHOUT_TIME} lines
 * @param firstNanos its first time
 * @param offsetSeconds the offset from UTC that its first time was written with
 */
record LogSource(
        String name, Path path, Kind kind, @Nullable Clock clock, long firstNanos, int offsetSeconds) {
    /** How many lines are looked at for a first time. */
    static final int LINES_WITHOUT_TIME = 1_000;

    private static final int PACKED_BUFFER_BYTES = 1 << 16;

    /** The start of a recording is "FLR", 0, version, sizes and offsets, and then the time of its first chunk. */
    private static final int RECORDING_MAGIC = 0x464C5200;

    private static final int RECORDING_START = 32;
    private static final short PACKED_MAGIC = (short) 0x1F8B;

    /** What a file is, as its first bytes say. */
    enum Kind {
        LOG,
        PACKED_LOG,
        RECORDING
    }

    /** Looks at a file. */
    static LogSource of(String name) {
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            throw new PauseLogException(
                    "pauses: file=" + SafeText.of(name) + " is a directory; name logs in it, such as gc.log*");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new PauseLogException("pauses: file=" + SafeText.of(name)
                    + " is a pipe or device, and logs are looked at twice; write it to a file first");
        }
        try {
            return of(name, path);
        } catch (IOException e) {
            throw unreadable(name, 1, e);
        }
    }

    private static LogSource of(String name, Path path) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(RECORDING_START + Long.BYTES);
        try (FileChannel channel = FileChannel.open(path)) {
            int count = 0;
            while (head.hasRemaining() && count >= 0) {
                count = channel.read(head);
            }
        }
        head.flip();
        if (head.remaining() >= Integer.BYTES && head.getInt(0) == RECORDING_MAGIC) {
            return recording(name, path, head);
        }
        boolean packed = head.remaining() >= Short.BYTES && head.getShort(0) == PACKED_MAGIC;
        return timed(new LogSource(name, path, packed ? Kind.PACKED_LOG : Kind.LOG, null, 0, 0));
    }

    private static LogSource recording(String name, Path path, ByteBuffer head) {
        if (head.remaining() < RECORDING_START + Long.BYTES) {
            throw new PauseLogException("pauses: file=" + SafeText.of(name) + " is a recording that ends after bytes="
                    + head.remaining() + "; copy it whole, with jcmd PID JFR.dump");
        }
        long start = head.getLong(RECORDING_START);
        int offset = ZoneId.systemDefault()
                .getRules()
                .getOffset(Instant.ofEpochSecond(0, start))
                .getTotalSeconds();
        return new LogSource(name, path, Kind.RECORDING, Clock.WALL, start, offset);
    }

    private static LogSource timed(LogSource source) throws IOException {
        try (InputStream in = source.open(bytes -> {})) {
            LogLines lines = new LogLines(in, source.name);
            Decorations decorations = new Decorations();
            while (lines.number() < LINES_WITHOUT_TIME && lines.next()) {
                if (decorations.read(lines.bytes(), lines.from(), lines.to())) {
                    return new LogSource(
                            source.name,
                            source.path,
                            source.kind,
                            decorations.clock(),
                            decorations.nanos(),
                            decorations.offsetSeconds());
                }
            }
            return source;
        }
    }

    /** Opens the log, unpacked; {@code progress} is told how many bytes of the file were read. */
    InputStream open(LongConsumer progress) throws IOException {
        InputStream counted = new CountedInput(Channels.newInputStream(FileChannel.open(path)), progress);
        if (kind != Kind.PACKED_LOG) {
            return counted;
        }
        try {
            return PackedInput.of(counted, PACKED_BUFFER_BYTES);
        } catch (IOException | RuntimeException | Error e) {
            counted.close();
            throw e;
        }
    }

    long bytes() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw unreadable(name, 1, e);
        }
    }

    /** What to throw for a file that cannot be read on. */
    static PauseLogException unreadable(String name, long line, IOException failure) {
        String reason = SafeText.of(Failures.line(failure));
        return failure instanceof ZipException || failure instanceof EOFException
                ? new PauseLogException(
                        "pauses: file=" + SafeText.of(name) + ", line=" + line
                                + ": packed data is damaged or cut, reason=" + reason
                                + "; copy it again, or save what can be read with gzip -dc and read that",
                        failure)
                : new PauseLogException(
                        "pauses: file=" + SafeText.of(name) + " cannot be read, reason=" + reason
                                + "; name a log that exists and may be read",
                        failure);
    }
}
