package io.tellask.codec;

import io.tellask.codec.bytes.RepeatedStrings;

/**
 * The part of a stream that a {@link ByteReader} has in its array: takes what is needed of the bytes behind it, and
 * drops what was read.
 *
 * <p>An array that is full is replaced, never overwritten, so that who holds the former one still has its bytes there.
 * It is at most twice as long as what it keeps, so that a length that a message claims allocates nothing. Not
 * thread-safe.
 */
final class Window {
    private static final int BYTES = 256 << 10;

    private final Source source;
    private final int bytes;
    private final int keptBytes;

    Window(Source source) {
        this(source, BYTES, RepeatedStrings.MOST_DISTANCE_IN_PARTS + 16);
    }

    /** One of arrays of {@code bytes} that keeps {@code keptBytes} of what was read last. */
    Window(Source source, int bytes, int keptBytes) {
        this.source = source;
        this.bytes = bytes;
        this.keptBytes = keptBytes;
    }

    /** The position from which on bytes are kept: a repeated string refers back to one that was read. */
    int keptFrom(int position) {
        return Math.max(0, position - keptBytes);
    }

    /**
     * An array with the bytes from one position to another at its start and room behind them, as much as there are, where
     * bytes up to {@code needed} are asked for.
     */
    byte[] renewed(byte[] array, int from, int to, long needed) {
        int kept = to - from;
        long wished = Math.max(bytes, Math.min(2L * kept, needed - from + bytes));
        if (wished > ByteWriter.MAX_BYTES && needed - from > ByteWriter.MAX_BYTES) {
            throw new DecodeException("decode: bytes=" + (needed - from) + " are needed at once, which is more than "
                    + ByteWriter.MAX_BYTES + "; the stream is damaged");
        }
        byte[] renewed = new byte[ByteWriter.arrayLength(kept + 1L, wished)];
        System.arraycopy(array, from, renewed, 0, kept);
        return renewed;
    }

    /** Reads at least one byte into an array from a position on; gives how many, or -1 at the end. */
    int read(byte[] array, int at) {
        return source.read(array, at, array.length - at);
    }

    /** The bytes of one graph. */
    interface Source {
        /** As {@link java.io.InputStream#read(byte[], int, int)}. */
        int read(byte[] target, int at, int most);
    }
}
