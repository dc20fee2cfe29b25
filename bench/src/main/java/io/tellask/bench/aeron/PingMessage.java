package io.tellask.bench.aeron;

import io.tellask.struct.StructType;

/** An array with a {@link Ping} in it, and a view that writes and checks such arrays without allocating. Used by one thread. */
final class PingMessage {
    private static final StructType<Ping> TYPE = StructType.of(Ping.class);
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private final byte[] bytes = new byte[Ping.BYTES];
    private final Ping view = TYPE.view(bytes, 0);

    /** Writes a ping; the array is always the same. */
    byte[] write(long sequence, long dueNanos) {
        TYPE.move(view, bytes, 0);
        view.sequence(sequence);
        view.dueNanos(dueNanos);
        for (int i = 0; i < Ping.WORDS; i++) {
            view.words(i, sequence * FACTOR + i);
        }
        return bytes;
    }

    /**
     * Reads a ping that has come back: when it was due.
     *
     * @throws IllegalStateException if it is another one than expected, or damaged
     */
    long read(byte[] source, int offset, long expected) {
        TYPE.move(view, source, offset);
        boolean matches = view.sequence() == expected;
        for (int i = 0; i < Ping.WORDS; i++) {
            matches &= view.words(i) == expected * FACTOR + i;
        }
        if (!matches) {
            throw new IllegalStateException("wrong ping: sequence=" + view.sequence() + ", expected=" + expected);
        }
        return view.dueNanos();
    }
}
