package io.tellask.testkit;

/** Follows the frames of a stream of bytes, to tell which one a fault met. Belongs to one loop. */
final class FrameCursor {
    private static final int HEADER_BYTES = 4;

    private int header;
    private int headerBytes;
    private int bodyBytes;
    private int kind;

    /** Bytes pass. */
    void pass(byte[] bytes, int count) {
        for (int at = 0; at < count; ) {
            if (headerBytes < HEADER_BYTES) {
                header |= (bytes[at++] & 0xFF) << 8 * headerBytes++;
                if (headerBytes == HEADER_BYTES) {
                    kind = header >>> 24;
                    bodyBytes = header & 0xFF_FFFF;
                }
            } else {
                int skipped = Math.min(bodyBytes, count - at);
                bodyBytes -= skipped;
                at += skipped;
            }
            if (headerBytes == HEADER_BYTES && bodyBytes == 0) {
                header = 0;
                headerBytes = 0;
            }
        }
    }

    /** The kind of the frame whose body passes now, or of the last one; 0 before the first. */
    int kind() {
        return kind;
    }
}
