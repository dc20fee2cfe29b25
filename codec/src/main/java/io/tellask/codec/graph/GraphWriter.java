package io.tellask.codec.graph;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import io.tellask.codec.budget.NestingDepth;
import io.tellask.codec.bytes.LongStrings;
import io.tellask.codec.bytes.RepeatedStrings;
import io.tellask.codec.bytes.Strings;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.references.WriteReferences;
import io.tellask.codec.trust.Admission;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes one object graph at a time: the state that a call needs, pooled by its {@code Codec}.
 *
 * <p>A reference is a head and, for most heads, a body: 0 is null, 1 a back reference followed by the object's number,
 * 2 to 79 a built-in type, higher ones classes that the scope describes. Not thread-safe.
 */
public final class GraphWriter {
    /** Stands for the target between messages. */
    private static final ByteWriter IDLE = new ByteWriter(0);

    private static final int RETAINED_RUN_BYTES = 1 << 16;

    /** A target with a larger array is not kept between messages. */
    private static final int RETAINED_BYTES = 1 << 16;

    public final TypeRegistry table;
    private final CodecLimits limits;
    private final int maxObjects;
    private final int maxBytes;
    private final boolean tracking;
    private final CallSite rootSite = new CallSite();
    private final WriteReferences references = new WriteReferences();
    private final RepeatedStrings repeated = new RepeatedStrings();
    private final LongStrings longStrings = new LongStrings();
    public ByteWriter out = IDLE;
    private final @Nullable List<Object> shared;
    private @Nullable ByteWriter bodyRun;
    private @Nullable WriteScope scope;
    private Type lastDeclared = Object.class;
    private Admission admission;

    private int start;
    public final NestingDepth levels;
    private final DescribedHeads heads;

    private @Nullable WriteHooks hooks;
    private int objects;
    private int slots;
    private boolean backReferences;

    /** A writer of many messages, which numbers objects if it is {@code tracking}. */
    public GraphWriter(TypeRegistry table, CodecLimits limits, boolean tracking) {
        this(table, limits, tracking, null);
    }

    /** One that writes for a copy: {@code shared} takes what the copy has in common with the original. */
    public static GraphWriter copying(TypeRegistry table, CodecLimits limits, List<Object> shared) {
        return new GraphWriter(table, limits, true, shared);
    }

    private GraphWriter(TypeRegistry table, CodecLimits limits, boolean tracking, @Nullable List<Object> shared) {
        this.table = table;
        this.shared = shared;
        this.limits = limits;
        this.maxObjects = limits.objects();
        this.maxBytes = limits.bytes();
        this.levels = new NestingDepth(limits);
        this.admission = table.admissionOf(lastDeclared);
        this.heads = new DescribedHeads(this, limits);
        this.tracking = tracking;
    }

    /**
     * Whether exceptions keep their stack traces: not on their way to another process, which must not learn the code's
     * insides.
     */
    public boolean keepsStackTraces() {
        return scope == null || scope.mode() != Header.SESSION;
    }

    /** Writes {@code root} as one message; on failure {@code target} is as before, and this writer is not used again. */
    public void writeMessage(@Nullable Object root, Type declared, @Nullable WriteScope encoder, ByteWriter target) {
        int from = target.position();
        start = from;
        if (out != target) {
            out = target;
        }
        if (scope != encoder) {
            scope = encoder;
        }
        try {
            if (declared != lastDeclared) {
                admission = table.admissionOf(declared);
                lastDeclared = declared;
                heads.forgetRoot();
            }
            if (root != null && encoder != null && heads.isKnownRoot(root.getClass(), encoder)) {
                writeKnown(root, heads.root);
            } else {
                writeRoot(root);
            }
            if (objects > maxObjects) {
                throw overObjects();
            }
            if (target.position() - from > maxBytes) {
                throw overBytes();
            }
        } catch (Throwable e) {
            target.position(from);
            throw failed(e, root == null ? declared : root.getClass());
        }
        clear();
    }

