package io.tellask.codec;

import io.tellask.codec.schema.Descriptor;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the messages of one session or one store: the counterpart of {@link ScopedEncoder}. Thread-safe; a
 * descriptor is learned before the first message that uses it.
 */
public final class ScopedDecoder {
    private final Codec codec;
    private final @Nullable LongFunction<byte @Nullable []> descriptors;
    private final Map<Long, RemoteSchema> byFingerprint = new ConcurrentHashMap<>();
    private volatile @Nullable RemoteSchema last;
    private long schemaBytes;
    private volatile @Nullable RemoteSchema[] byId = new RemoteSchema[0];

    /** Where the thread of the last call has its reader; a thread that sees another's finds its own in the pool. */
    Pool.@Nullable Slot<GraphReader> lastSlot;

    ScopedDecoder(Codec codec, @Nullable LongFunction<byte @Nullable []> descriptors) {
        this.codec = codec;
        this.descriptors = descriptors;
    }

    /**
     * Takes what {@link SchemaSink#announce} gave on the other side; reads all that remains of {@code descriptor}.
     *
     * @throws DecodeException if the descriptor is damaged, the id taken or out of range, or all descriptors together
     * take more than {@link CodecLimits#schemaBytes}
     */
    public synchronized void learn(int id, ByteReader descriptor) {
        if (id < 0 || id >= codec.limits().schemas()) {
            throw new DecodeException("decode: schema id=" + id + " >= limits.schemas="
                    + codec.limits().schemas() + "; the other side describes too many classes");
        }
        RemoteSchema[] old = byId;
        if (id < old.length && old[id] != null) {
            throw new DecodeException("decode: schema id=" + id + " is announced twice; the stream is damaged");
        }
        int length = descriptor.remaining();
        RemoteSchema schema = codec.table().schemaOf(descriptor.array(), descriptor.position(), length);
        long bytes = schemaBytes + schema.descriptor.heapBytes;
        if (bytes > codec.limits().schemaBytes()) {
            throw new DecodeException("decode: schemaBytes=" + bytes + " > limits.schemaBytes="
                    + codec.limits().schemaBytes() + ", id=" + id
                    + "; the other side describes too many or too large classes");
        }
        schemaBytes = bytes;
        descriptor.skip(length);
        RemoteSchema[] schemas = Arrays.copyOf(old, Math.max(old.length, id + 1));
        schemas[id] = schema;
        byId = schemas;
    }

    /**
     * Reads one message from the position of {@code in}, which ends behind it. The closure of {@code declared} is
     * admitted besides the codec's grants.
     *
     * @throws DecodeException if the bytes are damaged, over a limit, or name a class that is not granted
     */
    public @Nullable Object decode(ByteReader in, Type declared) {
        return codec.decode(in, declared, this);
    }

    /**
     * As {@link #decode(ByteReader, Type)}, as far as {@code budget} grants the heap that it takes.
     *
     * @throws DecodeException also where it grants no more
     */
    public @Nullable Object decode(ByteReader in, Type declared, HeapBudget budget) {
        return codec.decode(in, declared, this, budget);
    }

    /**
     * Reads one message as {@link Codec#describe} does, by the descriptors of this scope alone.
     *
     * @throws DecodeException if the bytes are damaged or over a limit, or a descriptor is missing
     */
    public @Nullable Object describe(ByteReader in) {
        return codec.describe(in, this);
    }

    int mode() {
        return descriptors == null ? Header.SESSION : Header.STORE;
    }

    RemoteSchema schema(int id, int offset) {
        RemoteSchema[] schemas = byId;
        if (id < schemas.length && schemas[id] != null) {
            return schemas[id];
        }
        throw new DecodeException(
                "decode: schema id=" + id + " was not announced, offset=" + offset + "; the stream is damaged");
    }

    RemoteSchema schemaOf(long fingerprint, int offset) {
        RemoteSchema known = last;
        if (known != null && known.descriptor.fingerprint() == fingerprint) {
            return known;
        }
        known = byFingerprint.get(fingerprint);
        if (known == null) {
            known = lookUp(fingerprint, offset);
            keep(fingerprint, known);
        }
        last = known;
        return known;
    }

    /** Keeps what a store's log can give again; beyond the budget it starts over. */
    private synchronized void keep(long fingerprint, RemoteSchema schema) {
        schemaBytes += schema.descriptor.heapBytes;
        if (schemaBytes > codec.limits().schemaBytes()) {
            byFingerprint.clear();
            schemaBytes = schema.descriptor.heapBytes;
        }
        byFingerprint.put(fingerprint, schema);
    }

    /** Heap that the descriptors kept here take, as estimated; at most {@link CodecLimits#schemaBytes} in a session. */
    public synchronized long schemaBytes() {
        return schemaBytes;
    }

    private RemoteSchema lookUp(long fingerprint, int offset) {
        byte @Nullable [] bytes = descriptors == null ? null : descriptors.apply(fingerprint);
        if (bytes == null || Descriptor.fingerprintOf(bytes) != fingerprint) {
            throw new DecodeException("decode: fingerprint=0x" + Long.toHexString(fingerprint)
                    + " has no descriptor, offset=" + offset + "; its schema record is missing or damaged");
        }
        return codec.table().schemaOf(bytes, 0, bytes.length);
    }
}
