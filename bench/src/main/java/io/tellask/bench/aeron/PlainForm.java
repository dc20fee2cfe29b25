package io.tellask.bench.aeron;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** 70 bytes that begin and end with the number. */
final class PlainForm implements UpdateForm {
    private static final int LENGTH = 70;
    private static final int LAST = LENGTH - Long.BYTES;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes = new byte[LENGTH];

    /** Called by name. */
    PlainForm() {}

    @Override
    public int encode(long sequence) {
        LONGS.set(bytes, 0, sequence);
        LONGS.set(bytes, LAST, sequence);
        return LENGTH;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public void decode(byte[] source, int length, long sequence) {
        if (length != LENGTH || (long) LONGS.get(source, 0) != sequence || (long) LONGS.get(source, LAST) != sequence) {
            throw UpdateForm.wrong((long) LONGS.get(source, 0), sequence);
        }
    }
}
