package io.tellask.cipher.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, lowest byte first, at any offset. Stateless and thread-safe. */
public final class LittleEndian {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** The four bytes at an offset. */
    public static int getInt(byte[] bytes, int offset) {
        return (int) INTS.get(bytes, offset);
    }

    /** Writes four bytes. */
    public static void putInt(byte[] bytes, int offset, int value) {
        INTS.set(bytes, offset, value);
    }

    /** The eight bytes at an offset. */
    public static long getLong(byte[] bytes, int offset) {
        return (long) LONGS.get(bytes, offset);
    }

    /** Writes eight bytes. */
    public static void putLong(byte[] bytes, int offset, long value) {
        LONGS.set(bytes, offset, value);
    }
}
