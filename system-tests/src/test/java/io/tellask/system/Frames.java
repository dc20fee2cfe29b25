package io.tellask.system;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages recorded frames, and makes some up, by a seed. */
final class Frames {
    private static final int HEADER_BYTES = 4;
    private static final int[] EDGES = {0, 1, 0x7f, 0x80, 0xff};

    private final List<byte[]> recorded;
    private final SplittableRandom random;

    Frames(List<byte[]> recorded, SplittableRandom random) {
        this.recorded = recorded;
        this.random = random;
    }

    static int bodyBytes(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16;
    }

    static int kind(byte[] frame) {
        return frame[3] & 0xff;
    }

    static byte[] frame(int kind, byte[] body) {
        byte[] frame = new byte[HEADER_BYTES + body.length];
        System.arraycopy(body, 0, frame, HEADER_BYTES, body.length);
        frame[3] = (byte) kind;
        return withLength(frame);
    }

    private static byte[] withLength(byte[] frame) {
        int body = frame.length - HEADER_BYTES;
        frame[0] = (byte) body;
        frame[1] = (byte) (body >> 8);
        frame[2] = (byte) (body >> 16);
        return frame;
    }

    /** One hostile frame. */
    byte[] next() {
        return switch (random.nextInt(10)) {
            case 0 -> frame(random.nextInt(256), randomBytes(random.nextInt(200)));
            case 1 -> randomBytes(HEADER_BYTES + random.nextInt(200));
            case 2 -> withKind(pick(), random.nextInt(256));
            case 3 -> truncated(pick());
            case 4 -> extended(pick());
            case 5 -> spliced(pick(), pick());
            case 6 -> withFalseLength(pick());
            default -> flipped(pick(), 1 + random.nextInt(4));
        };
    }

    private byte[] pick() {
        return recorded.get(random.nextInt(recorded.size())).clone();
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] withKind(byte[] frame, int kind) {
        frame[3] = (byte) kind;
        return frame;
    }

    private byte[] truncated(byte[] frame) {
        return withLength(Arrays.copyOf(frame, HEADER_BYTES + random.nextInt(frame.length - HEADER_BYTES + 1)));
    }

    private byte[] extended(byte[] frame) {
        ByteArrayOutputStream longer = new ByteArrayOutputStream();
        longer.writeBytes(frame);
        longer.writeBytes(randomBytes(1 + random.nextInt(50)));
        return withLength(longer.toByteArray());
    }

    private byte[] spliced(byte[] head, byte[] tail) {
        int cut = HEADER_BYTES + random.nextInt(head.length - HEADER_BYTES + 1);
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(head, 0, cut);
        int from = random.nextInt(tail.length + 1);
        both.write(tail, from, tail.length - from);
        return withLength(both.toByteArray());
    }

    private byte[] withFalseLength(byte[] frame) {
        frame[random.nextInt(3)] = (byte) random.nextInt(256);
        return frame;
    }

    private byte[] flipped(byte[] frame, int times) {
        for (int i = 0; i < times && frame.length > HEADER_BYTES; i++) {
            int at = HEADER_BYTES + random.nextInt(frame.length - HEADER_BYTES);
            frame[at] = (byte)
                    (random.nextBoolean() ? frame[at] ^ 1 << random.nextInt(8) : EDGES[random.nextInt(EDGES.length)]);
        }
        return frame;
    }
}
