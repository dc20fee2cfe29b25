package io.tellask.codec;

import io.tellask.codec.bytes.RepeatedStrings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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

    /**
     * Streams a value in parts that are sent at every chance, and reads it byte by byte through the smallest window; then
     * without its classes.
     */
    @SuppressWarnings("unchecked")
    public static <T> T parts(Codec codec, T value, Type declared) {
        byte[] bytes = partsOf(codec, value, declared);
        GraphInput in = open(codec, bytes);
        try {
            T decoded = (T) in.read(declared);
            if (in.hasNext()) {
                throw new AssertionError("more than one graph");
            }
            open(codec, bytes).describe();
            return decoded;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A stream with one graph, in as many parts as it can have. */
    static byte[] partsOf(Codec codec, Object value, Type declared) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (GraphOutput out = new GraphOutput(codec, stream, 0, 1)) {
            out.write(value, declared);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return stream.toByteArray();
    }

    static GraphInput open(Codec codec, byte[] stream) {
        boolean repeats = !codec.tracksReferences() && !codec.isWide(false);
        int kept = repeats ? RepeatedStrings.MOST_DISTANCE_IN_PARTS + 16 : 0;
        InputStream slow = new ByteArrayInputStream(stream) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(1, length));
            }
        };
        return new GraphInput(codec, slow, source -> new Window(source, 1, kept));
    }
}
