package io.tellask.codec.builtin;

import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.PartReader;
import io.tellask.codec.graph.PartWriter;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A single entry: key and value. */
final class EntryCodec extends TypeCodec implements Parts {
    private final BiFunction<Object, Object, Object> factory;

    EntryCodec(Class<?> type, int head, BiFunction<Object, Object, Object> factory) {
        super(type, head, true, true);
        this.factory = factory;
    }

    @Override
    public Layout layout() {
        return Layout.TWO_REFERENCES;
    }

    @Override
    public Parts parts() {
        return this;
    }

    @Override
    public PartWriter writer(GraphWriter out, Object value) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
        return new SequenceParts.Writer(new @Nullable Object[] {entry.getKey(), entry.getValue()}, null, true);
    }

    @Override
    public PartReader reader(GraphReader in) {
        int number = in.reserve();
        return new SequenceParts.Collected(ElementReader.references(in, 2), null, number, this::make);
    }

    private Object make(@Nullable Object[] both) {
        return factory.apply(both[0], both[1]);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
        out.writeRef(entry.getKey());
        out.writeRef(entry.getValue());
    }

    @Override
    public Object read(GraphReader in) {
        int number = in.reserve();
        @Nullable Object[] parts = {in.readRef(), in.readRef()};
        return in.build(number, parts, this::make);
    }
}