    private RuntimeException failed(Throwable failure, Type type) {
        return switch (failure) {
            case CodecException known -> known;
            case StackOverflowError full ->
                new EncodeException(
                        "encode: the calling thread's stack is full at depth=" + levels.depth
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

    /** The shortest way: the session named the class of the root before, and nothing is numbered. */
    private void writeKnown(Object root, TypeCodec codec) {
        ByteWriter target = out;
        target.reserve(2);
        target.advanceTo(Varints.putInt16(target.array(), start, heads.rootStart));
        repeated.begin(true);
        objects = 1;
        levels.depth = 1;
        codec.write(this, root);
        levels.depth--;
    }

    private void writeRoot(@Nullable Object root) {
        TypeCodec codec = root == null ? RefusedCodec.NONE : codecOf(root, rootSite);
        if (root != null && Header.suitsBare(codec.head) && shared == null) {
            writeBare(root, codec);
            return;
        }
        out.writeByte(header());
        repeated.begin(mode() == Header.SESSION);
        backReferences = false;
        if (root == null) {
            out.writeByte(HeadNumbers.NULL);
        } else {
            writeValue(root, codec);
        }
        if (tracking && !backReferences) {
            out.array()[start] = (byte) Header.of(false, mode());
        }
        if (!tracking && codec instanceof DescribedCodec described) {
            heads.keepRoot(described, scope);
        }
    }

    private void writeBare(Object root, TypeCodec usual) {
        TypeCodec codec = root instanceof int[] array && NarrowInts.suits(array) ? NarrowInts.CODEC : usual;
        out.writeByte(Header.bare(codec.head));
        objects++;
        codec.write(this, root);
    }

    private int mode() {
        return scope == null ? Header.MESSAGE : scope.mode();
    }

    private int header() {
        heads.begin(scope, admission);
        return Header.of(tracking, mode());
    }

    private void clear() {
        if (tracking) {
            references.clear();
        }
        if (scope == null || scope.mode() != Header.SESSION) {
            heads.clear();
        }
        if (hooks != null) {
            hooks.clear();
        }
        if (out.array().length > RETAINED_BYTES) {
            out = IDLE;
        }
        if (levels.depth != 0) {
            levels.clear();
        }
        objects = 0;
        slots = 0;
    }

    /** What was {@linkplain #hooks(WriteHooks) made} for hooks, or null. */
    public @Nullable WriteHooks hooks() {
        return hooks;
    }

    /** Keeps what the first hook made; it serves all later messages. */
    public void hooks(WriteHooks made) {
        hooks = made;
    }

    /** Writes an object as if it had not been written before, and so that nothing refers to it later. */
    public void writeUnshared(@Nullable Object value) {
        if (value == null) {
            out.writeByte(HeadNumbers.NULL);
        } else {
            writeUnshared(value, table.codecOf(value.getClass()));
        }
    }

    public void writeUnshared(Object value, TypeCodec codec) {
        if (!tracking || !codec.tracked) {
            writeValue(value, codec);
            return;
        }
        references.idOf(new Object());
        writeHead(codec);
        objects++;
        levels.depth++;
        if (levels.depth > levels.hop) {
            writeDeep(value, codec);
        } else {
            codec.write(this, value);
        }
        levels.depth--;
    }

    /** The head of a class that is known by its description only. */
    public void writeDescription(DescriptorKey description) {
        heads.write(description);
    }

    @Nullable
    WriteScope scope() {
        return scope;
    }

    boolean isOfSession() {
        WriteScope encoder = scope;
        return encoder != null && encoder.mode() == Header.SESSION;
    }

    /** What the declared type lets in. */
    public Admission admission() {
        return admission;
    }

    /** Writes any reference. */
    public void writeRef(@Nullable Object value) {
        if (value == null) {
            out.writeByte(HeadNumbers.NULL);
        } else {
            writeValue(value, table.codecOf(value.getClass()));
        }
    }

    /** Writes a reference whose class is likely the one {@code site} saw last. */
    public void writeRef(@Nullable Object value, CallSite site) {
        if (value == null) {
            out.writeByte(HeadNumbers.NULL);
        } else {
            writeValue(value, codecOf(value, site));
        }
    }

    private TypeCodec codecOf(Object value, CallSite site) {
        TypeCodec codec = site.last;
        if (codec.type != value.getClass()) {
            codec = table.codecOf(value.getClass());
            site.last = codec;
        }
        return codec;
    }

    public void writeValue(Object value, TypeCodec codec) {
        if (begin(value, codec)) {
            codec.write(this, value);
            end();
        }
    }

    /**
     * Begins an object that is not null: whether its body is the caller's to write, followed by {@link #end}. Generated
     * code calls it with a constant, so that the body is inlined.
     */
    public boolean begin(Object value, TypeCodec codec) {
        if (tracking && isKnown(value, codec)) {
            return false;
        }
        writeHead(codec);
        return beginBody(value, codec);
    }

    /** Writes an enum constant, most often in two bytes. */
    public void writeConstant(TypeCodec codec, Object constant) {
        byte[] known = heads.bytes;
        int ordinal = ((Enum<?>) constant).ordinal();
        if (codec instanceof EnumCodec described
                && described.ordinal < known.length
                && known[described.ordinal] != 0
                && ordinal <= Byte.MAX_VALUE
                && levels.depth < levels.hop) {
            objects++;
            ByteWriter target = out;
            target.reserve(2);
            int at = target.position();
            target.array()[at] = known[described.ordinal];
            target.array()[at + 1] = (byte) ordinal;
            target.advanceTo(at + 2);
        } else {
            writeValue(constant, codec);
        }
    }

    /** The same for an element of a collection whose head was written before. */
    public boolean beginBody(Object value, TypeCodec codec) {
        objects++;
        levels.depth++;
        if (levels.depth > levels.hop) {
            writeDeep(value, codec);
            levels.depth--;
            return false;
        }
        return true;
    }

    /**
     * Whether elements of this class may share one head: none of them can be a back reference or another's place, and
     * each takes a byte at least, which is what the reader counts on.
     */
    public boolean isUniform(TypeCodec codec) {
        return (!tracking || !codec.tracked) && codec.takesBytes();
    }

    public boolean isTracking() {
        return tracking;
    }

    public void addObjects(int count) {
        objects += count;
    }

    /** Ends the object that {@link #begin} left to the caller. */
    public void end() {
        levels.depth--;
    }

    private boolean isKnown(Object value, TypeCodec codec) {
        if (!codec.tracked) {
            return false;
        }
        int known = codec.head == HeadNumbers.STRING ? references.idOfString((String) value) : references.idOf(value);
        if (known >= 0) {
            writeBackReference(known);
        }
        return known >= 0;
    }

    private void writeBackReference(int number) {
        backReferences = true;
        out.writeByte(HeadNumbers.BACK_REFERENCE);
        out.writeVarInt(number);
    }

    /** Begins an object that takes no stack, if it was not written before: the room stays as it is. */
    boolean beginDeep(Object value, TypeCodec codec, boolean headed, int room) {
        if (headed && tracking && isKnown(value, codec)) {
            return false;
        } else if (headed) {
            writeHead(codec);
        }
        objects++;
        levels.enterDeep(room);
        requireDepth(codec);
        return true;
    }

    /** Uncounts an object that only stands for the one it writes; the caller enters its level again. */
    public void standAside() {
        objects--;
        levels.depth--;
    }

    private void requireDepth(TypeCodec codec) {
        if (levels.isTooDeep()) {
            throw new EncodeException("encode: " + levels.excess() + " at class="
                    + codec.type.getName() + "; the graph is nested too deeply"
                    + (tracking ? "" : ", or has a cycle and references are not tracked"));
        }
    }

    private void writeDeep(Object value, TypeCodec codec) {
        requireDepth(codec);
        if (!levels.isHopAllowed()) {
            throw new EncodeException(
                    "encode: levels within a hook=" + (NestingDepth.HOOK_LEVELS + 1) + " > HOOK_LEVELS="
                            + NestingDepth.HOOK_LEVELS + " at class=" + codec.type.getName()
                            + "; objects with their own writeObject are nested too deeply");
        }
        if (out.position() - start > limits.bytes()) {
            throw overBytes();
        }
        int outer = levels.beginHop();
        DeepStack.write(codec, this, value);
        levels.endHop(outer);
    }

    /**
     * The head of a class: its fixed number, or what the scope gave it, with the descriptor where the message carries
     * it.
     */
    public void writeHead(TypeCodec codec) {
        int head = codec.head;
        if (head != TypeCodec.DESCRIBED && head < HeadNumbers.FIRST_DESCRIBED) {
            out.writeByte(head);
        } else if (head != TypeCodec.DESCRIBED) {
            out.writeByte(HeadNumbers.EXTENDED);
            out.writeByte(head - HeadNumbers.EXTENDED_BASE);
        } else if (codec instanceof DescribedCodec described) {
            heads.write(described);
        } else {
            codec.writeHead(this);
        }
    }

    /** Collects the bytes of custom bodies, one run at a time; empty whenever an object begins. */
    public ByteWriter bodyRun() {
        ByteWriter run = bodyRun;
        if (run == null || run.array().length > RETAINED_RUN_BYTES && run.position() == 0) {
            run = new ByteWriter(256);
            bodyRun = run;
        }
        return run;
    }

    /** Whether this writes for a copy, which shares what is {@linkplain #writeShared written so}. */
    boolean isCopying() {
        return shared != null;
    }

    /** Puts an object in the list that a copy shares; the message has its place there. */
    public void writeShared(Object value) {
        List<Object> list = Objects.requireNonNull(shared, "list of a writer that copies");
        out.writeVarInt(list.size());
        list.add(value);
    }

    /** Names a class without an object of it: an array's component, the key type of an enum map. */
    public void writeType(Class<?> type) {
        if (type.isArray() && table.codecOf(type).head == HeadNumbers.ARRAY) {
            out.writeByte(HeadNumbers.ARRAY);
            writeType(type.componentType());
        } else {
            writeHead(table.typeOf(type));
        }
    }

    /** A string slot: 0 null, 1 back reference, 2 UTF-16 with its length, else latin-1 of length - 4. */
    public void writeString(@Nullable String value) {
        writeString(value, RepeatedStrings.ANYWHERE);
    }

    /** The slot of a field that has the number {@code site} among those that {@link RepeatedStrings} learns about. */
    public void writeString(@Nullable String value, int site) {
        if (value == null) {
            out.writeByte(HeadNumbers.NULL);
            return;
        }
        if (tracking && isKnownString(value)) {
            return;
        }
        objects++;
        if (!tracking && repeated.suits(value, site) && isRepeated(value, site)) {
            return;
        }
        writeChars(value);
    }

    private boolean isKnownString(String value) {
        int known = references.idOfString(value);
        if (known >= 0) {
            writeBackReference(known);
        } else if (shared != null) {
            objects++;
            out.writeByte(HeadNumbers.SHARED_STRING);
            writeShared(value);
            return true;
        }
        return known >= 0;
    }

    /** The body of a string: a string slot that is neither null nor a back reference. */
    public void writeChars(String value) {
        int length = value.length();
        if (length <= Strings.SHORT && Strings.isShortLatin1(value)) {
            ByteWriter target = out;
            target.reserve(Strings.SHORT + 1);
            int at = target.position();
            target.array()[at] = (byte) (length + Strings.FIRST_LATIN_HEAD);
            Strings.putLatin1(value, target.array(), at + 1);
            target.advanceTo(at + 1 + length);
        } else {
            if (length > maxBytes) {
                throw overBytes();
            }
            longStrings.write(out, value);
        }
    }

    private boolean isRepeated(String value, int site) {
        ByteWriter target = out;
        target.reserve(Strings.SHORT + 1);
        int at = target.position();
        int known = repeated.find(value, site, target.array(), start, at);
        if (known >= 0) {
            target.writeByte(HeadNumbers.BACK_REFERENCE);
            target.writeVarInt(at - known);
        }
        return known >= 0;
    }

    /** Counts array and collection elements against the budget and the bytes they will take at least. */
    public void countSlots(int count, int bytesEach) {
        slots += count;
        if (slots < 0 || slots > limits.arraySlots()) {
            throw new EncodeException("encode: arraySlots=" + Integer.toUnsignedString(slots) + " > limits.arraySlots="
                    + limits.arraySlots() + "; split the message");
        }
        if ((long) count * bytesEach + out.position() - start > limits.bytes()) {
            throw overBytes();
        }
    }

    /** Checks what a number takes written out in full. */
    public void requireDigits(long digits) {
        if (digits > limits.digits()) {
            throw new EncodeException("encode: digits=" + digits + " > limits.digits=" + limits.digits()
                    + "; raise the limit on both sides");
        }
    }

    private EncodeException overBytes() {
        return new EncodeException("encode: bytes > limits.bytes=" + limits.bytes()
                + "; split the message or raise the limit on both sides");
    }

    private EncodeException overObjects() {
        return new EncodeException("encode: objects=" + objects + " > limits.objects=" + limits.objects()
                + "; split the message or raise the limit on both sides");
    }

    /**
     * The codec that one place in generated code or one collection used last. A race costs a look-up, never a wrong
     * codec.
     */
    public static final class CallSite {
        private TypeCodec last = RefusedCodec.NONE;
    }
}
