package io.tellask.testkit;

import java.util.Set;
import java.util.TreeSet;

/** Follows the frames of a stream of bytes, to tell which one a fault met. Belongs to one loop. */
final class FrameCursor {
    private static final int HEADER_BYTES = 4;

    private int header;
    private int headerBytes;
    private int bodyBytes;
    private int kind;
    private int frames;

    /** Bytes pass. */
    void pass(byte[] bytes, int count) {
        for (int at = 0; at < count; ) {
            if (headerBytes < HEADER_BYTES) {
                pass(bytes[at++]);
            } else {
                int skipped = Math.min(bodyBytes, count - at);
                skip(skipped);
                at += skipped;
            }
        }
    }

    /** A byte passes. */
    void pass(byte next) {
        if (headerBytes < HEADER_BYTES) {
            header |= (next & 0xFF) << 8 * headerBytes++;
            if (headerBytes == HEADER_BYTES) {
                kind = header >>> 24;
                bodyBytes = header & 0xFF_FFFF;
                skip(0);
            }
        } else {
            skip(1);
        }
    }

    private void skip(int count) {
        bodyBytes -= count;
        if (bodyBytes == 0) {
            header = 0;
            headerBytes = 0;
            frames++;
        }
    }

    /** The kinds of the frames whose headers or bodies lie within what would pass next, where the header is there as a whole. */
    Set<Integer> kindsIn(byte[] next) {
        FrameCursor ahead = new FrameCursor();
        ahead.header = header;
        ahead.headerBytes = headerBytes;
        ahead.bodyBytes = bodyBytes;
        ahead.kind = kind;
        Set<Integer> kinds = new TreeSet<>();
        for (byte passing : next) {
            ahead.pass(passing);
            if (ahead.headerBytes == 0 || ahead.headerBytes == HEADER_BYTES) {
                kinds.add(ahead.kind);
            }
        }
        return kinds;
    }

    /** The kind of the frame whose body passes now, or of the last one; 0 before the first. */
    int kind() {
        return kind;
    }

    /** How many frames have passed as a whole. */
    int frames() {
        return frames;
    }
}
