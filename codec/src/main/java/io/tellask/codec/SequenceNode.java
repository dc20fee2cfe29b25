package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.node.NodeCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list, set, queue or array of objects, or one of the small holders: an optional or atomic reference has one
 * element, an entry of a map two, key and value.
 */
public final class SequenceNode extends MessageNode {
    private final NodeCodecs.Sequence codec;
    private final @Nullable TypeName component;
    private final SortOrder order;
    private @Nullable Object comparator;
    private final List<@Nullable Object> elements = new ArrayList<>();

    SequenceNode(NodeCodecs.Sequence codec, SortOrder order, @Nullable TypeName component) {
        this.codec = codec;
        this.order = order;
        this.component = component;
    }

    /**
     * An empty one of a built-in class, in natural order if it is sorted.
     *
     * @throws IllegalArgumentException if the class is no built-in sequence, or needs its component's type
     */
    public static SequenceNode of(Class<?> type) {
        return new SequenceNode(NodeCodecs.sequence(type, false), SortOrder.NATURAL, null);
    }

    /** Whether the class is a built-in holder of a fixed number of references, such as a view of a collection. */
    public static boolean isHolder(Class<?> type) {
        return NodeCodecs.isHolder(type);
    }

    /** An empty array of references. */
    public static SequenceNode arrayOf(TypeName component) {
        Objects.requireNonNull(component, "component");
        return new SequenceNode(NodeCodecs.arrays(), SortOrder.NATURAL, component);
    }

    /** An empty enum set. */
    public static SequenceNode enumSetOf(TypeName constants) {
        Objects.requireNonNull(constants, "constants");
        return new SequenceNode(NodeCodecs.enumSets(), SortOrder.NATURAL, constants);
    }

    /** This one, still empty, in another order. */
    public SequenceNode inOrder(SortOrder newOrder) {
        Objects.requireNonNull(newOrder, "newOrder");
        return new SequenceNode(codec, newOrder, component);
    }

    @Override
    public String className() {
        return component != null && codec.type.isArray() ? component.name() + "[]" : codec.type.getTypeName();
    }

    /** The built-in class, or that of any array of objects. */
    public Class<?> type() {
        return codec.type;
    }

    /** The type of an array's components or of an enum set's constants; null for others. */
    public @Nullable TypeName component() {
        return component;
    }

    public SortOrder order() {
        return order;
    }

    /** What compares where the order is {@link SortOrder#COMPARATOR}: a node or an immutable value; else null. */
    public @Nullable Object comparator() {
        return comparator;
    }

    /** Sets what compares in a node that is {@linkplain #inOrder in order} of a comparator. */
    public SequenceNode comparedBy(@Nullable Object newComparator) {
        comparator = newComparator;
        return this;
    }

    /** The elements themselves: null, immutable values of the JDK, and nodes. */
    public List<@Nullable Object> elements() {
        return elements;
    }

    @Override
    TypeCodec codec() {
        return codec;
    }
}
