package io.tellask.codec;

import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.node.NodeCodecs;

/** A class that is only named: the component of an array, the constants of an enum set. Immutable. */
public final class TypeName {
    private static final int MAX_DIMENSIONS = 200;

    private final TypeCodec codec;
    private final int dimensions;

    TypeName(TypeCodec codec, int dimensions) {
        this.codec = codec;
        this.dimensions = dimensions;
    }

    static TypeName read(GraphReader in) {
        int dimensions = 0;
        int head = in.in.readVarInt();
        while (head == HeadNumbers.ARRAY) {
            if (++dimensions > MAX_DIMENSIONS) {
                throw in.damaged("array dimensions=" + dimensions + " > " + MAX_DIMENSIONS);
            }
            head = in.in.readVarInt();
        }
        if (head == HeadNumbers.NULL || head == HeadNumbers.BACK_REFERENCE) {
            throw in.damaged("head=" + head + " names no class");
        }
        return new TypeName(in.heads.codecOf(head), dimensions);
    }

    /** What names a class that is known here. */
    static TypeName of(Class<?> type, TypeRegistry table) {
        if (type.isArray() && table.codecOf(type).head == HeadNumbers.ARRAY) {
            TypeName component = of(type.componentType(), table);
            return new TypeName(component.codec, component.dimensions + 1);
        }
        TypeCodec local = table.typeOf(type);
        return new TypeName(
                local instanceof DescribedCodec described
                        ? ClassDescription.of(described.descriptor).codec()
                        : local,
                0);
    }

    void write(GraphWriter out) {
        for (int i = 0; i < dimensions; i++) {
            out.out.writeByte(HeadNumbers.ARRAY);
        }
        out.writeHead(codec);
    }

    /** As {@link Class#getTypeName()} spells it. */
    public String name() {
        String name = codec instanceof NodeCodecs.Described described
                ? described.description.className()
                : codec.type.getTypeName();
        return name + "[]".repeat(dimensions);
    }

    @Override
    public String toString() {
        return name();
    }
}
