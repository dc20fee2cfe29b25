package io.tellask.codec.object;

import io.tellask.codec.graph.FormCodecs;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.ClassShape;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a class or record that has generated code, one hidden class for each form of messages, made when a message
 * first needs it: a process that has sessions only generates no code for what is kept.
 */
final class ClassCodec extends ObjectCodec {
    private final FormCodecs generated;

    ClassCodec(ClassShape shape, int ordinal, TypeRegistry table) {
        super(shape, ordinal);
        generated = new FormCodecs(wide -> CodecGenerator.generate(shape, ordinal, table, wide));
    }

    @Override
    public TypeCodec inForm(boolean wide) {
        return generated.of(wide);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        inForm(out.isWide()).write(out, value);
    }

    @Override
    public @Nullable Object read(GraphReader in) {
        return inForm(in.wide).read(in);
    }
}
