package io.tellask.cipher.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Adds a key stream to bytes, eight at a time. Source and target may be the same bytes, but not overlap otherwise. Stateless and thread-safe. */
final class Xor {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private Xor() {}

    @SuppressWarnings("checkstyle:ParameterNumber") // three ranges of one length
    static void apply(
            byte[] key, int keyOffset, byte[] source, int sourceOffset, byte[] target, int targetOffset, int length) {
        int done = 0;
        for (; done <= length - Long.BYTES; done += Long.BYTES) {
            long mixed = (long) LONGS.get(key, keyOffset + done) ^ (long) LONGS.get(source, sourceOffset + done);
            LONGS.set(target, targetOffset + done, mixed);
        }
        for (; done < length; done++) {
            target[targetOffset + done] = (byte) (source[sourceOffset + done] ^ key[keyOffset + done]);
        }
    }
}
