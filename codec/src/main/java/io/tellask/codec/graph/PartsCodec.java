package io.tellask.codec.graph;

/**
 * A codec of objects that are read and written part by part, whether or not they are nested deeply; one of objects that
 * occur often may override {@link #write} or {@link #read} with a faster loop.
 */
public abstract class PartsCodec extends TypeCodec implements Parts {
    protected final Layout layout;

    protected PartsCodec(Class<?> type, int head, boolean tracked, boolean built, Layout layout) {
        super(type, head, tracked, built);
        this.layout = layout;
    }

    @Override
    public final Parts parts() {
        return this;
    }

    @Override
    public final Layout layout() {
        return layout;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        writer(out, value).writeAll(out);
    }

    @Override
    public Object read(GraphReader in) {
        return reader(in).readAll(in);
    }
}
