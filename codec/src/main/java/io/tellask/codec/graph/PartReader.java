package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/** An object of which some parts are read, for {@link DeepReader}. Not thread-safe. */
public abstract class PartReader {
    /** The object around this one. */
    @Nullable
    PartReader outer;

    /** What ends this object where its message is read anew. */
    @Nullable
    Patience patience;

    /** Reads on to the next part that is an object of its own: gives its codec, or null when all parts are there. */
    public abstract @Nullable TypeCodec next(GraphReader in) throws Throwable;

    /** Takes that part when it is read. */
    public abstract void take(GraphReader in, @Nullable Object part) throws Throwable;

    /** The object, when it has all parts. */
    public abstract @Nullable Object end(GraphReader in);

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
        take(in, head == HeadNumbers.NULL ? null : in.readBackReference());
        return null;
    }
}
