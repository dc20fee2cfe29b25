package io.tellask.store.segment;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the log of a store holds at least: its segments and the last sequence number that was on disk when this was written. Kept in the file
 * {@code END}, which is replaced as a whole when segments were added or rewritten, and at close. Immutable.
 *
 * <pre>
 *  0        8         16         32              40           48   56
 *  +--------+---------+----------+---------------+------------+----+---------------------------------+-----+
 *  | magic  | version | store id | last sequence | checkpoint | n  | n times: number, mark, clean as | crc |
 *  +--------+---------+----------+---------------+------------+----+---------------------------------+-----+
 * </pre>
 *
 * @param checkpoint checksum of the {@code CHECKPOINT} that belongs to the log, {@link #NO_CHECKPOINT} where none does
 */
public record LogEnd(UUID store, long lastSequence, long checkpoint, List<Part> parts) {
    public static final String FILE = "END";
    public static final long NO_CHECKPOINT = -1;

    private static final long MAGIC = SegmentLayout.ascii("TLSKEND0");
    private static final long VERSION = 0;
    private static final int HEAD = 56;
    private static final int PART = 24;
    /** A file of this kind is no longer: that of a million segments is as long. */
    public static final int MOST_BYTES = 32 << 20;

    public LogEnd {
        parts = List.copyOf(parts);
    }

    /**
     * A segment.
     *
     * @param mark checksum of its header in the upper half, of its footer in the lower half, which is 0 for one that is not sealed
     * @param cleanAsOf the sequence number as of which no record in it was dead
     */
    public record Part(int number, long mark, long cleanAsOf) {
        public static Part of(LogSegment segment) {
            return new Part(segment.number, segment.mark(), segment.cleanAsOf);
        }

        boolean isSealed() {
            return (int) mark != 0;
        }
    }

    public static LogEnd of(UUID store, long lastSequence, long checkpoint, List<LogSegment> segments) {
        return new LogEnd(
                store, lastSequence, checkpoint, segments.stream().map(Part::of).toList());
    }

    public void write(Path directory, StoreFiles files) throws IOException {
        files.replace(directory.resolve(FILE), toBytes());
    }

    public byte[] toBytes() {
        ByteBuffer out =
                ByteBuffer.allocate(HEAD + parts.size() * PART + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putLong(VERSION);
        out.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        out.putLong(lastSequence).putLong(checkpoint).putLong(parts.size());
        for (Part part : parts) {
            out.putLong(part.number).putLong(part.mark).putLong(part.cleanAsOf);
        }
        long crc = Integer.toUnsignedLong(SegmentLayout.crc(out.array(), out.position()));
        return out.putLong(crc).array();
    }

    /** Whether a directory has no file of this kind, or one of a store that holds nothing yet. */
    static boolean isFresh(Path directory) {
        try {
            byte[] bytes = StoreFiles.read(directory.resolve(FILE), HEAD + Long.BYTES);
            return bytes.length == HEAD + Long.BYTES
                    && ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(32) == 0;
        } catch (IOException unreadable) {
            return Files.notExists(directory.resolve(FILE));
        }
    }

    /** What keeps bytes from being the end of a store's log; null if nothing does. */
    static @Nullable String fault(byte[] bytes, UUID store) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int crcAt = bytes.length - Long.BYTES;
        if (bytes.length < HEAD + Long.BYTES
                || in.getLong(0) != MAGIC
                || in.getLong(crcAt) != Integer.toUnsignedLong(SegmentLayout.crc(bytes, crcAt))) {
            return "checksum differs";
        }
        StoreIdentity.requireKnown(FILE, in.getLong(8), VERSION);
        if (in.getLong(48) != (crcAt - HEAD) / PART || (crcAt - HEAD) % PART != 0) {
            return "segments=" + in.getLong(48) + ", bytes=" + bytes.length;
        }
        for (int at = HEAD; at < crcAt; at += PART) {
            if (in.getLong(at) < 0 || in.getLong(at) > SegmentLayout.MAX_NUMBER) {
                return "segment=" + in.getLong(at);
            }
        }
        if (in.getLong(32) < 0 || in.getLong(32) > SegmentLayout.MAX_SEQUENCE) {
            return "sequence=" + in.getLong(32);
        }
        UUID found = new UUID(in.getLong(16), in.getLong(24));
        return found.equals(store) ? null : "it is of store=" + found;
    }

    /** Reads bytes that have no fault. */
    static LogEnd parse(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(16);
        UUID store = new UUID(in.getLong(), in.getLong());
        long lastSequence = in.getLong();
        long checkpoint = in.getLong();
        List<Part> parts = new ArrayList<>();
        for (long left = in.getLong(); left > 0; left--) {
            parts.add(new Part((int) in.getLong(), in.getLong(), in.getLong()));
        }
        return new LogEnd(store, lastSequence, checkpoint, parts);
    }
}
