package io.tellask.codec.graph;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.trust.Admission;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What the heads in one message stand for: built-in types, and the classes that the message or its scope describes.
 * Not thread-safe.
 */
public final class Heads {
    private static final int MAX_DIMENSIONS = 200;

    private final GraphReader graph;
    private final CodecLimits limits;
    private final boolean copying;
    private final @Nullable TypeCodec[] builtIns;

    /** Codecs by heads of one byte: built-in types, and classes that a session described and the declared type admits. */
    final @Nullable TypeCodec[] byHead = new TypeCodec[Byte.MAX_VALUE + 1];

    private @Nullable ReadScope byHeadScope;
    private @Nullable Admission byHeadAdmission;
    private boolean byHeadWide;
    private @Nullable ReadScope scope;

    /** Header of a plain message of the form that is read. */
    private byte plainSession = Header.ofPlainSession(false);

    /** The session of the message before, if what is known by head is known of it and of the same declared type. */
    private @Nullable ReadScope session;

    /** Described classes whose objects are no more than their heads. */
    private final BitSet emptyClasses = new BitSet();

    private TypeCodec[] schemas = new TypeCodec[16];
    private int schemaCount;
    private long schemaBytes;
    private String lastDescribed = "";

    Heads(GraphReader graph, @Nullable TypeCodec[] builtIns, CodecLimits limits, boolean copying) {
        this.graph = graph;
        this.limits = limits;
        this.copying = copying;
        this.builtIns = builtIns;
        System.arraycopy(builtIns, 0, byHead, 0, HeadNumbers.FIRST_DESCRIBED - 1);
        byHead[HeadNumbers.NULL] = null;
        byHead[HeadNumbers.BACK_REFERENCE] = null;
    }

    /** Begins a message; classes of the session before stay known while the same session goes on. */
    public void begin(@Nullable ReadScope newScope, Admission admission, boolean wide) {
        if (scope != newScope) {
            scope = newScope;
        }
        session = newScope;
        if (newScope != byHeadScope || admission != byHeadAdmission || wide != byHeadWide) {
            Arrays.fill(byHead, HeadNumbers.FIRST_DESCRIBED, byHead.length, null);
            emptyClasses.clear();
            byHeadScope = newScope;
            byHeadAdmission = admission;
            byHeadWide = wide;
            plainSession = Header.ofPlainSession(wide);
        }
    }

    /**
     * The codec of the root of a session's message whose class the session named before; null where the message begins in
     * any other way.
     */
    public @Nullable TypeCodec rootOf(byte[] array, int at, ReadScope decoder) {
        int begin = Varints.int16(array, at);
        int head = begin >> Byte.SIZE;
        return Header.untracked((byte) begin) == plainSession
                        && head >= HeadNumbers.FIRST_DESCRIBED
                        && decoder == session
                ? byHead[head]
                : null;
    }

    /** Makes the next message begin in the long way: what it holds is let in by another declared type. */
    void forgetSession() {
        session = null;
    }

    /** Whether the codecs by head are those of the wide form. */
    boolean isWide() {
        return byHeadWide;
    }

    /** Whether the message comes from another process. */
    public boolean isOfSession() {
        ReadScope decoder = scope;
        return decoder != null && decoder.mode() == Header.SESSION;
    }

    boolean isClear() {
        return schemaCount == 0;
    }

    void clear() {
        if (schemaCount > 0) {
            Arrays.fill(schemas, 0, schemaCount, null);
            emptyClasses.clear();
            schemaCount = 0;
            schemaBytes = 0;
            lastDescribed = "";
        }
    }

    public TypeCodec codecOf(int head) {
        TypeCodec known = head >= 0 && head <= Byte.MAX_VALUE ? byHead[head] : null;
        return known != null ? known : otherCodec(head);
    }

    private TypeCodec otherCodec(int head) {
        if (head < 0) {
            throw graph.damaged("head=" + Integer.toUnsignedString(head) + " is unknown");
        }
        return head < HeadNumbers.FIRST_DESCRIBED
                ? builtInCodec(head)
                : describedCodec(head - HeadNumbers.FIRST_DESCRIBED);
    }

