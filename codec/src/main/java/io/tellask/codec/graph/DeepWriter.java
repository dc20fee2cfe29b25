package io.tellask.codec.graph;

import io.tellask.codec.failure.Failures;
import org.jspecify.annotations.Nullable;

/** Writes what {@link DeepReader} reads, in the same way: what is begun waits on the heap. Not thread-safe. */
final class DeepWriter {
    private final GraphWriter out;
    private final int room;
    private Parts.@Nullable Writer innermost;

    private DeepWriter(GraphWriter out) {
        this.out = out;
        this.room = out.levels.room();
    }

    /** Writes the body of an object that was begun. */
    static void write(Parts parts, GraphWriter out, Object value) {
        new DeepWriter(out).writeAll(parts, value);
    }

    private void writeAll(Parts parts, Object value) {
        try {
            innermost = parts.writer(out, value);
            for (Parts.Writer at = innermost; at != null; at = innermost) {
                SentParts.offer(out);
                Object part = at.next(out);
                if (part != null) {
                    writePart(at, part);
                    continue;
                }
                innermost = at.outer;
                if (innermost != null) {
                    out.levels.leaveDeep(room);
                }
            }
        } catch (Throwable e) {
            Throwable failure = e;
            for (Parts.Writer at = innermost; at != null; at = at.outer) {
                failure = at.failed(failure);
            }
            throw Failures.unchanged(failure);
        }
    }

    private void writePart(Parts.Writer whole, Object value) {
        TypeCodec codec = out.codecOf(value.getClass()).forValue(value);
        Parts parts = codec.parts();
        if (parts != null) {
            if (out.beginDeep(value, codec, whole.hasHeads(), room)) {
                Parts.Writer part = parts.writer(out, value);
                part.outer = whole;
                innermost = part;
            }
        } else if (whole.hasHeads()) {
            out.writeValue(value, codec);
        } else if (out.beginBody(value, codec)) {
            codec.write(out, value);
            out.end();
        }
    }
}
