package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.node.NodeCodecs;

/** A mutable value of the JDK without references, such as an array of numbers or a date: shared, it stays shared. */
public final class ValueNode extends MessageNode {
    private final TypeCodec codec;
    private final Object value;

    /**
     * Holds {@code value} itself.
     *
     * @throws IllegalArgumentException if its class is not built in, holds references, or is immutable and needs no
     * node
     */
    public ValueNode(Object value) {
        this(NodeCodecs.ofValue(value), value);
    }

    ValueNode(TypeCodec codec, Object value) {
        this.codec = codec;
        this.value = value;
    }

    /** The value itself where it is immutable, else a node that holds it. */
    public static Object wrapped(Object value) {
        return NodeCodecs.isPlain(value) ? value : new ValueNode(value);
    }

    public Object value() {
        return value;
    }

    @Override
    public String className() {
        return value.getClass().getTypeName();
    }

    @Override
    TypeCodec codec() {
        return codec;
    }
}
