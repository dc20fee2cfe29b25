package io.tellask.cipher.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Adds a key stream to bytes, eight at a time. Source and target may be the same bytes, but not overlap otherwise. Stateless and thread-safe. */
final class Xor {
    private Xor() {}

    static void apply(byte[] key, int keyOffset, MemorySegment source, MemorySegment target, long offset, int length) {
        MemorySegment keys = MemorySegment.ofArray(key);
        int done = 0;
        for (; done <= length - Long.BYTES; done += Long.BYTES) {
            long mixed = keys.get(ValueLayout.JAVA_LONG_UNALIGNED, keyOffset + done)
                    ^ source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + done);
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + done, mixed);
        }
        for (; done < length; done++) {
            byte mixed = (byte) (source.get(ValueLayout.JAVA_BYTE, offset + done) ^ key[keyOffset + done]);
            target.set(ValueLayout.JAVA_BYTE, offset + done, mixed);
        }
    }
}
