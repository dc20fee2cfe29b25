package io.tellask.codec.bytes;

import io.tellask.codec.DecodeException;

/** Reads what {@link BitWriter} wrote; bits missing at the end raise {@link DecodeException}. Not thread-safe. */
public final class BitReader {
    private static final int MAX_GAMMA_ZEROS = 16;

    private final byte[] bytes;
    private int position;

    public BitReader(byte[] bytes) {
        this.bytes = bytes;
    }

    public int remaining() {
        return bytes.length * Byte.SIZE - position;
    }

    public int readBit() {
        if (position >= bytes.length * Byte.SIZE) {
            throw new DecodeException(
                    "decode: descriptor ends early, bytes=" + bytes.length + "; the stream is damaged");
        }
        int bit = bytes[position >> 3] >>> (~position & 7) & 1;
        position++;
        return bit;
    }

    public int read(int bits) {
        int value = 0;
        for (int i = 0; i < bits; i++) {
            value = value << 1 | readBit();
        }
        return value;
    }

    public int readGamma() {
        int zeros = 0;
        while (readBit() == 0) {
            if (++zeros > MAX_GAMMA_ZEROS) {
                throw new DecodeException(
                        "decode: number of a descriptor has bits > " + MAX_GAMMA_ZEROS + "; the stream is damaged");
            }
        }
        return (1 << zeros | read(zeros)) - 1;
    }
}
