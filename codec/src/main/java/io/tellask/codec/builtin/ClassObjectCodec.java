package io.tellask.codec.builtin;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.trust.Grants;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code Class} objects, where the builder allowed them, by their name as {@link Class#getTypeName} spells it:
 * primitives, what is built in, what is granted, and arrays of those. No class is initialised for being named.
 */
public final class ClassObjectCodec extends TypeCodec {
    private static final int MAX_DIMENSIONS = 200;
    private static final String ARRAY = "[]";
    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    short.class,
                    char.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    void.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type));

    public static final TypeCodec ONLY = new ClassObjectCodec();

    private ClassObjectCodec() {
        super(Class.class, HeadNumbers.extended(42), false);
    }

    /** The codec, or one that refuses. */
    public static TypeCodec of(Grants grants) {
        return grants.classObjects ? ONLY : refused();
    }

    private static RefusedCodec refused() {
        return new RefusedCodec(
                Class.class,
                "class=java.lang.Class stands for something of this process; allow class objects with"
                        + " Codec.builder().allowClasses(), or send a name");
    }

    @Override
    public Layout layout() {
        return Layout.ONE_REFERENCE;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        Class<?> named = (Class<?>) value;
        int dimensions = 0;
        for (; named.isArray(); named = named.componentType()) {
            dimensions++;
        }
        if (!named.isPrimitive() && !BuiltIns.contains(named)) {
            if (named.isHidden()) {
                throw new EncodeException("encode: class object of hidden class=" + named.getName()
                        + ", which only this process knows; send a name");
            }
            out.admission().requireGranted(named.getName(), "class object of ");
        }
        out.writeRef(named.getName() + ARRAY.repeat(dimensions));
    }

    @Override
    public Object read(GraphReader in) {
        if (!in.table.grants().classObjects) {
            throw new DecodeException("decode: a class object, offset=" + in.in.offset()
                    + ", and class objects are not allowed; allow them with Codec.builder().allowClasses()");
        }
        if (!(in.readRef() instanceof String name)) {
            throw in.damaged("class object without a name");
        }
        int end = name.length();
        int dimensions = 0;
        for (; name.startsWith(ARRAY, end - ARRAY.length()); end -= ARRAY.length()) {
            dimensions++;
        }
        Class<?> type = resolve(in, name.substring(0, end));
        if (dimensions > MAX_DIMENSIONS || dimensions > 0 && type == void.class) {
            throw in.damaged("array dimensions=" + dimensions + " of class=" + type.getName());
        }
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }

    private static Class<?> resolve(GraphReader in, String name) {
        Class<?> known = PRIMITIVES.get(name);
        if (known == null) {
            known = builtIn(name);
        }
        return known != null ? known : in.admission().resolve(name, in.in.offset());
    }

    private static @Nullable Class<?> builtIn(String name) {
        Class<?> known = BuiltIns.named(name);
        return known == null || known.isArray() ? null : known;
    }
}
