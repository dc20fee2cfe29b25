package io.tellask.codec.builtin;

import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Objects that are built of one or two references: optionals and single entries. */
final class HolderCodec<T> extends PartsCodec {
    private final Function<T, @Nullable Object[]> parts;
    private final Function<@Nullable Object[], Object> factory;

    HolderCodec(
            Class<?> type,
            int head,
            boolean tracked,
            Layout layout,
            Function<T, @Nullable Object[]> parts,
            Function<@Nullable Object[], Object> factory) {
        super(type, head, tracked, tracked, layout);
        this.parts = parts;
        this.factory = factory;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Parts.Writer writer(GraphWriter out, Object value) {
        return new SequenceParts.Writer(parts.apply((T) value), null, true);
    }

    @Override
    public Parts.Reader reader(GraphReader in) {
        int number = tracked ? in.reserve() : -1;
        return new SequenceParts.Collected(ElementReader.references(in, layout.parts()), null, number, factory);
    }
}
