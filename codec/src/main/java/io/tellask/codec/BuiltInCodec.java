package io.tellask.codec;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** A value of the JDK that is written through its public API and whose identity does not matter. */
final class BuiltInCodec<T> extends TypeCodec {
    private final BiConsumer<GraphWriter, T> writer;
    private final Function<GraphReader, T> reader;

    BuiltInCodec(Class<?> type, int head, BiConsumer<GraphWriter, T> writer, Function<GraphReader, T> reader) {
        super(type, head, false);
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    @SuppressWarnings("unchecked")
    void write(GraphWriter out, Object value) {
        writer.accept(out, (T) value);
    }

    @Override
    Object read(GraphReader in) {
        return reader.apply(in);
    }
}
