package io.tellask.codec.registry;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;

/** Reads objects of a class that is unknown here and gives null for each, also where the message refers to them. */
final class SkippingCodec extends TypeCodec {
    private final TypeCodec described;

    SkippingCodec(TypeCodec described) {
        super(described.type, DESCRIBED, described.tracked);
        this.described = described;
    }

    @Override
    public Class<?> named(int offset) {
        return described.named(offset);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        throw new IllegalStateException("objects that were skipped are not there to be written");
    }

    /** Null, which a reference may be; only this codec gives it. */
    @Override
    @SuppressWarnings("NullAway")
    public Object read(GraphReader in) {
        described.skip(in);
        return null;
    }
}
