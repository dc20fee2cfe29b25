package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A stream into an array that is kept: {@link java.io.ByteArrayOutputStream} without locks. */
final class ReusedOutput extends OutputStream {
    private static final int INITIAL_BYTES = 1 << 10;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    /** Writes a value into a stream. */
    interface Writing {
        void write(OutputStream out, Object value) throws IOException;
    }

    /** Makes a value of a message. */
    interface Reading {
        @Nullable
        Object read(byte[] bytes) throws IOException, ClassNotFoundException;
    }

    /** A codec that writes into such a stream. */
    static Subject subject(Writing writing, Reading reading) {
        ReusedOutput out = new ReusedOutput();
        return new Subject() {
            @Override
            public int encode(Object value) throws IOException {
                out.length = 0;
                writing.write(out, value);
                return out.length;
            }

            @Override
            public byte[] encoded() {
                return Arrays.copyOf(out.bytes, out.length);
            }

            @Override
            public @Nullable Object decode(byte[] bytes) throws IOException, ClassNotFoundException {
                return reading.read(bytes);
            }
        };
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
