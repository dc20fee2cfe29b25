package io.tellask.codec;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.text.SafeText;

/** Constants of an enum that is known by its description only. */
final class EnumNodeCodec extends NodeCodecs.Described {
    EnumNodeCodec(ClassDescription description) {
        super(description, EnumNode.class, false);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        out.out.writeVarInt(((EnumNode) value).ordinal());
    }

    @Override
    public Object read(GraphReader in) {
        int ordinal = in.in.readVarInt();
        if (Integer.compareUnsigned(ordinal, description.fields().size()) >= 0) {
            throw in.damaged("constant=" + Integer.toUnsignedString(ordinal) + " of enum="
                    + SafeText.of(description.className()) + " is not described");
        }
        return new EnumNode(description, ordinal);
    }
}
