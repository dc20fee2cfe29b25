package io.tellask.codec;

import io.tellask.codec.failure.Failures;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.trust.JdkExceptions;
import io.tellask.text.SafeText;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the messages of one session or one store: each class is described once, through the sink, instead of in
 * every message.
 *
 * <p>A session encoder names classes by small numbers in the order of their first use. A store encoder names them by
 * 64-bit fingerprint, so that bytes written by different processes may lie in one log and be copied between stores
 * together with their descriptors. Thread-safe.
 */
public final class ScopedEncoder {
    private static final int UNKNOWN = -1;

    private final Codec codec;
    private final @Nullable SchemaSink sink;
    private final @Nullable FingerprintSink fingerprints;
    private volatile int[] idsByOrdinal = new int[0];
    private final Map<ClassDescription, Integer> idsByDescription = new HashMap<>();
    private final int mode;
    private int nextId;
    private long schemaBytes;

    /** Where the thread of the last call has its writer; a thread that sees another's finds its own in the pool. */
    Pool.@Nullable Slot<GraphWriter> lastSlot;

    ScopedEncoder(Codec codec, @Nullable SchemaSink sink, @Nullable FingerprintSink fingerprints) {
        this.codec = codec;
        this.sink = sink;
        this.fingerprints = fingerprints;
        this.mode = sink != null ? Header.SESSION : Header.STORE;
    }

    /**
     * Appends one message to {@code out}. On failure {@code out} is as before, though classes may have been announced.
     *
     * @throws EncodeException if a class is not granted or not encodable, or a limit is passed
     */
    public void encode(@Nullable Object value, Type declared, ByteWriter out) {
        codec.encodeScoped(value, declared, this, out);
    }

    /** Whether objects of exactly this class need no announcement any more. */
    public boolean knows(Class<?> type) {
        return !(codec.table().codecOf(type) instanceof DescribedCodec described) || known(described) != UNKNOWN;
    }

    /**
     * Whether the application itself granted a class to this codec, besides what declared types and the JDK's own
     * types admit.
     */
    public boolean grants(Class<?> type) {
        return codec.table().grants().grants(type);
    }

    /** Whether an exception of a class is taken wherever {@link Throwable} is declared: granted, or one of the JDK that needs no grant. */
    public boolean takesException(Class<?> type) {
        return grants(type) || JdkExceptions.contains(type);
    }

    int mode() {
        return mode;
    }

    /** The ids given so far; another array when there are more. */
    int[] ids() {
        return idsByOrdinal;
    }

    int idOf(DescribedCodec described) {
        int id = known(described);
        return id != UNKNOWN ? id : announce(described);
    }

    void announceFingerprint(DescribedCodec described) {
        if (known(described) == UNKNOWN) {
            announce(described);
        }
    }

    private int known(DescribedCodec described) {
        int[] ids = idsByOrdinal;
        return described.ordinal < ids.length ? ids[described.ordinal] : UNKNOWN;
    }

    /** The id of a class that is known by its description only; announced, if it is new. */
    synchronized int idOf(ClassDescription description) {
        Integer known = idsByDescription.get(description);
        if (known != null) {
            return known;
        }
        int id = announce(description.descriptor);
        idsByDescription.put(description, id);
        return id;
    }

    private synchronized int announce(DescribedCodec described) {
        int id = known(described);
        if (id != UNKNOWN) {
            return id;
        }
        id = announce(described.descriptor);
        int[] old = idsByOrdinal;
        int[] ids = Arrays.copyOf(old, Math.max(old.length, described.ordinal + 1));
        Arrays.fill(ids, old.length, ids.length, UNKNOWN);
        ids[described.ordinal] = id;
        idsByOrdinal = ids;
        return id;
    }

    /** Takes the next id; one that the sink refuses stays free. */
    private int announce(Descriptor descriptor) {
        int id = nextId;
        if (id >= codec.limits().schemas()) {
            throw new EncodeException("encode: schemas=" + (id + 1) + " > limits.schemas="
                    + codec.limits().schemas() + ", class=" + SafeText.of(descriptor.className)
                    + "; raise the limit on both sides");
        }
        long bytes = schemaBytes + descriptor.heapBytes;
        if (mode == Header.SESSION && bytes > codec.limits().schemaBytes()) {
            throw new EncodeException("encode: schemaBytes=" + bytes + " > limits.schemaBytes="
                    + codec.limits().schemaBytes() + ", class=" + SafeText.of(descriptor.className)
                    + "; raise the limit on both sides");
        }
        try {
            hand(id, descriptor);
        } catch (CodecException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new EncodeException(
                    "encode: class=" + SafeText.of(descriptor.className) + " could not be announced, its sink failed: "
                            + Failures.said(failure) + "; the next message that needs it announces it again",
                    failure);
        }
        nextId = id + 1;
        schemaBytes = bytes;
        return id;
    }

    private void hand(int id, Descriptor descriptor) {
        if (sink != null) {
            sink.announce(id, descriptor.bytes.clone());
        } else if (fingerprints != null) {
            fingerprints.announce(descriptor.fingerprint(), descriptor.bytes.clone());
        }
    }
}
