package io.tellask.codec;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.node.NodeAccess;
import io.tellask.codec.node.NodeCodecs;
import io.tellask.codec.schema.Descriptor;
import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * An object of a message that was read without its classes: what {@link Codec#describe} gives.
 *
 * <p>A value of such a message is null, an immutable value of the JDK (a string, a number, a time and the like) as it
 * is, or a node. Two places that refer to one object hold one node, so that nodes have the identity, and the cycles, of
 * the graph that was written. A node encodes as what it describes: {@link Codec#encode(Object)} takes it back.
 *
 * <p>Mutable and not thread-safe.
 */
public abstract sealed class MessageNode permits ObjectNode, EnumNode, SequenceNode, MapNode, ValueNode {
    static {
        NodeAccess.install(new Access());
    }

    MessageNode() {}

    /** The name of the class, as {@link Class#getTypeName()} spells it. */
    public abstract String className();

    /** The codec that writes this node's body. */
    abstract TypeCodec codec();

    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + SafeText.of(className());
    }

    /** How the codecs of nodes make and fill them. */
    private static final class Access extends NodeAccess {
        @Override
        public TypeCodec codecOf(MessageNode node) {
            return node.codec();
        }

        @Override
        public SequenceNode sequence(NodeCodecs.Sequence codec, SortOrder order, @Nullable TypeName component) {
            return new SequenceNode(codec, order, component);
        }

        @Override
        public MapNode map(NodeCodecs.Entries codec, SortOrder order, @Nullable TypeName keyType) {
            return new MapNode(codec, order, keyType);
        }

        @Override
        public ValueNode value(TypeCodec codec, Object value) {
            return new ValueNode(codec, value);
        }

        @Override
        public EnumNode constant(ClassDescription description, int ordinal) {
            return new EnumNode(description, ordinal);
        }

        @Override
        public int ordinalOf(EnumNode node) {
            return node.ordinal();
        }

        @Override
        public void store(ObjectNode node, int field, @Nullable Object value) {
            node.store(field, value);
        }

        @Override
        public TypeName name(TypeCodec codec) {
            return new TypeName(codec, 0);
        }

        @Override
        public TypeName readName(GraphReader in) {
            return TypeName.read(in);
        }

        @Override
        public void write(TypeName name, GraphWriter out) {
            name.write(out);
        }

        @Override
        public ClassDescription describe(Descriptor descriptor) {
            return ClassDescription.of(descriptor);
        }

        @Override
        public TypeCodec codecOf(ClassDescription description) {
            return description.codec();
        }
    }
}
