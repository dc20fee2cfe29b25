package io.tellask.codec;

import java.lang.reflect.Type;

/** Sends values through the ways that a codec has. */
public final class RoundTrips {
    private RoundTrips() {}

    /** Encodes and decodes; the declared type is the class of the value, or Object for types of the JDK. */
    @SuppressWarnings("unchecked")
    public static <T> T standalone(Codec codec, T value) {
        Class<?> declared = value.getClass().getName().startsWith("java") ? Object.class : value.getClass();
        return (T) codec.decode(codec.encode(value), (Class<Object>) declared);
    }

    @SuppressWarnings("unchecked")
    public static <T> T session(Codec codec, T value, Type declared) {
        ScopedDecoder decoder = codec.newScopedDecoder();
        ByteWriter out = new ByteWriter(64);
        codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)))
                .encode(value, declared, out);
        return (T) decoder.decode(new ByteReader(out.toByteArray()), declared);
    }
}
