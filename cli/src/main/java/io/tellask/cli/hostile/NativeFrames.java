package io.tellask.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Frames of the native protocol as bytes, written here anew so that they may be wrong: {@code docs/PROTOCOL.md}. Stateless. */
final class NativeFrames {
    static final int HELLO = 0x01;
    static final int CLOSE = 0x03;
    static final int PING = 0x04;
    static final int LOOKUP = 0x08;
    static final int CONTRACT = 0x09;
    static final int SCHEMA = 0x0A;
    static final int RELEASE = 0x0C;
    static final int TELL = 0x10;
    static final int ASK = 0x11;
    static final int ASK_WITHIN = 0x91;
    static final int OPEN = 0x12;
    static final int ANSWER_REFERENCE = 0x15;
    static final int REQUEST = 0x17;
    static final int CANCEL = 0x18;
    static final int FRAGMENT = 0x1E;
    static final int FRAGMENT_END = 0x1F;

    /** The longest frame that a server with default limits reads. */
    static final int FRAME_BYTES = 256 << 10;

    private static final int MAGIC = 0x4B534C54;
    private static final int SLOTS = 1 << 16;

    private NativeFrames() {}

    /** A body under construction; all methods return it. */
    static final class Body {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Body varint(long value) {
            long rest = value;
            while ((rest & ~0x7f) != 0) {
                bytes.write((int) (rest & 0x7f | 0x80));
                rest >>>= 7;
            }
            bytes.write((int) rest);
            return this;
        }

        Body int32(int value) {
            for (int shift = 0; shift < 32; shift += 8) {
                bytes.write(value >>> shift);
            }
            return this;
        }

        Body text(String value) {
            return bytes(value.getBytes(UTF_8));
        }

        /** With its length before it. */
        Body bytes(byte[] value) {
            varint(value.length + 1L);
            return raw(value);
        }

        Body raw(byte[]... values) {
            for (byte[] value : values) {
                bytes.writeBytes(value);
            }
            return this;
        }

        byte[] frame(int kind) {
            return NativeFrames.frame(kind, bytes.toByteArray());
        }

        byte[] toBytes() {
            return bytes.toByteArray();
        }
    }

    static Body body() {
        return new Body();
    }

    static byte[] frame(int kind, byte[] body) {
        byte[] frame = new byte[4 + body.length];
        frame[0] = (byte) body.length;
        frame[1] = (byte) (body.length >> 8);
        frame[2] = (byte) (body.length >> 16);
        frame[3] = (byte) kind;
        System.arraycopy(body, 0, frame, 4, body.length);
        return frame;
    }

    /** An introduction with the largest limits. */
    static byte[] hello() {
        return body().int32(MAGIC)
                .varint(0)
                .varint(0)
                .varint(0)
                .varint(FRAME_BYTES)
                .varint(64 << 20)
                .varint(4_096)
                .varint(1 << 20)
                .varint(SLOTS)
                .frame(HELLO);
    }

    /** A call id of its own for each number; never 0. */
    static int callId(int number) {
        return (number / SLOTS + 1) << 16 | number % SLOTS;
    }

    static byte[] lookup(int call, String name) {
        return body().int32(callId(call)).text(name).frame(LOOKUP);
    }

    /** An ask with arguments as they are encoded: {@link #text}, {@link #bytes}. */
    static byte[] ask(int reference, int call, int method, byte[]... arguments) {
        return body().varint(reference)
                .int32(callId(call))
                .varint(method)
                .raw(arguments)
                .frame(ASK);
    }

    static byte[] askWithin(int millis, int reference, int call, int method, byte[]... arguments) {
        return body().varint(reference)
                .int32(callId(call))
                .varint(method)
                .varint(millis)
                .raw(arguments)
                .frame(ASK_WITHIN);
    }

    /** Opens a stream for so many items and bytes. */
    static byte[] open(int reference, int call, int method, int items, byte[]... arguments) {
        return body().varint(reference)
                .int32(callId(call))
                .varint(method)
                .varint(items)
                .varint(items == 0 ? 0 : 1 << 20)
                .raw(arguments)
                .frame(OPEN);
    }

    static byte[] cancel(int call) {
        return body().int32(callId(call)).frame(CANCEL);
    }

    static byte[] ping(int number) {
        return body().varint(number).frame(PING);
    }

    static byte[] fragment(int id, byte[] part) {
        return body().varint(id).raw(part).frame(FRAGMENT);
    }

    static byte[] release(int reference, int times) {
        return body().varint(reference).varint(times).frame(RELEASE);
    }

    /** An argument. */
    static byte[] text(String value) {
        return body().text(value).toBytes();
    }

    /** An argument. */
    static byte[] bytes(byte[] value) {
        return body().bytes(value).toBytes();
    }

    /** Several frames in one piece. */
    static byte[] join(byte[]... frames) {
        return body().raw(frames).toBytes();
    }
}
