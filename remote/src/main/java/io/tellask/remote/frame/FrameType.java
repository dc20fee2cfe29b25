package io.tellask.remote.frame;

import io.tellask.codec.ByteWriter;

/**
 * The kinds of frames.
 *
 * <pre>
 *  frame:  0               3   4
 *         +-----------------+---+------------------+
 *         | length of body  | k | body ...         |    little-endian; k: kind, bits 7 to 5 are flags: deadline, references, trace
 *         +-----------------+---+------------------+
 * </pre>
 */
public final class FrameType {
    /** In the last fragment of a message: its sender gave it up. */
    public static final int ABANDONED = 0x00;

    public static final int HELLO = 0x01;
    public static final int WELCOME = 0x02;
    public static final int CLOSE = 0x03;
    public static final int PING = 0x04;
    public static final int PONG = 0x05;
    public static final int ACK = 0x06;
    public static final int LOOKUP = 0x08;
    public static final int CONTRACT = 0x09;
    public static final int SCHEMA = 0x0A;
    public static final int CREDIT = 0x0B;
    public static final int RELEASE = 0x0C;
    public static final int RELEASED = 0x0D;
    public static final int WATCH = 0x0E;
    public static final int STOPPED = 0x0F;
    public static final int TELL = 0x10;
    public static final int ASK = 0x11;
    public static final int OPEN = 0x12;
    public static final int ANSWER = 0x13;
    public static final int ANSWER_NULL = 0x14;
    public static final int ANSWER_REFERENCE = 0x15;
    public static final int FAILURE = 0x16;
    public static final int REQUEST = 0x17;
    public static final int CANCEL = 0x18;
    public static final int ITEM = 0x19;
    public static final int ITEM_NULL = 0x1A; // kept: publishers must not emit null
    public static final int ITEM_REFERENCE = 0x1B;
    public static final int END = 0x1C;
    public static final int FRAGMENT = 0x1E;
    public static final int FRAGMENT_END = 0x1F;

    /** The call carries its own deadline. */
    public static final int DEADLINE_FLAG = 0x80;

    /** References to actors come with the call, the answer or the item: their list lies in front of the body. */
    public static final int REFERENCES_FLAG = 0x40;

    /** The call carries a trace, which lies in front of its body, behind the list of references. */
    public static final int TRACE_FLAG = 0x20;

    /** Codes of CLOSE. */
    public static final int CLOSED_AS_ASKED = 0;

    public static final int CLOSED_FOR_FAULT = 1;
    public static final int CLOSED_TO_STRANGER = 2;

    /** The session that was to go on is over. */
    public static final int CLOSED_AS_LOST = 3;

    /** The peer is welcome later: varint milliseconds follow the reason. */
    public static final int CLOSED_FOR_NOW = 4;

    /** After what time a peer that was turned away should try again. */
    public static final int COME_BACK_MILLIS = 1_000;

    public static final int HEADER_BYTES = 4;
    public static final int CALL_ID_BYTES = 4;
    public static final int MOST_BODY_BYTES = 0xFF_FFFF;
    public static final int MOST_REASON_CHARS = 300; // in one frame of any size, whatever the characters
    public static final int MAGIC = 0x4B534C54; // "TLSK"
    public static final int VERSION = 0;

    private FrameType() {}

    public static int header(int kind, int bodyBytes) {
        return kind << 24 | bodyBytes;
    }

    /** The length of the body of the frame that begins at a position. */
    public static int bodyBytes(byte[] frames, int at) {
        return frames[at] & 0xFF | (frames[at + 1] & 0xFF) << 8 | (frames[at + 2] & 0xFF) << 16;
    }

    /** Writes a whole frame that closes the session. */
    public static void writeClose(ByteWriter out, int code, String reason) {
        int start = out.position();
        out.writeInt32(0);
        writeCloseBody(out, code, reason);
        out.patchInt32(start, header(CLOSE, out.position() - start - HEADER_BYTES));
    }

    public static void writeCloseBody(ByteWriter out, int code, String reason) {
        out.writeVarInt(code);
        out.writeUtf8(reason.length() <= MOST_REASON_CHARS ? reason : reason.substring(0, MOST_REASON_CHARS));
        if (code == CLOSED_FOR_NOW) {
            out.writeVarInt(COME_BACK_MILLIS);
        }
    }

    /** Where the frame ends of which a part lies before {@code taken}; {@code firstFrame} is where a frame begins. */
    public static int endOfFrame(byte[] frames, int firstFrame, int taken) {
        int end = firstFrame;
        while (end < taken) {
            end += HEADER_BYTES + bodyBytes(frames, end);
        }
        return end;
    }
}
