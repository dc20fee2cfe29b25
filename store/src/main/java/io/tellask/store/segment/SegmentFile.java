package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.file.RegularFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A segment file as it lies on disk, whole or not, mapped for reading only. Immutable; the mapping is the arena's.
 *
 * @param number what the name says
 * @param bytes the file, as long as it is, without what somebody has appended
 * @param header null where it is damaged, or of another segment or store
 * @param fault why there is no header, empty if there is one
 * @param footer null where the segment is not sealed, or was
 */
public record SegmentFile(
        Path file,
        int number,
        MemorySegment bytes,
        SegmentLayout.@Nullable Header header,
        String fault,
        SegmentLayout.@Nullable Footer footer) {
    private static final String NEVER_WRITTEN = "header is missing";
    private static final String OTHER_VERSION = "older version of the segment";

    static SegmentFile open(Path file, int number, StoreIdentity identity, Arena arena) throws IOException {
        SegmentFile found = open(file, number, arena);
        SegmentLayout.Header header = found.header;
        if (header == null || header.store().equals(identity.id()) && header.number() == number) {
            return found;
        }
        String fault = "it is segment=" + header.number() + " of store=" + header.store();
        return new SegmentFile(file, number, found.bytes, null, fault, footer(found.bytes, null, number));
    }

    static SegmentFile open(Path file, int number, Arena arena) throws IOException {
        MemorySegment bytes;
        try (FileChannel channel = RegularFiles.open(file, StandardOpenOption.READ)) {
            long length = Math.min(channel.size(), SegmentLayout.MAX_BYTES);
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
        }
        SegmentLayout.Header header = bytes.byteSize() < SegmentLayout.HEADER ? null : SegmentLayout.readHeader(bytes);
        if (header != null && header.capacity() < bytes.byteSize()) {
            bytes = bytes.asSlice(0, header.capacity());
        }
        String fault = header == null ? fault(bytes) : "";
        return new SegmentFile(file, number, bytes, header, fault, footer(bytes, header, number));
    }

    /** A segment of an open store, as it is now. */
    static SegmentFile of(LogSegment segment) {
        SegmentLayout.Footer footer = SegmentLayout.readFooter(segment.bytes, segment.number);
        return new SegmentFile(segment.file, segment.number, segment.bytes, segment.header, "", footer);
    }

    private static String fault(MemorySegment bytes) {
        boolean never = bytes.byteSize() < SegmentLayout.HEADER || isZero(bytes, 0, SegmentLayout.HEADER);
        return never ? NEVER_WRITTEN : "header checksum differs";
    }

    private static SegmentLayout.@Nullable Footer footer(
            MemorySegment bytes, SegmentLayout.@Nullable Header header, int number) {
        long capacity = header == null ? bytes.byteSize() : header.capacity();
        if (bytes.byteSize() < capacity || capacity < SegmentLayout.HEADER + SegmentLayout.FOOTER) {
            return null;
        }
        return SegmentLayout.readFooter(bytes.asSlice(0, capacity), number);
    }

    static boolean isZero(MemorySegment bytes, long from, long to) {
        return Zeroes.skip(bytes, from, to) >= to;
    }

    /** The same, with the fault that it is an older one than the segment that was known. */
    SegmentFile as(LogEnd.@Nullable Part known) {
        if (known == null || header == null || isVersion(known)) {
            return this;
        }
        return new SegmentFile(file, number, bytes, header, OTHER_VERSION, footer);
    }

    private boolean isVersion(LogEnd.Part known) {
        boolean sealedAsKnown = known.isSealed() && footer != null;
        long mark = SegmentLayout.markOf(
                bytes.asSlice(0, sealedAsKnown ? capacity() : SegmentLayout.HEADER), sealedAsKnown);
        boolean rewrittenSince = isRewritten() && footer != null && footer.cleanAsOf() >= known.cleanAsOf();
        return mark >>> 32 == known.mark() >>> 32 && (!sealedAsKnown || mark == known.mark()) || rewrittenSince;
    }

    /** Whether it is not the segment that was known last under its number, nor one that was rewritten since. */
    boolean isOtherVersion() {
        return fault.equals(OTHER_VERSION);
    }

    /** Whether there are zeros only. */
    boolean isBlank() {
        return isZero(bytes, 0, bytes.byteSize());
    }

    Damage damage(long offset, long length, String reason) {
        return new Damage(name(), number, offset, length, -1, reason);
    }

    /**
     * Whether there is anything behind the one change that a killed process was making where the records end. What lies within that change tells
     * nothing, since a value may look like records; a put that is being made has zeros in the place of its head.
     */
    boolean goesOnBehind(long end) {
        long limit = recordLimit();
        if (limit - end < RecordLayout.HEADER || bytes.get(SegmentLayout.LONG, end) == 0) {
            return false;
        }
        int length = bytes.get(SegmentLayout.INT, end + RecordLayout.LENGTH);
        return length < RecordLayout.HEADER
                || length > limit - end
                || !isZero(bytes, Math.min(limit, end + RecordLayout.alignedBytes(length)), limit);
    }

    String name() {
        return file.getFileName().toString();
    }

    /** Whether its header never reached the disk, or not all of it, which happens to the youngest segments only. */
    boolean isUnwritten() {
        return fault.equals(NEVER_WRITTEN);
    }

    /** Whether the file holds a segment of another store, or another one of this. */
    boolean isForeign() {
        return fault.startsWith("it is");
    }

    boolean isRewritten() {
        return header != null && header.kind() == SegmentLayout.REWRITTEN;
    }

    /** The last sequence number as the footer tells it, -1 if it does not. */
    long lastSequence() {
        return footer == null || isForeign() ? -1 : footer.lastSequence();
    }

    /** The size that it should have, as far as is known. */
    long capacity() {
        return header == null ? bytes.byteSize() : header.capacity();
    }

    /** Where its records end at the latest, in the part that is there. */
    long recordLimit() {
        return Math.clamp(SegmentLayout.recordLimit(capacity(), footer), 0, bytes.byteSize());
    }
}
