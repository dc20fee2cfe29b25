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

    /** Sends a value twice, since later messages of a session go a shorter way than the first; gives what came of the last. */
    public static <T> T session(Codec codec, T value, Type declared) {
        return session(codec, value, declared, 2);
    }

    @SuppressWarnings("unchecked")
    static <T> T session(Codec codec, T value, Type declared, int messages) {
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        Object decoded = null;
        for (int i = 0; i < messages; i++) {
            ByteWriter out = new ByteWriter(64);
            encoder.encode(value, declared, out);
            decoded = decoder.decode(new ByteReader(out.toByteArray()), declared);
        }
        return (T) decoded;
    }
}
