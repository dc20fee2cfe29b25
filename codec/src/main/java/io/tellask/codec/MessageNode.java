package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.text.SafeText;

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
    MessageNode() {}

    /** The name of the class, as {@link Class#getTypeName()} spells it. */
    public abstract String className();

    /** The codec that writes this node's body. */
    abstract TypeCodec codec();

    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + SafeText.of(className());
    }
}
