package io.tellask.bench.codec;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Messages that carry the descriptions of their classes with them. */
final class TellaskStandalone implements Subject {
    private static final int INITIAL_BYTES = 1 << 10;

    private final Codec codec;
    private final Class<?> root;
    private final ByteWriter out = new ByteWriter(INITIAL_BYTES);
    private final ByteReader in = new ByteReader();

    TellaskStandalone(Codec codec, Class<?> root) {
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
