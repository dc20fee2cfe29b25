package io.tellask.codec.graph;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.schema.Descriptor;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The classes that the other side of one session, or one store, described: the counterpart of {@link WriteScope}, and as it refers weakly to what
 * a store may stand behind. Thread-safe.
 */
public final class ReadScope {
    private final TypeRegistry table;
    private final CodecLimits limits;
    private final @Nullable WeakReference<LongFunction<byte @Nullable []>> descriptors;
    private final Map<Long, RemoteSchema> byFingerprint = new ConcurrentHashMap<>();
    private volatile @Nullable RemoteSchema last;
    private long schemaBytes;
    private volatile @Nullable RemoteSchema[] byId = new RemoteSchema[0];

    /** One of a session, or with {@code descriptors} of a store. */
    public ReadScope(TypeRegistry table, CodecLimits limits, @Nullable LongFunction<byte @Nullable []> descriptors) {
        this.table = table;
        this.limits = limits;
        this.descriptors = descriptors == null ? null : new WeakReference<>(descriptors);
    }

    /** Takes a descriptor that the other side announced: all that remains of {@code descriptor}. */
    public synchronized void learn(int id, ByteReader descriptor) {
        if (id < 0 || id >= limits.schemas()) {
            throw new DecodeException("decode: schema id=" + id + " >= limits.schemas=" + limits.schemas()
                    + "; the other side describes too many classes");
        }
        RemoteSchema[] old = byId;
        if (id < old.length && old[id] != null) {
            throw new DecodeException("decode: schema id=" + id + " is announced twice; the stream is damaged");
        }
        int length = descriptor.remaining();
        RemoteSchema schema = table.schemaOf(descriptor.array(), descriptor.position(), length);
        long bytes = schemaBytes + schema.descriptor.heapBytes;
        if (bytes > limits.schemaBytes()) {
            throw new DecodeException("decode: schemaBytes=" + bytes + " > limits.schemaBytes="
                    + limits.schemaBytes() + ", id=" + id
                    + "; the other side describes too many or too large classes");
        }
        schemaBytes = bytes;
        descriptor.skip(length);
        RemoteSchema[] schemas = Arrays.copyOf(old, Math.max(old.length, id + 1));
        schemas[id] = schema;
        byId = schemas;
    }

    public int mode() {
        return descriptors == null ? Header.SESSION : Header.STORE;
    }

    RemoteSchema schema(int id, long offset) {
        RemoteSchema[] schemas = byId;
        if (id < schemas.length && schemas[id] != null) {
            return schemas[id];
        }
        throw new DecodeException(
                "decode: schema id=" + id + " was not announced, offset=" + offset + "; the stream is damaged");
    }

    RemoteSchema schemaOf(long fingerprint, long offset) {
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
        if (schemaBytes > limits.schemaBytes()) {
            byFingerprint.clear();
            schemaBytes = schema.descriptor.heapBytes;
        }
        byFingerprint.put(fingerprint, schema);
    }

    /** Heap that the descriptors kept here take, as estimated. */
    public synchronized long schemaBytes() {
        return schemaBytes;
    }

    private RemoteSchema lookUp(long fingerprint, long offset) {
        LongFunction<byte @Nullable []> known = descriptors == null ? null : descriptors.get();
        byte @Nullable [] bytes = known == null ? null : known.apply(fingerprint);
        if (bytes == null || Descriptor.fingerprintOf(bytes) != fingerprint) {
            throw new DecodeException("decode: fingerprint=0x" + Long.toHexString(fingerprint)
                    + " has no descriptor, offset=" + offset + "; its schema record is missing or damaged");
        }
        return table.schemaOf(bytes, 0, bytes.length);
    }
}