    /** The codec of a built-in type, reading the number that follows an extended head. */
    private TypeCodec builtInCodec(int head) {
        int number = head == HeadNumbers.EXTENDED ? HeadNumbers.extended(graph.in.readByte()) : head;
        TypeCodec codec =
                number < builtIns.length && (head != HeadNumbers.EXTENDED || number >= HeadNumbers.EXTENDED_BASE)
                        ? builtIns[number]
                        : null;
        if (codec == null) {
            throw graph.damaged("built-in type=" + number + " is unknown");
        }
        return codec;
    }

    private TypeCodec describedCodec(int index) {
        ReadScope decoder = scope;
        if (decoder == null || decoder.mode() != Header.SESSION) {
            return index < schemaCount ? schemas[index] : readSchema(index);
        }
        int head = HeadNumbers.FIRST_DESCRIBED + index;
        long offset = graph.in.offset();
        TypeCodec codec = bind(decoder.schema(index, offset), index);
        if (head < byHead.length) {
            byHead[head] = codec;
        }
        return codec;
    }

    private TypeCodec readSchema(int index) {
        if (index != schemaCount) {
            throw graph.damaged("schema index=" + index + " > known=" + schemaCount);
        }
        if (index >= limits.schemas()) {
            throw new DecodeException("decode: schemas=" + (index + 1) + " > limits.schemas=" + limits.schemas()
                    + ", offset=" + graph.in.offset() + "; the message describes too many classes");
        }
        if (index == schemas.length) {
            schemas = Arrays.copyOf(schemas, 2 * index);
        }
        TypeCodec codec = copying ? (TypeCodec) graph.strings.readShared() : bind(readDescriptor(), index);
        schemas[schemaCount++] = codec;
        return codec;
    }

    private TypeCodec bind(RemoteSchema schema, int index) {
        if (schema.descriptor.isEmpty()) {
            emptyClasses.set(index);
        }
        return schema.bind(graph.admission(), graph.table, graph.in.offset()).inForm(graph.wide);
    }

    private RemoteSchema readDescriptor() {
        ByteReader in = graph.in;
        if (scope != null) {
            return scope.schemaOf(in.readInt64(), in.offset());
        }
        int length = in.readCount(1);
        RemoteSchema schema = graph.table.schemaOf(in.array(), in.position(), length, lastDescribed);
        lastDescribed = schema.descriptor.className;
        schemaBytes += schema.descriptor.heapBytes;
        if (schemaBytes > limits.schemaBytes()) {
            throw new DecodeException("decode: schemaBytes=" + schemaBytes + " > limits.schemaBytes="
                    + limits.schemaBytes() + ", offset=" + in.offset()
                    + "; the message describes too large classes");
        }
        in.skip(length);
        return schema;
    }

    /** Reads the head of an object that is there. */
    public TypeCodec readHead() {
        return codecOfObject(graph.in.readVarInt());
    }

    private TypeCodec codecOfObject(int head) {
        if (head == HeadNumbers.NULL || head == HeadNumbers.BACK_REFERENCE) {
            throw graph.damaged("head=" + head + " names no class");
        }
        return codecOf(head);
    }

    /**
     * Reads the head of all elements of a collection. Objects that are no more than their heads would cost the sender
     * nothing, however many they are.
     */
    public TypeCodec readElementHead() {
        int head = graph.in.readVarInt();
        TypeCodec codec = codecOfObject(head);
        int index = head - HeadNumbers.FIRST_DESCRIBED;
        if (index >= 0 && emptyClasses.get(index)) {
            throw graph.damaged("one head for elements that take no bytes, class=" + codec.type.getName());
        }
        return codec;
    }

    /** Reads the class that {@link NamedTypes#write} named. */
    public Class<?> readType() {
        int dimensions = 0;
        int head = graph.in.readVarInt();
        while (head == HeadNumbers.ARRAY) {
            if (++dimensions > MAX_DIMENSIONS) {
                throw graph.damaged("array dimensions=" + dimensions + " > " + MAX_DIMENSIONS);
            }
            head = graph.in.readVarInt();
        }
        if (head <= HeadNumbers.BACK_REFERENCE) {
            throw graph.damaged("head=" + head + " names no class");
        }
        Class<?> type = codecOf(head).named(graph.in.offset());
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }
}
