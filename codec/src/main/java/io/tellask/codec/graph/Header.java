package io.tellask.codec.graph;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;

/**
 * The first byte of every message.
 *
 * <pre>
 *   7   6   5   4   3   2   1   0
 * +---+-------+---+---------------+
 * | 0 | scope | R | version=0 | W |   R: objects are numbered and back references may occur; W: the form is wide
 * +---+-------+---+---------------+
 * +---+---------------------------+
 * | 1 | head of the root          |     a string, a number or an array of primitives
 * +---+---------------------------+
 * </pre>
 */
public final class Header {
    public static final int MESSAGE = 0;
    public static final int SESSION = 1;
    public static final int STORE = 2;

    /** The other form: the lower bits are the head of the root, whose body follows. */
    private static final int BARE = 0x80;

    private static final int TRACKED = 0x10;

    private static final int WIDE = 1;

    /** From byte[] to Double. */
    private static final int FIRST_BARE = 6;

    private static final int LAST_BARE = 21;
    private static final String[] SCOPES = {"message", "session", "store", "3, which is unknown"};

    private Header() {}

    public static int of(boolean tracked, int mode, boolean wide) {
        return (tracked ? TRACKED : 0) | mode << 5 | (wide ? WIDE : 0);
    }

    /** The same header, and the byte behind it, of a message with numbers. */
    static short tracked(short begin) {
        return (short) (begin | TRACKED);
    }

    /** The header of the same message without numbers. */
    static byte untracked(byte header) {
        return (byte) (header & ~TRACKED);
    }

    /** The header of a session's message without numbers. */
    static byte ofPlainSession(boolean wide) {
        return (byte) of(false, SESSION, wide);
    }

    static int bare(int head) {
        return BARE | head;
    }

    public static boolean isBare(int header) {
        return (header & BARE) != 0;
    }

    public static int bareHead(int header) {
        return header & ~BARE & 0xFF;
    }

    /** Whether a root with this head refers to nothing, so that neither scope nor numbers matter to it. */
    static boolean suitsBare(int head) {
        return head == HeadNumbers.STRING || head >= FIRST_BARE && head <= LAST_BARE;
    }

    /** Names bytes that {@link java.io.ObjectOutputStream} wrote: they begin with 0xaced0005, and 0xac has been read as a head. */
    public static void refuseJavaSerialization(int head, ByteReader in) {
        boolean asWritten = head == bareHead(0xAC)
                && in.remaining() >= 3
                && (in.readByte() & 0xFF) == 0xED
                && in.readByte() == 0
                && in.readByte() == 5;
        if (asWritten) {
            throw new DecodeException(
                    "decode: the bytes are a stream of Java serialization (ObjectOutputStream); read them"
                            + " with JdkStreams.of(codec).decode of module tellask-codec-jdk");
        }
    }

    public static boolean isTracked(int header) {
        return (header & TRACKED) != 0;
    }

    public static boolean isWide(int header) {
        return (header & WIDE) != 0;
    }

    /** Refuses a message of another version or scope than the decoder's. */
    public static void check(int header, int mode) {
        if ((header & 0x8E) != 0) {
            throw new DecodeException("decode: header=0x" + Integer.toHexString(header & 0xFF)
                    + " is no codec message of version 0; the bytes are damaged or of another kind");
        }
        if (header >> 5 != mode) {
            throw new DecodeException(
                    "decode: message of scope=" + SCOPES[header >> 5 & 3] + " given to a decoder of scope="
                            + SCOPES[mode] + ", and its classes are described there; use the decoder of that scope");
        }
    }
}
