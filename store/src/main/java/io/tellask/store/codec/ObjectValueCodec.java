package io.tellask.store.codec;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.store.StoreException;
import io.tellask.store.shard.Shard;
import io.tellask.text.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Objects through the {@link Codec}. The schema of each class is kept once, in the shard's own log, so that a value written by an older class
 * is read back through the schema it was written with. Thread-safe.
 */
public final class ObjectValueCodec<V> implements ValueCodec<V> {
    private static final int INITIAL_BYTES = 256;
    private static final int KEPT_BYTES = 64 << 10;

    /** Taken out while it is used, since encoding may run code of the user that encodes again. */
    private static final ThreadLocal<@Nullable ByteWriter> WRITER = new ThreadLocal<>();

    private final Class<V> type;
    private final String map;
    private final ScopedEncoder encoder;
    private final ScopedDecoder decoder;

    ObjectValueCodec(Class<V> type, Codec codec, Shard shard) {
        this.type = type;
        map = SafeText.of(
                String.valueOf(shard.directory().toAbsolutePath().normalize().getFileName()));
        encoder = codec.newStoreEncoder(shard.writer()::appendSchema);
        decoder = codec.newStoreDecoder(shard.schemas()::descriptor);
    }

    @Override
    public boolean encode(V value, Sink sink) {
        ByteWriter writer = WRITER.get();
        WRITER.set(null);
        if (writer == null || writer.array().length > KEPT_BYTES) {
            writer = new ByteWriter(INITIAL_BYTES);
        }
        writer.clear();
        try {
            encoder.encode(Objects.requireNonNull(value, "value"), type, writer);
        } catch (EncodeException e) {
            throw e.getCause() instanceof StoreException unkept ? unkept : e; // of a schema that could not be appended
        }
        boolean taken = sink.accept(writer.array(), 0, writer.position());
        WRITER.set(writer);
        return taken;
    }

    @Override
    public V decode(byte[] array, int offset, int length) {
        ByteReader in = new ByteReader();
        in.wrap(array, offset, length);
        return Objects.requireNonNull(type.cast(decoder.decode(in, type)), "stored value");
    }

    @Override
    public DecodeException unreadable(String key, DecodeException failure) {
        return new DecodeException(
                "store: map=" + map + ", key=" + key + " has a value that cannot be decoded, reason="
                        + failure.getMessage(),
                failure,
                failure.path(),
                failure.className());
    }
}
