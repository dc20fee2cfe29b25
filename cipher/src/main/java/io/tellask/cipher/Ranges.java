package io.tellask.cipher;

import java.lang.foreign.MemorySegment;

/** Whether what is written fits and harms nothing that is read. Stateless and thread-safe. */
final class Ranges {
    private Ranges() {}

    static void checkTarget(MemorySegment target, long needed) {
        if (target.byteSize() < needed) {
            throw tooSmall(target.byteSize(), needed);
        }
    }

    static TargetTooSmallException tooSmall(long bytes, long needed) {
        return new TargetTooSmallException(
                "cipher target: targetBytes=" + bytes + ", needed=" + needed + "; give a larger one");
    }

    /** Refuses two ranges that overlap unless they begin at the same byte. */
    static void checkOverlap(MemorySegment source, MemorySegment target) {
        if (!(source.address() == target.address() && source.heapBase().equals(target.heapBase()))
                && source.asOverlappingSlice(target).isPresent()) {
            throw overlap();
        }
    }

    /** Refuses two ranges that have a byte in common. */
    static void checkApart(MemorySegment source, MemorySegment target) {
        if (source.asOverlappingSlice(target).isPresent()) {
            throw overlap();
        }
    }

    static OverlapException overlap() {
        return new OverlapException(
                "cipher target: overlaps the source at another offset; give the same range, or one apart");
    }
}
