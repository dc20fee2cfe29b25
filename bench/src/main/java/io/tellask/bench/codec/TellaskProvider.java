package io.tellask.bench.codec;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecBuilder;
import io.tellask.codec.MessageForm;
import io.tellask.codec.Schema;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tellask: {@code tellask} without references in a session, which is wide, {@code -compact} in the other form, {@code
 * -strict} with that schema, {@code -standalone} without a session, and each with {@code -references}.
 */
public final class TellaskProvider implements Engine.Provider {
    private static final int INITIAL_BYTES = 1 << 10;

    @Override
    public Engine open(String contender) {
        boolean references = contender.endsWith("-references");
        Schema schema = contender.contains("-strict") ? Schema.STRICT : Schema.COMPATIBLE;
        MessageForm form = contender.contains("-compact") ? MessageForm.COMPACT : MessageForm.WIDE;
        return contender.contains("-standalone")
                ? (root, types, example) ->
                        standalone(codec(references, schema, types).build(), root)
                : (root, types, example) ->
                        session(codec(references, schema, types).form(form).build(), root);
    }

    private static CodecBuilder codec(boolean references, Schema schema, List<Class<?>> types) {
        return Codec.builder()
                .allow(types.toArray(Class<?>[]::new))
                .trackReferences(references)
                .schema(schema);
    }

    /** What both ways of encoding share: a buffer that is used again, and its reader. */
    private abstract static class Buffered implements Subject {
        final ByteWriter out = new ByteWriter(INITIAL_BYTES);
        final ByteReader in = new ByteReader();

        @Override
        public final byte[] encoded() {
            return Arrays.copyOf(out.array(), out.position());
        }
    }

    /** Messages of one session: each class is described to the decoder when it is first met, and no more. */
    private static Subject session(Codec codec, Class<?> root) {
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        return new Buffered() {
            @Override
            public int encode(Object value) {
                out.clear();
                encoder.encode(value, root, out);
                return out.position();
            }

            @Override
            public @Nullable Object decode(byte[] bytes) {
                in.wrap(bytes, 0, bytes.length);
                return decoder.decode(in, root);
            }
        };
    }

    /** Messages that carry the descriptions of their classes with them. */
    private static Subject standalone(Codec codec, Class<?> root) {
        return new Buffered() {
            @Override
            public int encode(Object value) {
                out.clear();
                codec.encode(value, out);
                return out.position();
            }

            @Override
            public @Nullable Object decode(byte[] bytes) {
                in.wrap(bytes, 0, bytes.length);
                return codec.decode(in, root);
            }
        };
    }
}
