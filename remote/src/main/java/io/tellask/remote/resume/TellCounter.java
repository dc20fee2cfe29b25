package io.tellask.remote.resume;

import io.tellask.remote.frame.FrameType;

/** Counts the tells among frames that come in parts, which may end anywhere. Belongs to one thread. */
public final class TellCounter implements SentBytes.Part {
    /** Of the last fragment: an id of at most five bytes, and the kind of the whole message. */
    private static final int HEAD_BYTES = FrameType.HEADER_BYTES + 6;

    private final byte[] head = new byte[HEAD_BYTES];
    private int headBytes;
    private int skipBytes;
    private long tells;

    /** The tells that have begun so far. */
    public long tells() {
        return tells;
    }

    @Override
    public void take(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (skipBytes > 0) {
                int skipped = Math.min(skipBytes, end - at);
                skipBytes -= skipped;
                at += skipped;
            } else {
                head[headBytes++] = bytes[at++];
                if (headBytes >= FrameType.HEADER_BYTES && isHeadWhole()) {
                    countFrame();
                }
            }
        }
    }

    private int bodyBytes() {
        return FrameType.bodyBytes(head, 0);
    }

    private int kind() {
        return head[FrameType.HEADER_BYTES - 1] & 0xFF;
    }

    private boolean isHeadWhole() {
        int wanted = kind() == FrameType.FRAGMENT_END
                ? Math.min(HEAD_BYTES, FrameType.HEADER_BYTES + bodyBytes())
                : FrameType.HEADER_BYTES;
        return headBytes >= wanted;
    }

    private void countFrame() {
        int kind = kind() == FrameType.FRAGMENT_END ? kindOfWhole() : kind();
        if ((kind & ~(FrameType.REFERENCES_FLAG | FrameType.TRACE_FLAG)) == FrameType.TELL) {
            tells++;
        }
        skipBytes = FrameType.HEADER_BYTES + bodyBytes() - headBytes;
        headBytes = 0;
    }

    /** The kind lies behind the id of the fragments. */
    private int kindOfWhole() {
        int at = FrameType.HEADER_BYTES;
        while (at < headBytes && head[at] < 0) {
            at++;
        }
        return at + 1 < headBytes ? head[at + 1] & 0xFF : FrameType.ABANDONED;
    }
}
