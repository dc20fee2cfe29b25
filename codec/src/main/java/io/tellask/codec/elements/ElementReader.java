package io.tellask.codec.elements;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.TypeCodec;
import org.jspecify.annotations.Nullable;

/** Reads the elements of a collection one by one, whatever their shape. Not thread-safe. */
public final class ElementReader {
    public final int count;

    private final GraphReader in;
    private final int shape;
    private final @Nullable TypeCodec uniform;
    private final @Nullable PackedStrings packed;

    private ElementReader(GraphReader in, int count, int shape) {
        this.in = in;
        this.count = count;
        this.shape = shape;
        uniform = shape == Elements.UNIFORM ? in.heads.readElementHead() : null;
        packed = shape == Elements.PACKED ? PackedStrings.open(in, count) : null;
    }

    /** Reads count and shape; the count is checked against what remains and the budget. */
    public static ElementReader open(GraphReader in) {
        int count = in.readShaped(1);
        return new ElementReader(in, count, in.shape());
    }

    /** References, without a shape of their own. */
    public static ElementReader references(GraphReader in, int count) {
        return new ElementReader(in, count, Elements.MIXED);
    }

    /** String slots, without a shape of their own. */
    public static ElementReader strings(GraphReader in, int count) {
        return new ElementReader(in, count, Elements.STRINGS);
    }

    /** The codec of all elements where they have one head before them, else null. */
    @Nullable
    TypeCodec uniform() {
        return uniform;
    }

    /** Whether all elements are strings or null. */
    boolean areStrings() {
        return shape == Elements.STRINGS || shape == Elements.PACKED;
    }

    /** The next element; called at most {@link #count} times. */
    public @Nullable Object next() {
        return switch (shape) {
            case Elements.STRINGS -> in.strings.readString();
            case Elements.PACKED -> packed == null ? null : packed.next(in);
            default -> uniform == null ? in.readRef() : in.readBody(uniform);
        };
    }
}
