package io.tellask.codec.builtin;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.TypeCodec;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A value of the JDK that is written through its public API and whose identity does not matter. */
public final class BuiltInCodec<T> extends TypeCodec {
    /** What {@link #write} and {@link #read} do, for generated code that calls it as a constant. */
    public final BiConsumer<GraphWriter, T> writer;

    public final Function<GraphReader, T> reader;

    private final Layout layout;

    BuiltInCodec(Class<?> type, int head, BiConsumer<GraphWriter, T> writer, Function<GraphReader, T> reader) {
        this(type, head, writer, reader, Layout.VALUE);
    }

    BuiltInCodec(
            Class<?> type,
            int head,
            BiConsumer<GraphWriter, T> writer,
            Function<GraphReader, T> reader,
            Layout layout) {
        super(type, head, false);
        this.writer = writer;
        this.reader = reader;
        this.layout = layout;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void write(GraphWriter out, Object value) {
        writer.accept(out, (T) value);
    }

    @Override
    public Object read(GraphReader in) {
        return reader.apply(in);
    }
}
