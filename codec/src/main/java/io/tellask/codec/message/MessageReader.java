package io.tellask.codec.message;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.failure.Failures.ReadAgain;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.Header;
import io.tellask.codec.graph.Heads;
import io.tellask.codec.graph.ReadScope;
import io.tellask.codec.graph.StreamedReading;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.trust.Admission;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message at a time: the counterpart of {@link MessageWriter}, pooled by its {@code Codec}.
 *
 * <p>Whatever the bytes are, a call ends with an object or a {@link DecodeException}; nothing is allocated before the
 * bytes that fill it are known to be there. Not thread-safe.
 */
public final class MessageReader {
    /** Stands for the source between messages. */
    private static final ByteReader IDLE = new ByteReader(new byte[0]);

    /** A source that lies in a larger array is not kept between messages. */
    private static final int RETAINED_BYTES = 1 << 16;

    private final TypeRegistry table;
    private final int maxBytes;

    /** Messages that begin in the shortest way have so many at most. */
    private final int maxPlainBytes;

    private final GraphReader graph;
    private final Heads heads;
    private Type lastDeclared = Object.class;

    /**
     * A reader of many messages.
     *
     * @param first what is admitted until a message declares another type than {@code Object}
     * @param builtIns codecs of built-in types by head
     * @param shared what a writer for copies left out; else null
     */
    public MessageReader(
            TypeRegistry table,
            CodecLimits limits,
            Admission first,
            @Nullable TypeCodec[] builtIns,
            @Nullable List<Object> shared) {
        this.table = table;
        this.maxBytes = limits.bytes();
        this.graph = new GraphReader(table, limits, IDLE, first, builtIns, shared);
        this.heads = graph.heads;
        this.maxPlainBytes = Math.min(maxBytes, graph.plainBytes() - 1);
    }

    /** Reads one message within a budget; null: within the limits alone. */
    public @Nullable Object read(
            ByteReader source, Type declared, @Nullable ReadScope scope, @Nullable HeapBudget budget) {
        if (budget == null) {
            return read(source, declared, scope);
        }
        graph.unbacked.budget(budget);
        Object value = read(source, declared, scope);
        graph.unbacked.budget(null); // after a failure it is not used again
        return value;
    }

    /** Reads one message; after a failure this reader is not used again. */
    public @Nullable Object read(ByteReader source, Type declared, @Nullable ReadScope scope) {
        GraphReader in = graph;
        in.open(source);
        int from = source.position();
        int bytes = source.limit() - from;
        try {
            Object root;
            TypeCodec known = scope != null && bytes > 1 && declared == lastDeclared
                    ? heads.rootOf(source.array(), from, scope)
                    : null;
            if (known != null && bytes <= maxPlainBytes) {
                root = readKnown(known, source, declared, scope, bytes);
            } else {
                root = readString(source, bytes);
                if (root == null) {
                    root = readOther(source, declared, scope, bytes);
                    in.close();
                }
            }
            if (source.limit() > RETAINED_BYTES) {
                in.open(IDLE);
            }
            return root;
        } catch (Throwable e) {
            throw failed(e, source, in.levels.depth);
        }
    }

    /** A message that is one short string, within limits that need no counting; else null, and nothing is read. */
    private @Nullable String readString(ByteReader source, int bytes) {
        return bytes <= maxPlainBytes && !graph.unbacked.isUsed() ? graph.strings.readMessage(source) : null;
    }

    /** Reads a graph that arrives in parts; after a failure this reader is not used again. */
    public @Nullable Object readStreamed(ByteReader source, Type declared, ReadScope scope) {
        graph.open(source);
        try {
            admit(declared);
            StreamedReading.begin(graph);
            Object root = readOther(source, scope);
            graph.close();
            graph.open(IDLE);
            return root;
        } catch (Throwable e) {
            throw failed(e, source, graph.levels.depth);
        }
    }

    private @Nullable Object readKnown(
            TypeCodec known, ByteReader source, Type declared, @Nullable ReadScope scope, int bytes) {
        try {
            return graph.readKnownRoot(known);
        } catch (ReadAgain inAnotherWay) {
            graph.startOver();
            Object root = readOther(source, declared, scope, bytes);
            graph.close();
            return root;
        }
    }

    private @Nullable Object readOther(ByteReader source, Type declared, @Nullable ReadScope scope, int bytes) {
        admit(declared);
        if (bytes > maxBytes) {
            throw new DecodeException("decode: bytes=" + bytes + " > limits.bytes=" + maxBytes + "; raise the limit");
        }
        return readOther(source, scope);
    }

    private void admit(Type declared) {
        if (declared != lastDeclared) {
            graph.admit(table.admissionOf(declared));
            lastDeclared = declared;
        }
    }

    private @Nullable Object readOther(ByteReader source, @Nullable ReadScope scope) {
        int header = source.readByte();
        if (Header.isBare(header)) {
            return graph.readBareRoot(Header.bareHead(header));
        }
        Header.check(header, scope == null ? Header.MESSAGE : scope.mode());
        graph.wide = Header.isWide(header);
        heads.begin(scope, graph.admission(), graph.wide);
        return graph.readRoot(Header.isTracked(header));
    }

    /** What a failure of a whole message is to its caller; an error of the machine is thrown on. */
    private static DecodeException failed(Throwable failure, ByteReader in, int depth) {
        long offset = in.offset();
        DecodeException known = switch (failure) {
            case DecodeException refused -> refused;
            case StackOverflowError full ->
                new DecodeException(
                        "decode: the calling thread's stack is full, offset=" + offset + ", depth=" + depth
                                + "; call with more stack left, or lower the depth limit",
                        full);
            case VirtualMachineError broken -> throw broken;
            default ->
                new DecodeException(
                        "decode: the bytes do not fit the class being read, offset=" + offset + ": "
                                + Failures.said(Failures.checked(failure)),
                        failure);
        };
        FailurePlace.at(known, offset);
        return known;
    }
}
