package io.tellask.testkit;

import java.io.ByteArrayOutputStream;

/** Copies the first frame of a connection, the client's hello, as it passes. Belongs to one loop. */
final class FirstFrame {
    private final ByteArrayOutputStream copied = new ByteArrayOutputStream();
    private final FrameCursor cursor = new FrameCursor();

    /** Bytes pass, of either side: the client begins, and its hello is whole before the server answers. */
    void pass(byte[] bytes, int offset, int count) {
        for (int at = offset; at < offset + count && !isWhole(); at++) {
            copied.write(bytes[at]);
            cursor.pass(bytes[at]);
        }
    }

    boolean isWhole() {
        return cursor.frames() > 0;
    }

    byte[] bytes() {
        return copied.toByteArray();
    }
}
