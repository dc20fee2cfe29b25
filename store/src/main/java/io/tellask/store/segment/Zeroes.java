package io.tellask.store.segment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Looks past zeroes, of which a segment that is not full has up to 256 MiB, many at a time. Stateless.
 *
 * <p>They are copied before they are compared, as {@link RecordReader} does it: where somebody has cut a file short, its copies throw an error that
 * those who read it expect.
 */
final class Zeroes {
    private static final int CHUNK = 4096;
    private static final byte[] NONE = new byte[CHUNK];

    private Zeroes() {}

    /** The first place from {@code from} on that is not zero, or {@code to}. */
    static long skip(MemorySegment bytes, long from, long to) {
        byte[] copy = copyFor(from, to);
        long at = from;
        while (at < to) {
            int chunk = (int) Math.min(copy.length, to - at);
            int different = different(bytes, at, copy, chunk);
            if (different >= 0) {
                return at + different;
            }
            at += chunk;
        }
        return to;
    }

    /** One past the last byte before {@code to} that is not zero, or {@code from}. */
    static long skipBack(MemorySegment bytes, long from, long to) {
        byte[] copy = copyFor(from, to);
        long at = to;
        while (at - from > CHUNK && different(bytes, at - CHUNK, copy, CHUNK) < 0) {
            at -= CHUNK;
        }
        while (at > from && bytes.get(ValueLayout.JAVA_BYTE, at - 1) == 0) {
            at--;
        }
        return at;
    }

    private static byte[] copyFor(long from, long to) {
        return new byte[(int) Math.clamp(to - from, 0, CHUNK)];
    }

    private static int different(MemorySegment bytes, long at, byte[] copy, int length) {
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, copy, 0, length);
        return Arrays.mismatch(copy, 0, length, NONE, 0, length);
    }
}
