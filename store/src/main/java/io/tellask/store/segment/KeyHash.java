package io.tellask.store.segment;

import io.tellask.store.layout.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash of a key: eight bytes at a time, each folded in by a 64 x 64 to 128-bit multiplication. Seeded with a random number per store, so
 * that keys from a network cannot be chosen to collide.
 *
 * <p>Reads up to 7 bytes behind the key, so arrays need that slack. The index checkpoint depends on this function: changing it changes the
 * checkpoint's version.
 */
public final class KeyHash {
    static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long FIRST = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xD6E8FEB86659FD93L;

    private KeyHash() {}

    public static long of(byte[] array, int offset, int length, long seed) {
        long hash = seed ^ length * FIRST;
        int at = offset;
        int rest = length;
        for (; rest >= 8; rest -= 8, at += 8) {
            hash = fold(hash ^ (long) BYTES.get(array, at), FIRST);
        }
        if (rest > 0) {
            hash = fold(hash ^ (long) BYTES.get(array, at) << (64 - 8 * rest), FIRST);
        }
        return fold(hash ^ seed, SECOND);
    }

    /** The same for a key in a mapped segment. */
    public static long of(MemorySegment segment, long offset, int length, long seed) {
        long hash = seed ^ length * FIRST;
        long at = offset;
        int rest = length;
        for (; rest >= 8; rest -= 8, at += 8) {
            hash = fold(hash ^ segment.get(SegmentLayout.LONG, at), FIRST);
        }
        if (rest > 0) {
            hash = fold(hash ^ segment.get(SegmentLayout.LONG, at) << (64 - 8 * rest), FIRST);
        }
        return fold(hash ^ seed, SECOND);
    }

    private static long fold(long value, long factor) {
        return value * factor ^ Math.unsignedMultiplyHigh(value, factor);
    }
}
