package io.tellask.bench.codec;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.Schema;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tellask: {@code tellask} without references in a session, {@code -strict} with that schema, {@code -standalone} without a session, and each
 * with {@code -references}.
 */
public final class TellaskProvider implements Engine.Provider {
    private static final int INITIAL_BYTES = 1 << 10;

    @Override
    public Engine open(String contender) {
        boolean references = contender.endsWith("-references");
        Schema schema = contender.contains("-strict") ? Schema.STRICT : Schema.COMPATIBLE;
        return contender.contains("-standalone")
                ? (root, types, example) -> new Standalone(codec(references, schema, types), root)
                : (root, types, example) -> new Session(codec(references, schema, types), root);
    }

    private static Codec codec(boolean references, Schema schema, List<Class<?>> types) {
        return Codec.builder()
                .allow(types.toArray(Class<?>[]::new))
                .trackReferences(references)
                .schema(schema)
                .build();
    }

    /** Messages of one session: each class is described to the decoder when it is first met, and no more. */
    private static final class Session implements Subject {
        private final ScopedEncoder encoder;
        private final ScopedDecoder decoder;
        private final Class<?> root;
        private final ByteWriter out = new ByteWriter(INITIAL_BYTES);
        private final ByteReader in = new ByteReader();

        Session(Codec codec, Class<?> root) {
            this.root = root;
            this.decoder = codec.newScopedDecoder();
            this.encoder = codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        }

        @Override
        public int encode(Object value) {
            out.clear();
            encoder.encode(value, root, out);
            return out.position();
        }

        @Override
        public byte[] encoded() {
            return Arrays.copyOf(out.array(), out.position());
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            in.wrap(bytes, 0, bytes.length);
            return decoder.decode(in, root);
        }
    }

    /** Messages that carry the descriptions of their classes with them. */
    private static final class Standalone implements Subject {
        private final Codec codec;
        private final Class<?> root;
        private final ByteWriter out = new ByteWriter(INITIAL_BYTES);
        private final ByteReader in = new ByteReader();

        Standalone(Codec codec, Class<?> root) {
            this.codec = codec;
            this.root = root;
        }

        @Override
        public int encode(Object value) {
            out.clear();
            codec.encode(value, out);
            return out.position();
        }

        @Override
        public byte[] encoded() {
            return Arrays.copyOf(out.array(), out.position());
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            in.wrap(bytes, 0, bytes.length);
            return codec.decode(in, root);
        }
    }
}
