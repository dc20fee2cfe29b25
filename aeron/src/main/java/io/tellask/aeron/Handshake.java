package io.tellask.aeron;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The two messages that a connection begins with, and how messages are told apart: by the reserved value of their frames.
 *
 * <pre>
 *   HELLO, from who connects         WELCOME, from who accepts
 *   0   magic, version: int, int     0   magic, version: int, int
 *   8   token: long                  8   token of HELLO: long
 *   16  reply stream: int            16  outcome: int
 *   20  reply port: int, 0 for IPC
 * </pre>
 *
 * <p>All are little-endian. WELCOME goes to the reply stream, at the host that HELLO came from.
 */
final class Handshake {
    /** Stream that listeners receive at. */
    static final int STREAM = 7_411;

    /** Reserved values: bytes of the session, the two messages, and the last message of a direction. */
    static final long DATA = 0;

    static final long HELLO = 1;
    static final long WELCOME = 2;
    static final long END = 3;

    /** Outcomes. */
    static final int ACCEPTED = 0;

    static final int BUSY = 1;
    static final int NOBODY_LISTENS = 2;

    private static final int MAGIC = 0x4B4C4C54;
    private static final int VERSION = 1;
    private static final int HELLO_BYTES = 24;
    private static final int WELCOME_BYTES = 20;

    private Handshake() {}

    /** What HELLO says. */
    record Hello(long token, int stream, int port) {
        UnsafeBuffer bytes() {
            UnsafeBuffer buffer = begin(HELLO_BYTES, token);
            buffer.putInt(16, stream);
            buffer.putInt(20, port);
            return buffer;
        }

        /** Whether there is such a message; then {@link #read} reads it. */
        static boolean isThere(DirectBuffer buffer, int offset, int length) {
            return length == HELLO_BYTES && begins(buffer, offset);
        }

        static Hello read(DirectBuffer buffer, int offset) {
            return new Hello(buffer.getLong(offset + 8), buffer.getInt(offset + 16), buffer.getInt(offset + 20));
        }
    }

    /** What WELCOME says. */
    record Welcome(long token, int outcome) {
        UnsafeBuffer bytes() {
            UnsafeBuffer buffer = begin(WELCOME_BYTES, token);
            buffer.putInt(16, outcome);
            return buffer;
        }

        static boolean isThere(DirectBuffer buffer, int offset, int length) {
            return length == WELCOME_BYTES && begins(buffer, offset);
        }

        static Welcome read(DirectBuffer buffer, int offset) {
            return new Welcome(buffer.getLong(offset + 8), buffer.getInt(offset + 16));
        }
    }

    private static UnsafeBuffer begin(int length, long token) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[length]);
        buffer.putInt(0, MAGIC);
        buffer.putInt(4, VERSION);
        buffer.putLong(8, token);
        return buffer;
    }

    private static boolean begins(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset) == MAGIC && buffer.getInt(offset + 4) == VERSION;
    }
}
