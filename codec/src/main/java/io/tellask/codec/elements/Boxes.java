package io.tellask.codec.elements;

import org.jspecify.annotations.Nullable;

/** Boxed values that are other objects than those which stand for their values everywhere. */
public final class Boxes {
    private Boxes() {}

    /** A box of the same value with an identity of its own; any other object itself. */
    @SuppressWarnings({"removal", "BoxedPrimitiveConstructor"})
    public static @Nullable Object distinct(@Nullable Object value) {
        return switch (value) {
            case Boolean it -> new Boolean(it);
            case Byte it -> new Byte(it);
            case Short it -> new Short(it);
            case Character it -> new Character(it);
            case Integer it -> new Integer(it);
            case Long it -> new Long(it);
            case Float it -> new Float(it);
            case Double it -> new Double(it);
            case null, default -> value;
        };
    }
}
