package io.tellask.bench.codec.peers;

import java.io.OutputStream;
import java.util.Arrays;

/** A stream into an array that is kept: {@link java.io.ByteArrayOutputStream} without locks. */
final class ReusedOutput extends OutputStream {
    private static final int INITIAL_BYTES = 1 << 10;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public void write(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }
}
