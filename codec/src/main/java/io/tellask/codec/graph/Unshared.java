package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/** References to objects to which nothing else refers, before or after. */
public final class Unshared {
    private Unshared() {}

    /** Writes an object as if it had not been written before, and so that nothing refers to it later. */
    public static void write(GraphWriter out, @Nullable Object value) {
        if (value == null) {
            out.out.writeByte(HeadNumbers.NULL);
        } else {
            write(out, value, out.codecOf(value.getClass()));
        }
    }

    /** The same with the codec of its class. */
    public static void write(GraphWriter out, Object value, TypeCodec codec) {
        if (!out.tracking || !codec.tracked) {
            out.writeValue(value, codec);
            return;
        }
        out.references.idOf(new Object());
        out.writeHead(codec);
        if (out.beginBody(value, codec)) {
            codec.write(out, value);
            out.end();
        }
    }

    public static @Nullable Object read(GraphReader in) {
        if (in.isAtBackReference()) {
            throw in.damaged("back reference to an object that is shared with nobody");
        }
        int number = in.numbered.count();
        Object value = in.readRef();
        in.numbered.unshare(number, value);
        return value;
    }
}
