package io.tellask.codec.message;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import io.tellask.codec.NotInPlaceException;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.failure.Failures.WriteInParts;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.StringSlotWriter;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.graph.WriteScope;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one message at a time: the state that a call needs, pooled by its {@code Codec}. Not thread-safe. */
public final class MessageWriter {
    /** Stands for the target between messages. */
    private static final ByteWriter IDLE = new ByteWriter(0);

    /** A target with a larger array is not kept between messages. */
    private static final int RETAINED_BYTES = 1 << 16;

    /** As much for one that is written in place: where a session fills and empties it again and again. */
    private static final int RETAINED_IN_PLACE_BYTES = 1 << 17;

    private final TypeRegistry table;
    private final GraphWriter graph;

    /** Whether a short string may be a message by itself: no copy shares it, and no limit is below it. */
    private final boolean strings;

    private Type lastDeclared = Object.class;

    /** A writer of many messages, which numbers objects if it is {@code tracking}; outside of a scope they are {@code wide} or compact. */
    public MessageWriter(TypeRegistry table, CodecLimits limits, boolean tracking, boolean wide) {
        this(table, limits, tracking, wide, null);
    }

    /** One that writes for a copy: {@code shared} takes what the copy has in common with the original. */
    public static MessageWriter copying(TypeRegistry table, CodecLimits limits, List<Object> shared) {
        return new MessageWriter(table, limits, true, false, shared);
    }

    private MessageWriter(
            TypeRegistry table, CodecLimits limits, boolean tracking, boolean wide, @Nullable List<Object> shared) {
        this.table = table;
        this.graph = new GraphWriter(table, limits, IDLE, tracking, wide, shared);
        this.strings = shared == null && limits.objects() > 0 && limits.bytes() >= StringSlotWriter.SHORT_MESSAGE_BYTES;
    }

    /**
     * Writes {@code root} as one message; on failure {@code target} is as before, and this writer is not used again.
     *
     * @throws NotInPlaceException if it cannot be written in place, and the target asks for that
     */
    public void write(@Nullable Object root, Type declared, @Nullable WriteScope scope, ByteWriter target) {
        int from = target.position();
        try {
            if (root == null
                    || scope == null
                    || declared != lastDeclared
                    || !graph.writeKnownRoot(root, scope, target)) {
                writeUnknown(root, declared, scope, target);
            }
        } catch (Throwable e) {
            target.position(from);
            throw failed(e, root == null ? declared : root.getClass());
        }
        int length = target.array().length;
        if (length > RETAINED_BYTES && (length > RETAINED_IN_PLACE_BYTES || !target.isInPlace())) {
            graph.open(IDLE, scope);
        }
    }

    /**
     * Writes {@code root} as one message in parts, of which {@code target} has the last in the end; after a failure this
     * writer is not used again, and parts may have been sent.
     */
    public void writeParts(@Nullable Object root, Type declared, WriteScope scope, ByteWriter target, SentParts parts) {
        try {
            graph.stream(parts);
            writeOther(root, declared, scope, target);
        } catch (Throwable e) {
            throw failed(e, root == null ? declared : root.getClass());
        }
        graph.open(IDLE, scope);
    }

    private void writeUnknown(@Nullable Object root, Type declared, @Nullable WriteScope scope, ByteWriter target) {
        if (!strings || !(root instanceof String text) || !StringSlotWriter.writeMessage(text, target)) {
            writeOther(root, declared, scope, target);
        }
    }

    private void writeOther(@Nullable Object root, Type declared, @Nullable WriteScope scope, ByteWriter target) {
        graph.open(target, scope);
        if (declared != lastDeclared) {
            if (target.isInPlace() && table.knownAdmissionOf(declared) == null) {
                throw NotInPlaceException.NEW;
            }
            graph.admit(table.admissionOf(declared));
            lastDeclared = declared;
        }
        graph.writeRoot(root);
        graph.close();
    }

    private RuntimeException failed(Throwable failure, Type type) {
        return switch (failure) {
            case CodecException known -> known;
            case WriteInParts again -> again;
            case NotInPlaceException elsewhere -> elsewhere;
            case StackOverflowError full ->
                new EncodeException(
                        "encode: the calling thread's stack is full at depth=" + graph.levels.depth
                                + "; call with more stack left, or lower the depth limit",
                        full);
            case VirtualMachineError broken -> throw broken;
            default ->
                new EncodeException(
                        "encode: an object failed while it was read, class=" + type.getTypeName() + ": "
                                + Failures.said(failure),
                        failure);
        };
    }
}
