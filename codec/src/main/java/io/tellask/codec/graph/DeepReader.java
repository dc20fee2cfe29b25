package io.tellask.codec.graph;

import io.tellask.codec.failure.Failures;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects that refer to each other far down, such as the nodes of a long list or lists within lists, one part
 * after the other: what is begun and not finished waits on the heap and takes no stack.
 *
 * <p>Parts whose codecs have no {@link Parts} are read as ever. Not thread-safe.
 */
final class DeepReader {
    private final GraphReader in;
    private final int room;
    private Parts.@Nullable Reader innermost;

    private DeepReader(GraphReader in) {
        this.in = in;
        this.room = in.levels.room();
    }

    /** Reads the body of an object that was begun. */
    static @Nullable Object read(Parts parts, GraphReader in) {
        return new DeepReader(in).readAll(parts);
    }

    private @Nullable Object readAll(Parts parts) {
        try {
            innermost = parts.reader(in);
            while (true) {
                Parts.Reader at = Objects.requireNonNull(innermost);
                TypeCodec codec = at.next(in);
                if (codec != null) {
                    readPart(at, codec);
                    continue;
                }
                innermost = at.outer;
                Object object = at.end(in);
                if (innermost == null) {
                    return object;
                }
                in.levels.leaveDeep(room);
                innermost.take(in, at.pending == null ? object : at.pending.end(in, object));
            }
        } catch (Throwable e) {
            Throwable failure = e;
            for (Parts.Reader at = innermost; at != null; at = at.outer) {
                failure = at.failed(failure, in);
            }
            throw Failures.unchanged(failure);
        }
    }

    private void readPart(Parts.Reader whole, TypeCodec usual) throws Throwable {
        boolean patient = in.keys.isWeighing();
        TypeCodec codec = patient ? usual.patient() : usual;
        Parts parts = codec.parts();
        if (parts == null) {
            whole.take(in, in.readBody(usual));
            return;
        }
        PendingObject pending = patient ? new PendingObject(in, usual) : null;
        in.enterDeep(codec, room);
        Parts.Reader part = parts.reader(in);
        part.pending = pending;
        part.outer = whole;
        innermost = part;
    }
}
