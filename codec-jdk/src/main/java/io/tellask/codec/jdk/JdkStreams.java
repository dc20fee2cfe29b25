package io.tellask.codec.jdk;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.registry.JdkStreamTypes;
import io.tellask.codec.trust.Closure;
import java.io.ObjectInputFilter;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Streams of {@link java.io.ObjectOutputStream}, under the grants and limits of a codec: the way to move kept bytes to
 * it. Immutable and thread-safe.
 */
public final class JdkStreams {
    private final Codec codec;

    private JdkStreams(Codec codec) {
        this.codec = codec;
    }

    /** Streams that bring what a codec lets in. */
    public static JdkStreams of(Codec codec) {
        Objects.requireNonNull(codec, "codec");
        return new JdkStreams(codec);
    }

    /**
     * Reads the one object of a stream. Classes come in as in {@link Codec#decode(byte[], Class)}, and the hooks of
     * granted classes run.
     *
     * @throws DecodeException if the stream is damaged, holds another type or more than one object, is over a limit,
     * or names a class that is not granted
     */
    public <T> @Nullable T decode(byte[] stream, Class<T> type) {
        Objects.requireNonNull(stream, "stream");
        Objects.requireNonNull(type, "type");
        Object value = JdkStream.read(stream, typesOf(type), codec.limits());
        Closure.requireType(value, type, stream.length);
        return Closure.cast(value, type);
    }

    /**
     * A filter for one stock {@link java.io.ObjectInputStream}: it lets in what the codec and the declared types let
     * in, within the codec's limits. Hand each stream a filter of its own.
     */
    public ObjectInputFilter newFilter(Type... declared) {
        return new JdkStreamFilter(typesOf(declared), codec.limits());
    }

    private JdkStreamTypes typesOf(Type... declared) {
        return new JdkStreamTypes(codec.trustedBy(declared));
    }
}
