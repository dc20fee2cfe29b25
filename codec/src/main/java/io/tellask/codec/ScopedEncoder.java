package io.tellask.codec;

import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.WriteScope;
import io.tellask.codec.message.MessageWriter;
import io.tellask.codec.message.Pool;
import io.tellask.codec.trust.JdkExceptions;
import java.lang.ref.Reference;
import java.lang.reflect.Type;
import java.util.Objects;
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
    private final Codec codec;
    final WriteScope scope;

    /** Where classes are announced: the scope refers to it weakly. */
    private final @Nullable Object sink;

    /** Where the thread of the last call has its writer; a thread that sees another's finds its own in the pool. */
    Pool.@Nullable Slot<MessageWriter> lastSlot;

    ScopedEncoder(Codec codec, boolean wide, @Nullable SchemaSink sink, @Nullable FingerprintSink fingerprints) {
        this(codec, sink == null ? fingerprints : sink, new WriteScope(codec.limits(), wide, sink, fingerprints));
    }

    /** One of a stream of graphs. */
    ScopedEncoder(Codec codec, SchemaSink sink) {
        this(codec, sink, WriteScope.ofStream(codec.limits(), codec.isWide(false), sink));
    }

    private ScopedEncoder(Codec codec, @Nullable Object sink, WriteScope scope) {
        this.codec = codec;
        this.sink = sink;
        this.scope = scope;
    }

    /**
     * Appends one message to {@code out}. On failure {@code out} is as before, though classes may have been announced.
     * Where {@code out} is written {@linkplain ByteWriter#beginInPlace in place}, no code of the application runs and no
     * class is announced.
     *
     * @throws NotInPlaceException if the message is not written, because one of that would be
     * @throws EncodeException if a class is not granted or not encodable, or a limit is passed
     */
    public void encode(@Nullable Object value, Type declared, ByteWriter out) {
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(out, "out");
        codec.encodeScoped(value, declared, this, out);
        hold();
    }

    /** Writes one message in parts, of which {@code out} has the last in the end. */
    void encodeParts(@Nullable Object value, Type declared, ByteWriter out, SentParts parts) {
        codec.encodeParts(value, declared, this, out, parts);
        hold();
    }

    /** Keeps the sink until here, in compiled code too. */
    void hold() {
        Reference.reachabilityFence(sink);
    }

    /** Whether objects of exactly this class need no announcement any more. */
    public boolean knows(Class<?> type) {
        return scope.knows(codec.table().codecOf(type));
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
}
