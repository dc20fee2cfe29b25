package io.tellask.bench.web;

import java.nio.ByteBuffer;

/**
 * Finds the frames of a session within those of WebSocket, from bytes that come in any parts. Of each body only the beginning is kept.
 * Reading is cheap, so that what is measured is the server. Not thread-safe.
 */
final class FrameParser {
    private static final int KEPT_BYTES = 256;
    private static final int HEADER_BYTES = 4;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;

    private final Receiver receiver;
    private final byte[] body = new byte[KEPT_BYTES];
    private long payloadLeft;
    private int headerBytes;
    private int header;
    private int bodyLeft;
    private int bodyBytes;
    private long messages;

    /** Takes what was found. */
    interface Receiver {
        /** A frame; of its body of so many bytes, the first are in an array that is used again. */
        void frame(int kind, byte[] start, int length);
    }

    FrameParser(Receiver receiver) {
        this.receiver = receiver;
    }

    /** Frames of WebSocket so far. */
    long messages() {
        return messages;
    }

    /** Reads what there is; leaves the beginning of a WebSocket's header that is not complete. */
    void read(ByteBuffer in) {
        while (in.hasRemaining() && (payloadLeft > 0 || readHead(in))) {
            int end = in.limit();
            in.limit((int) Math.min(end, in.position() + payloadLeft));
            payloadLeft -= in.remaining();
            readPayload(in);
            in.limit(end);
        }
    }

    private boolean readHead(ByteBuffer in) {
        int start = in.position();
        int length = in.remaining() < 2 ? 0 : in.get(start + 1) & 0x7f;
        int bytes = length == LENGTH_16 ? 4 : length == LENGTH_64 ? 10 : 2;
        if (in.remaining() < bytes) {
            return false;
        }
        payloadLeft = length == LENGTH_16
                ? in.getShort(start + 2) & 0xffff
                : length == LENGTH_64 ? in.getLong(start + 2) : length;
        in.position(start + bytes);
        messages++;
        return true;
    }

    private void readPayload(ByteBuffer in) {
        while (in.hasRemaining()) {
            if (headerBytes < HEADER_BYTES) {
                header |= (in.get() & 0xff) << headerBytes++ * Byte.SIZE;
                bodyLeft = header & 0xff_ffff;
                bodyBytes = 0;
            } else {
                readBody(in);
            }
            if (headerBytes == HEADER_BYTES && bodyLeft == 0) {
                int kind = header >>> 3 * Byte.SIZE;
                header = 0;
                headerBytes = 0;
                receiver.frame(kind, body, bodyBytes);
            }
        }
    }

    private void readBody(ByteBuffer in) {
        int count = Math.min(in.remaining(), bodyLeft);
        int kept = Math.clamp(KEPT_BYTES - bodyBytes, 0, count);
        in.get(body, Math.min(bodyBytes, KEPT_BYTES), kept).position(in.position() + count - kept);
        bodyBytes += count;
        bodyLeft -= count;
    }
}
