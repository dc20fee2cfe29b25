package io.tellask.store.segment;

import io.tellask.store.file.StoreIdentity;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A segment file as it lies on disk, whole or not, mapped for reading only. Immutable; the mapping is the arena's.
 *
 * @param number what the name says
 * @param bytes the file, as long as it is
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

    static SegmentFile open(Path file, int number, StoreIdentity identity, Arena arena) throws IOException {
        MemorySegment bytes;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
        SegmentLayout.Header header = bytes.byteSize() < SegmentLayout.HEADER ? null : SegmentLayout.readHeader(bytes);
        String fault = header == null ? fault(bytes) : "";
        if (header != null && !(header.store().equals(identity.id()) && header.number() == number)) {
            fault = "it is segment=" + header.number() + " of store=" + header.store();
            header = null;
        }
        return new SegmentFile(file, number, bytes, header, fault, footer(bytes, header, number));
    }

    private static String fault(MemorySegment bytes) {
        long start = Math.min(bytes.byteSize(), SegmentLayout.HEADER);
        return isZero(bytes, 0, start) ? NEVER_WRITTEN : "header checksum differs";
    }

    private static SegmentLayout.@Nullable Footer footer(
            MemorySegment bytes, SegmentLayout.@Nullable Header header, int number) {
        long capacity = header == null ? bytes.byteSize() : header.capacity();
        if (bytes.byteSize() < capacity || capacity < SegmentLayout.HEADER + SegmentLayout.FOOTER) {
            return null;
        }
        SegmentLayout.Footer footer = SegmentLayout.readFooter(bytes.asSlice(0, capacity), number);
        boolean possible = footer != null
                && footer.end() >= SegmentLayout.HEADER
                && footer.end() <= capacity - SegmentLayout.FOOTER;
        return possible ? footer : null;
    }

    static boolean isZero(MemorySegment bytes, long from, long to) {
        for (long at = from; at < to; at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }

    String name() {
        return file.getFileName().toString();
    }

    /** Whether its first page never reached the disk, which happens to the youngest segments only. */
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
        long limit = footer == null ? capacity() - SegmentLayout.FOOTER : footer.end();
        return Math.clamp(limit, 0, bytes.byteSize());
    }
}
