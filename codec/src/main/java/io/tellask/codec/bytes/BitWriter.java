package io.tellask.codec.bytes;

import java.util.Arrays;

/** Collects bits, the first the highest of its byte; the last byte is filled up with zeros. Not thread-safe. */
public final class BitWriter {
    private byte[] bytes = new byte[64];
    private int count;

    public void write(int value, int bits) {
        if (count + bits > bytes.length * Byte.SIZE) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        for (int i = bits - 1; i >= 0; i--, count++) {
            bytes[count >> 3] |= (byte) ((value >>> i & 1) << (~count & 7));
        }
    }

    /** Elias gamma code of a number from 0: as many zeros as {@code number + 1} has bits after its first, then it. */
    public void writeGamma(int number) {
        int value = number + 1;
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(value);
        write(0, width - 1);
        write(value, width);
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, count + Byte.SIZE - 1 >> 3);
    }
}
