package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.text.SafeText;
import java.util.Objects;

/** A constant of an enum, by name. */
public final class EnumNode extends MessageNode {
    private final ClassDescription description;
    private final int ordinal;

    /**
     * A constant by its name.
     *
     * @throws IllegalArgumentException if the description lists no such constant
     */
    public EnumNode(ClassDescription description, String constant) {
        Objects.requireNonNull(constant, "constant");
        this(description, description.indexOf(constant));
        if (ordinal < 0) {
            throw new IllegalArgumentException("message node: enum=" + SafeText.of(description.className())
                    + " has no constant=" + SafeText.of(constant));
        }
    }

    EnumNode(ClassDescription description, int ordinal) {
        this.description = description;
        this.ordinal = ordinal;
    }

    public ClassDescription description() {
        return description;
    }

    @Override
    public String className() {
        return description.className();
    }

    public String constant() {
        return description.fields().get(ordinal).name();
    }

    int ordinal() {
        return ordinal;
    }

    @Override
    TypeCodec codec() {
        return description.codec();
    }
}
