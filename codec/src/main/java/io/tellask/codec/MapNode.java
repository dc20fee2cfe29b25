package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.node.NodeCodecs;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A map of the JDK: keys and values at the same index of two lists, in the order in which the map gave them. */
public final class MapNode extends MessageNode {
    private final NodeCodecs.Entries codec;
    private final @Nullable TypeName keyType;
    private final SortOrder order;
    private @Nullable Object comparator;
    private final List<@Nullable Object> keys = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();

    MapNode(NodeCodecs.Entries codec, SortOrder order, @Nullable TypeName keyType) {
        this.codec = codec;
        this.order = order;
        this.keyType = keyType;
    }

    /**
     * An empty one of a built-in class, in natural order if it is sorted.
     *
     * @throws IllegalArgumentException if the class is no built-in map, or is an enum map
     */
    public static MapNode of(Class<?> type) {
        return new MapNode(NodeCodecs.entries(type, false), SortOrder.NATURAL, null);
    }

    /** An empty enum map. */
    public static MapNode enumMapOf(TypeName keys) {
        Objects.requireNonNull(keys, "keys");
        return new MapNode(NodeCodecs.entries(java.util.EnumMap.class, true), SortOrder.NATURAL, keys);
    }

    /** This one, still empty, in another order. */
    public MapNode inOrder(SortOrder newOrder) {
        Objects.requireNonNull(newOrder, "newOrder");
        return new MapNode(codec, newOrder, keyType);
    }

    @Override
    public String className() {
        return codec.type.getTypeName();
    }

    /** The built-in class. */
    public Class<?> type() {
        return codec.type;
    }

    /** The enum of an enum map; null for others. */
    public @Nullable TypeName keyType() {
        return keyType;
    }

    public SortOrder order() {
        return order;
    }

    /** What compares where the order is {@link SortOrder#COMPARATOR}: a node or an immutable value; else null. */
    public @Nullable Object comparator() {
        return comparator;
    }

    /** Sets what compares in a node that is {@linkplain #inOrder in order} of a comparator. */
    public MapNode comparedBy(@Nullable Object newComparator) {
        comparator = newComparator;
        return this;
    }

    public int size() {
        return keys.size();
    }

    public @Nullable Object key(int index) {
        return keys.get(index);
    }

    public @Nullable Object value(int index) {
        return values.get(index);
    }

    /** Adds an entry; whether its key is there already is not looked at. */
    public void add(@Nullable Object key, @Nullable Object value) {
        keys.add(key);
        values.add(value);
    }

    /** The keys themselves, as long as the values. */
    public List<@Nullable Object> keys() {
        return keys;
    }

    /** The values themselves, as long as the keys. */
    public List<@Nullable Object> values() {
        return values;
    }

    @Override
    TypeCodec codec() {
        return codec;
    }
}
