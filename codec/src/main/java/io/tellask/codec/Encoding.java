package io.tellask.codec;

import io.tellask.codec.trust.Closure;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way to turn object graphs into bytes and back. A {@link Codec} is the compact one; others, readable without the
 * classes, are made from a codec and trust the classes that it trusts. Implementations are immutable and thread-safe.
 */
public interface Encoding {
    /** The media type of the bytes, such as {@code application/json}. */
    String mediaType();

    /**
     * Encodes a value for a reader that expects {@code declared}; the closure of the declared type is admitted.
     *
     * @throws EncodeException if a class is not granted or cannot be encoded, or a limit is passed
     */
    byte[] encode(@Nullable Object value, Type declared);

    /**
     * Decodes all of {@code bytes} into an object of the declared type, whose closure is admitted besides the grants.
     *
     * @throws DecodeException if the bytes are damaged, hold another type, are over a limit, or name a class that is
     * not granted
     */
    @Nullable
    Object decode(byte[] bytes, Type declared);

    /**
     * Appends a value to {@code out}, for a reader that expects {@code declared}. References to actors get the numbers
     * that {@link ByteWriter#references()} gives, and are refused where it gives none. Where it does, the value is for
     * another process, and exceptions have no stack traces. On failure {@code out} is as before.
     *
     * @throws EncodeException as {@link #encode(Object, Type)}
     */
    void encode(@Nullable Object value, Type declared, ByteWriter out);

    /**
     * Decodes all that remains of {@code in}, as far as {@code budget} grants the heap that it takes. References to
     * actors are what {@link ByteReader#references()} says of their numbers.
     *
     * @throws DecodeException as {@link #decode(byte[], Type)}, and where the budget grants no more
     */
    @Nullable
    Object decode(ByteReader in, Type declared, HeapBudget budget);

    /**
     * Encodes a value for a reader that expects its own class. A reader that expects an interface or a superclass of it takes it only where it
     * is granted: {@link #encode(Object, Type)} with that type refuses here what such a reader would refuse.
     *
     * @throws EncodeException if a class is not granted or cannot be encoded, or a limit is passed
     */
    default byte[] encode(@Nullable Object value) {
        return encode(value, value == null ? Object.class : value.getClass());
    }

    /**
     * Encodes a value for a reader that expects a generic type, such as {@code new TypeOf<List<Line>>() {}}.
     *
     * @throws EncodeException if a class is not granted or cannot be encoded, or a limit is passed
     */
    default byte[] encode(@Nullable Object value, TypeOf<?> declared) {
        return encode(value, declared.type());
    }

    /**
     * Decodes all of {@code bytes} into an object of a generic type.
     *
     * @throws DecodeException if the bytes are damaged, hold another type, are over a limit, or name a class that is
     * not granted
     */
    @SuppressWarnings("unchecked")
    default <T> @Nullable T decode(byte[] bytes, TypeOf<T> declared) {
        return (T) decode(bytes, declared.type());
    }

    /** Decodes all of {@code bytes} into an object of {@code type}. */
    default <T> @Nullable T decode(byte[] bytes, Class<T> type) {
        Objects.requireNonNull(type, "type");
        return Closure.cast(decode(bytes, (Type) type), type);
    }
}
