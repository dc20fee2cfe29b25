package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/**
 * What a graph that is written in parts sends away before it is complete. Not thread-safe.
 *
 * <p>Bytes go between objects, and within what may be long: strings of a list, entries, elements of an array. Whoever
 * writes at a position asks for it anew after each of these steps.
 */
public final class SentParts {
    private final PartTarget target;

    private final int partBytes;
    private long sentBytes;

    /** Sends parts of at least {@code partBytes}. */
    public SentParts(PartTarget target, int partBytes) {
        this.target = target;
        this.partBytes = partBytes;
    }

    /** Whether a graph is written in parts. */
    public static boolean isUsed(GraphWriter out) {
        return out.parts != null;
    }

    /** Sends what is written, where a graph has parts and that is one. */
    public static void offer(GraphWriter out) {
        SentParts parts = out.parts;
        if (parts != null && out.out.position() >= parts.partBytes) {
            parts.send(out);
        }
    }

    private void send(GraphWriter out) {
        int length = out.out.position();
        out.requireBytes(0);
        target.send(out.out.array(), length);
        sentBytes += length;
        out.sent(length);
    }

    /** What the graph has, with so many bytes that are not sent. */
    static long total(@Nullable SentParts parts, long unsent) {
        return unsent + (parts == null ? 0 : parts.sentBytes);
    }
}
