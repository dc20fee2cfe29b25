package io.tellask.cipher;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Whether what is written fits and harms nothing that is read. Stateless and thread-safe. */
final class Ranges {
    private Ranges() {}

    /** Refuses a target that is too small, and one that cannot be written, closed or of another thread, with the JDK's exceptions. */
    static void checkTarget(MemorySegment target, long needed) {
        if (target.byteSize() < needed) {
            throw tooSmall(target.byteSize(), needed);
        }
        if (needed > 0) {
            target.set(ValueLayout.JAVA_BYTE, 0, target.get(ValueLayout.JAVA_BYTE, 0));
        }
    }

    /** Refuses a source that is closed or of another thread, with the JDK's exceptions. */
    static void checkSource(MemorySegment source) {
        if (source.byteSize() > 0) {
            source.get(ValueLayout.JAVA_BYTE, 0);
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
