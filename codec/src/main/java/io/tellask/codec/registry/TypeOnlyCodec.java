package io.tellask.codec.registry;

import io.tellask.codec.EncodeException;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import java.util.List;

/** An interface or abstract class, which arrays name as their component; no object has it as its class. */
final class TypeOnlyCodec extends DescribedCodec {
    TypeOnlyCodec(Class<?> type, int ordinal) {
        super(type, false, false, new Descriptor(Descriptor.TYPE, type.getName(), List.of()), ordinal);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        throw new EncodeException("encode: class=" + type.getName() + " is abstract");
    }

    @Override
    public Object read(GraphReader in) {
        throw in.damaged("class=" + type.getName() + " has no objects of its own");
    }

    @Override
    public TypeCodec converter(Descriptor remote, TypeRegistry table) {
        return this;
    }
}
