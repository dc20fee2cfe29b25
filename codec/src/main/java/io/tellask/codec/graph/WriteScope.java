package io.tellask.codec.graph;

import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import io.tellask.codec.FingerprintSink;
import io.tellask.codec.SchemaSink;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.failure.Failures.WriteInParts;
import io.tellask.codec.schema.Descriptor;
import io.tellask.text.SafeText;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The classes that one session or one store has described, and those that it describes next.
 *
 * <p>A pooled writer refers to the scope of its last message until its next one, since to forget it would cost each message two barriers of the
 * garbage collector. So the sink, behind which a whole session may stand, is referred to weakly here: who encodes holds it. Thread-safe.
 */
public final class WriteScope {
    private static final int UNKNOWN = -1;

    private final CodecLimits limits;
    private final @Nullable WeakReference<SchemaSink> sink;
    private final @Nullable WeakReference<FingerprintSink> fingerprints;
    private volatile int[] idsByOrdinal = new int[0];
    private final Map<Descriptor, Integer> idsByDescriptor = new HashMap<>();
    private final int mode;
    private final boolean wide;
    private final boolean ofStream;
    private volatile boolean full;
    private int nextId;
    private long schemaBytes;

    /** One of a session, which announces ids to {@code sink}, or of a store, which announces fingerprints. */
    public WriteScope(
            CodecLimits limits, boolean wide, @Nullable SchemaSink sink, @Nullable FingerprintSink fingerprints) {
        this(limits, wide, sink, fingerprints, false);
    }

    private WriteScope(
            CodecLimits limits,
            boolean wide,
            @Nullable SchemaSink sink,
            @Nullable FingerprintSink fingerprints,
            boolean ofStream) {
        this.limits = limits;
        this.ofStream = ofStream;
        this.wide = wide;
        this.sink = sink == null ? null : new WeakReference<>(sink);
        this.fingerprints = fingerprints == null ? null : new WeakReference<>(fingerprints);
        this.mode = sink != null ? Header.SESSION : Header.STORE;
    }

    /** One of a stream, whose graphs may be written in parts. */
    public static WriteScope ofStream(CodecLimits limits, boolean wide, SchemaSink sink) {
        return new WriteScope(limits, wide, sink, null, true);
    }

    int mode() {
        return mode;
    }

    /**
     * What makes the graph at hand be written in parts, where other limits hold: if it may have them, and more bytes then or
     * with {@code numbers} more numbers.
     */
    @Nullable
    WriteInParts writeInParts(boolean numbers) {
        boolean again = ofStream && (numbers || limits.streamedBytes() > limits.bytes());
        full |= again;
        return again ? new WriteInParts() : null;
    }

    /** Whether {@link #writeInParts} was asked for since the last call, whoever caught it. */
    public boolean takeFull() {
        boolean was = full;
        full = false;
        return was;
    }

    /** Whether its messages have the wide form. */
    boolean isWide() {
        return wide;
    }

    /** Whether objects of a class need no announcement any more. */
    public boolean knows(TypeCodec codec) {
        return !(codec instanceof DescribedCodec described) || known(described) != UNKNOWN;
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
    synchronized int idOf(Descriptor description) {
        Integer known = idsByDescriptor.get(description);
        if (known != null) {
            return known;
        }
        int id = announce(description);
        idsByDescriptor.put(description, id);
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
        if (id >= limits.schemas()) {
            throw new EncodeException("encode: schemas=" + (id + 1) + " > limits.schemas="
                    + limits.schemas() + ", class=" + SafeText.of(descriptor.className)
                    + "; raise the limit on both sides");
        }
        long bytes = schemaBytes + descriptor.heapBytes;
        if (mode == Header.SESSION && bytes > limits.schemaBytes()) {
            throw new EncodeException("encode: schemaBytes=" + bytes + " > limits.schemaBytes="
                    + limits.schemaBytes() + ", class=" + SafeText.of(descriptor.className)
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
            held(sink).announce(id, descriptor.bytes.clone());
        } else if (fingerprints != null) {
            held(fingerprints).announce(descriptor.fingerprint(), descriptor.bytes.clone());
        }
    }

    private static <T> T held(WeakReference<T> sink) {
        return Objects.requireNonNull(sink.get(), "who encodes holds the sink");
    }
}
