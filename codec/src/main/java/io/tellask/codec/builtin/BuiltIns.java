package io.tellask.codec.builtin;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.TypeCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The types that every codec knows by a fixed number: they need no descriptor and no grant.
 *
 * <p>Numbers below {@link HeadNumbers#FIRST_DESCRIBED} are heads of one byte. Each type keeps its number; {@code
 * docs/CODEC_FORMAT.md} lists them.
 */
public final class BuiltIns {
    private static final int EXTENDED_COUNT = 64;
    public static final @Nullable TypeCodec[] BY_HEAD = new TypeCodec[HeadNumbers.EXTENDED_BASE + EXTENDED_COUNT];
    private static final Map<Class<?>, TypeCodec> BY_CLASS = new HashMap<>();
    private static final Map<String, Class<?>> BY_NAME = new HashMap<>();

    static {
        add(List.of(new StringCodec()), List.of());
        ArrayCodecs.addTo(BuiltIns::add);
        CollectionCodecs.addTo(BuiltIns::add);
        MapCodecs.addTo(BuiltIns::add);
        WrapperCodecs.addTo(BuiltIns::add);
        ValueCodecs.addTo(BuiltIns::add);
        TimeCodecs.addTo(BuiltIns::add);
        addHeads(LambdaCodec.READER, ProxyCodec.READER, ClassObjectCodec.ONLY, PassedReferenceCodec.READER);
        BY_CLASS.keySet().forEach(type -> BY_NAME.put(type.getTypeName(), type));
    }

    private BuiltIns() {}

    private static void add(List<TypeCodec> codecs, List<Class<?>> aliases) {
        for (TypeCodec codec : codecs) {
            if (BY_HEAD[codec.head] != null) {
                throw new AssertionError(
                        "head=" + codec.head + " taken by " + BY_HEAD[codec.head].type + " and " + codec.type);
            }
            BY_HEAD[codec.head] = codec;
            BY_CLASS.put(codec.type, codec);
        }
        for (Class<?> alias : aliases) {
            BY_CLASS.put(alias, codecs.getLast());
        }
    }

    /** Adds what is read by a number of its own and yet is no built-in class, which would need no grant. */
    private static void addHeads(TypeCodec... codecs) {
        for (TypeCodec codec : codecs) {
            BY_HEAD[codec.head] = codec;
        }
    }

    /** The built-in codec of exactly this class, or null. */
    public static @Nullable TypeCodec of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    /** The built-in class of a name as {@link Class#getTypeName} spells it, or null. */
    public static @Nullable Class<?> named(String typeName) {
        return BY_NAME.get(typeName);
    }

    public static boolean contains(Class<?> type) {
        return BY_CLASS.containsKey(type);
    }

    /** A table by head, each codec replaced. */
    public static @Nullable TypeCodec[] mapped(UnaryOperator<TypeCodec> replacement) {
        @Nullable TypeCodec[] mapped = new TypeCodec[BY_HEAD.length];
        for (TypeCodec codec : BY_HEAD) {
            if (codec != null) {
                mapped[codec.head] = replacement.apply(codec);
            }
        }
        return mapped;
    }

    /** Takes codecs; classes in {@code aliases} are written by the last of them. */
    interface Registry {
        void add(List<TypeCodec> codecs, List<Class<?>> aliases);

        default void add(TypeCodec... codecs) {
            add(List.of(codecs), List.of());
        }
    }

    private static final class StringCodec extends TypeCodec {
        StringCodec() {
            super(String.class, HeadNumbers.STRING, true);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            out.strings.writeChars((String) value);
        }

        @Override
        public Object read(GraphReader in) {
            return in.strings.readChars(in.in.readVarInt());
        }
    }
}
