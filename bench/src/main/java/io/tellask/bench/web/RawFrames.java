package io.tellask.bench.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Frames of a session within a frame of WebSocket, as a page sends them: {@code docs/PROTOCOL.md}. Not thread-safe. */
final class RawFrames {
    static final int HELLO = 0x01;
    static final int CLOSE = 0x03;
    static final int PING = 0x04;
    static final int PONG = 0x05;
    static final int LOOKUP = 0x08;
    static final int ASK = 0x11;
    static final int OPEN = 0x12;
    static final int ANSWER = 0x13;
    static final int ANSWER_REFERENCE = 0x15;
    static final int REQUEST = 0x17;
    static final int ITEM = 0x19;

    private static final int MAGIC = 0x4B534C54;
    private static final int FINAL_BINARY = 0x82;
    private static final int MASKED = 0x80;
    private static final int MASK_BYTES = 4;

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    /** The introduction of a client that reads frames of 16 KiB and messages of 1 MiB. */
    static byte[] hello(int features) {
        return new RawFrames()
                .int32(MAGIC)
                .varint(0)
                .varint(features)
                .varint(0)
                .varint(1 << 14)
                .varint(1 << 20)
                .varint(1 << 10)
                .varint(1 << 20)
                .varint(1 << 10)
                .frame(HELLO);
    }

    RawFrames int32(int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            body.write(value >>> shift);
        }
        return this;
    }

    RawFrames varint(int value) {
        int rest = value;
        for (; rest >>> 7 != 0; rest >>>= 7) {
            body.write(rest & 0x7f | 0x80);
        }
        body.write(rest);
        return this;
    }

    RawFrames text(String text) {
        return varint(text.length() + 1).bytes(text.getBytes(StandardCharsets.US_ASCII), text.length());
    }

    RawFrames bytes(byte[] bytes, int length) {
        body.write(bytes, 0, length);
        return this;
    }

    /** A frame of that kind with the body so far, shorter than 122 bytes, in a frame of WebSocket whose mask is zero. */
    byte[] frame(int kind) {
        int length = body.size();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(FINAL_BINARY);
        out.write(MASKED | length + MASK_BYTES);
        out.writeBytes(new byte[MASK_BYTES]);
        out.write(length);
        out.write(0);
        out.write(0);
        out.write(kind);
        out.writeBytes(body.toByteArray());
        body.reset();
        return out.toByteArray();
    }
}
