package io.tellask.bench.codec;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Messages of one session: each class is described to the decoder when it is first met, and no more. */
final class TellaskSession implements Subject {
    private static final int INITIAL_BYTES = 1 << 10;

    private final ScopedEncoder encoder;
    private final ScopedDecoder decoder;
    private final Class<?> root;
    private final ByteWriter out = new ByteWriter(INITIAL_BYTES);
    private final ByteReader in = new ByteReader();

    TellaskSession(Codec codec, Class<?> root) {
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
