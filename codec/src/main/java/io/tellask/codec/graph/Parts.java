package io.tellask.codec.graph;

import io.tellask.codec.failure.Failures;
import org.jspecify.annotations.Nullable;

/**
 * How objects that are nested deeply are read and written: part by part, so that what is begun and not finished waits on
 * the heap. Where nesting is not deep the same parts are read and written by recursion, unless the codec has a faster way.
 */
public interface Parts {
    /** Reads what comes before the parts of an object that was begun. */
    Reader reader(GraphReader in);

    /** Writes what comes before the parts of an object that was begun. */
    Writer writer(GraphWriter out, Object value);

    /** An object of which some parts are read, for {@link DeepReader}. Not thread-safe. */
    abstract class Reader {
        /** The object around this one. */
        @Nullable
        Reader outer;

        /** What ends this object where its message is read anew. */
        @Nullable
        PendingObject pending;

        /** Reads on to the next part that is an object of its own: gives its codec, or null when all parts are there. */
        public abstract @Nullable TypeCodec next(GraphReader in) throws Throwable;

        /** Takes that part when it is read. */
        public abstract void take(GraphReader in, @Nullable Object part) throws Throwable;

        /** The object, when it has all parts. */
        public abstract Object end(GraphReader in);

        /** Reads all parts by recursion, and ends the object. */
        public final Object readAll(GraphReader in) {
            try {
                for (TypeCodec codec = next(in); codec != null; codec = next(in)) {
                    take(in, in.readBody(codec));
                }
            } catch (Throwable e) {
                throw Failures.unchanged(failed(e, in));
            }
            return end(in);
        }

        /** The failure of a part, with the way to it. */
        public Throwable failed(Throwable failure, GraphReader in) {
            return failure;
        }

        /** The codec of the object that a reference holds; null where it holds none, or one from before, which is taken. */
        public final @Nullable TypeCodec reference(GraphReader in) throws Throwable {
            int head = in.in.readVarInt();
            if (head != HeadNumbers.NULL && head != HeadNumbers.BACK_REFERENCE) {
                return in.heads.codecOf(head);
            }
            take(in, head == HeadNumbers.NULL ? null : in.reach.readBackReference());
            return null;
        }
    }

    /** An object of which some parts are written, for {@link DeepWriter}. Not thread-safe. */
    abstract class Writer {
        /** The object around this one. */
        @Nullable
        Writer outer;

        /** Writes on to the next part that is an object: gives it, or null when all is written. */
        public abstract @Nullable Object next(GraphWriter out) throws Throwable;

        /** Whether each part has a head of its own. */
        public boolean hasHeads() {
            return true;
        }

        /** Writes all parts by recursion. */
        public final void writeAll(GraphWriter out) {
            try {
                for (Object part = next(out); part != null; part = next(out)) {
                    TypeCodec codec = out.codecOf(part.getClass()).forValue(part);
                    if (hasHeads()) {
                        out.writeValue(part, codec);
                    } else if (out.beginBody(part, codec)) {
                        codec.write(out, part);
                        out.end();
                    }
                }
            } catch (Throwable e) {
                throw Failures.unchanged(failed(e));
            }
        }

        /** The failure of a part, with the way to it. */
        public Throwable failed(Throwable failure) {
            return failure;
        }
    }
}
