package io.tellask.codec.graph;

/** A codec that has one way through its objects, whether or not they are nested deeply: part by part. */
public abstract class PartsCodec extends TypeCodec implements Parts {
    protected PartsCodec(Class<?> type, int head, boolean tracked, boolean built) {
        super(type, head, tracked, built);
    }

    @Override
    public final Parts parts() {
        return this;
    }

    @Override
    public final void write(GraphWriter out, Object value) {
        writer(out, value).writeAll(out);
    }

    @Override
    public final Object read(GraphReader in) {
        return reader(in).readAll(in);
    }
}
