package io.tellask.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;

/**
 * A generic type that code can write down, such as {@code new TypeOf<List<Line>>() {}}: the braces make a class, which
 * keeps its type arguments. Each use of the expression is the same type. Immutable and thread-safe.
 *
 * {@snippet :
 * TypeOf<List<Line>> lines = new TypeOf<>() {};
 * byte[] bytes = codec.encode(order.lines, lines.type());
 * List<Line> back = codec.decode(bytes, lines);
 * }
 */
public abstract class TypeOf<T> {
    private final Type type;

    /**
     * Keeps the type argument of the class that extends this one directly.
     *
     * @throws IllegalStateException if it has none, or one that is only known where it is called, such as {@code T}
     */
    protected TypeOf() {
        Type written = getClass().getSuperclass() == TypeOf.class
                        && getClass().getGenericSuperclass() instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[0]
                : null;
        if (written == null || written instanceof TypeVariable) {
            throw new IllegalStateException("type of: class=" + getClass().getName()
                    + " names no type; write it down, as in new TypeOf<List<Line>>() {}");
        }
        type = written;
    }

    /** The type as the methods of {@link Encoding} take it. */
    public final Type type() {
        return type;
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }
}
