package io.tellask.codec.node;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.EnumNode;
import io.tellask.codec.graph.DescriptorKey;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.text.SafeText;

/** Constants of an enum that is known by its description only. */
public final class EnumNodeCodec extends NodeCodecs.Described {
    public EnumNodeCodec(ClassDescription description, DescriptorKey key) {
        super(description, key, EnumNode.class, false);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        out.out.writeVarInt(NodeAccess.nodes().ordinalOf((EnumNode) value));
    }

    @Override
    public Object read(GraphReader in) {
        int ordinal = in.in.readVarInt();
        if (Integer.compareUnsigned(ordinal, description.fields().size()) >= 0) {
            throw in.damaged("constant=" + Integer.toUnsignedString(ordinal) + " of enum="
                    + SafeText.of(description.className()) + " is not described");
        }
        return NodeAccess.nodes().constant(description, ordinal);
    }
}
