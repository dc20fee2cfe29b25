package io.tellask.struct;

import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.CodecBuilder;
import io.tellask.codec.CustomCodec;
import java.util.Objects;

/**
 * Structs as parts of messages of {@code tellask-codec}: arguments, results and stream items of contracts, values of maps, fields of other objects. The
 * bytes are copied as they lie, with the digest of their layout before them; no field is encoded. What is read is a view over bytes of its own. Thread-safe.
 *
 * @param <T> interface of the structs, annotated with {@link Struct}
 */
public final class StructCodec<T> implements CustomCodec<T> {
    private final StructBytes<T> form;

    private StructCodec(StructBytes<T> form) {
        this.form = form;
    }

    /**
     * Has a codec take these structs, under the names of their interfaces.
     *
     * @throws StructTypeException if one is no struct, or is not annotated with {@link Struct}, by which contracts know that it is passed by value
     */
    public static CodecBuilder addTo(CodecBuilder builder, Class<?>... structs) {
        Objects.requireNonNull(builder, "builder");
        for (Class<?> each : Objects.requireNonNull(structs, "structs")) {
            add(builder, each);
        }
        return builder;
    }

    private static <T> void add(CodecBuilder builder, Class<T> struct) {
        StructType<T> type = StructType.of(struct);
        if (!struct.isAnnotationPresent(Struct.class)) {
            throw new StructTypeException("struct: type=" + struct.getName()
                    + " is not annotated, so that contracts would pass references to it; annotate it with @Struct");
        }
        builder.customTree(struct, struct.getName(), new StructCodec<>(StructBytes.of(type)));
    }

    @Override
    public void write(T value, BodyWriter out) {
        out.writeBytes(form.copy(value));
    }

    @Override
    public T read(BodyReader in) {
        byte[] bytes = in.readBytes();
        if (bytes == null) {
            throw new StructLayoutException("struct: bytes=null, limit=" + form.totalBytes()
                    + "; read what StructCodec of the same interface has written");
        }
        return form.view(bytes);
    }
}
