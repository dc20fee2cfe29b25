package io.tellask.codec.graph;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import io.tellask.codec.budget.NestingDepth;
import io.tellask.codec.budget.OverLimit;
import io.tellask.codec.bytes.RepeatedStrings;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.references.WriteReferences;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.trust.Admission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the objects of one graph at a time.
 *
 * <p>A reference is a head and, for most heads, a body: 0 is null, 1 a back reference followed by the object's number,
 * 2 to 79 a built-in type, higher ones classes that the scope describes. Not thread-safe.
 */
public final class GraphWriter {
    /** Ids that no session has. */
    private static final int[] NO_IDS = {};

    public final TypeRegistry table;
    private final CodecLimits limits;
    private final int maxObjects;

    /** Bytes that may be written, less those that are sent away. */
    private long maxBytes;

    final boolean tracking;
    private final CallSite rootSite = new CallSite();
    final WriteReferences references = new WriteReferences();
    public final StringSlotWriter strings;
    public ByteWriter out;
    public final BodyRun bodyRun = new BodyRun();

    /** What a graph in parts has sent away; null in any other. */
    @Nullable
    SentParts parts;

    private @Nullable WriteScope scope;
    private Admission admission;
    private int start;
    public final NestingDepth levels;
    final DescribedHeads heads;

    /** What the first hook made, for all later messages; null before. */
    public @Nullable HookState hooks;

    int objects;
    private int slots;
    boolean backReferences;

    /** The root of the message before, if its session gave its class a head of one byte, and the session's ids then. */
    private Class<?> rootType = RefusedCodec.NONE.type;

    private TypeCodec rootCodec = RefusedCodec.NONE;
    private short rootStart;
    private int[] rootIds = NO_IDS;
    private final boolean wideMessages;
    private boolean wide;
    private boolean inPlace;

    /**
     * A writer of many graphs.
     *
     * @param target what is written to until the first graph is {@linkplain #open opened}
     * @param tracking whether objects have numbers
     * @param wideMessages whether messages outside of a scope have the wide form
     * @param shared takes what a copy has in common with the original; null where none is made
     */
    public GraphWriter(
            TypeRegistry table,
            CodecLimits limits,
            ByteWriter target,
            boolean tracking,
            boolean wideMessages,
            @Nullable List<Object> shared) {
        this.table = table;
        this.out = target;
        this.strings = new StringSlotWriter(this, shared);
        this.limits = limits;
        this.maxObjects = limits.objects();
        this.maxBytes = limits.bytes();
        this.levels = new NestingDepth(limits);
        this.admission = table.admissionOf(Object.class);
        this.heads = new DescribedHeads(this, limits);
        this.tracking = tracking;
        this.wideMessages = wideMessages;
        this.wide = wideMessages;
    }

    /** Begins a message at the position of {@code target}. */
    public void open(ByteWriter target, @Nullable WriteScope encoder) {
        start = target.position();
        if (out != target) {
            out = target;
        }
        if (inPlace != target.isInPlace()) {
            inPlace = !inPlace;
            forgetRoot(); // which may be let in elsewhere only
        }
        if (scope != encoder) {
            scope = encoder;
            chooseForm(encoder == null ? wideMessages : encoder.isWide());
        }
    }

    /** Lets what is written of the graph be sent away; it begins at the start of its writer. */
    public void stream(SentParts newParts) {
        parts = newParts;
        maxBytes = limits.streamedBytes();
        levels.stream();
    }

    /** Goes on at the start of the writer, from which so many bytes were sent. */
    void sent(int bytes) {
        maxBytes -= bytes;
        out.clear();
        strings.forget();
    }

    private void chooseForm(boolean newWide) {
        if (wide != newWide) {
            wide = newWide;
            rootSite.last = RefusedCodec.NONE;
        }
    }

    /** Lets in what another declared type does. */
    public void admit(Admission other) {
        admission = other;
        forgetRoot();
    }

    /**
     * Writes a whole message in the shortest way: whether the session named the class of its root before, and nothing else
     * has changed since. If not, nothing is written.
     */
    public boolean writeKnownRoot(Object root, WriteScope encoder, ByteWriter target) {
        if (root.getClass() != rootType
                || encoder.ids() != rootIds
                || encoder != scope
                || inPlace != target.isInPlace()) {
            return false;
        }
        if (target != out) {
            out = target;
        }
        int from = target.position();
        start = from;
        if (!wide) {
            strings.begin(true);
        }
        if (tracking) {
            backReferences = false;
            if (rootCodec.tracked) {
                references.idOf(root);
            }
        }
        objects = 1;
        levels.depth = 1;
        int end = rootCodec.writeAt(this, root, from + 2);
        levels.depth = 0;
        Varints.putInt16(target.array(), from, backReferences ? Header.tracked(rootStart) : rootStart);
        target.advanceTo(end);
        if (objects > maxObjects || end - from > maxBytes) {
            requireLimits();
        }
        objects = 0;
        slots = 0;
        if (tracking || hooks != null) {
            close();
        }
        return true;
    }

    /** Lets later roots of this class begin in the shortest way: with header and head as one little-endian number. */
    void keepRoot(TypeCodec codec, short begin, int[] ids) {
        rootType = codec.type;
        rootCodec = codec;
        rootStart = begin;
        rootIds = ids;
    }

    /** Begins the next message in the long way. */
    void forgetRoot() {
        keepRoot(RefusedCodec.NONE, (short) 0, NO_IDS);
    }

    /** Writes the graph that {@code root} leads to. */
    public void writeRoot(@Nullable Object root) {
        TypeCodec codec = root == null ? RefusedCodec.NONE : codecOf(root, rootSite);
        if (root != null && Header.suitsBare(codec.head) && !strings.areShared()) {
            writeBare(root, codec);
        } else {
            writeHeaded(root, codec);
        }
        requireLimits();
    }

    private void requireLimits() {
        if (objects > maxObjects) {
            throw over("objects=" + objects + " > limits.objects=" + maxObjects);
        }
        requireBytes(0);
    }

    private void writeHeaded(@Nullable Object root, TypeCodec codec) {
        heads.begin(scope, admission);
        out.writeByte(Header.of(tracking, mode(), wide));
        strings.begin(isOfSession());
        backReferences = false;
        if (root == null) {
            out.writeByte(HeadNumbers.NULL);
        } else {
            writeValue(root, codec);
        }
        if (tracking && !backReferences && SentParts.total(parts, 0) == 0) {
            out.array()[start] = (byte) Header.of(false, mode(), wide);
        }
        if (codec instanceof DescribedCodec described) {
            heads.keepRoot(described, scope);
        }
    }

    private void writeBare(Object root, TypeCodec codec) {
        out.writeByte(Header.bare(codec.head));
        objects++;
        boolean form = wide; // a message without a header tells none
        wide = false;
        if (inPlace) {
            InPlace.require(this, root, codec);
        }
        codec.write(this, root);
        wide = form;
    }

    private int mode() {
        return scope == null ? Header.MESSAGE : scope.mode();
    }

    /** Ends a message: keeps nothing of its objects. */
    public void close() {
        if (tracking) {
            references.clear();
        }
        if (!isOfSession()) {
            heads.clear();
        }
        if (hooks != null) {
            hooks.clear();
        }
        if (levels.depth != 0 || parts != null) {
            levels.clear();
            parts = null;
            maxBytes = limits.bytes();
        }
        objects = 0;
        slots = 0;
    }

    /** The head of a class that is known by its description only. */
    public void writeDescription(Descriptor description) {
        heads.write(description);
    }

    /** Whether the message has the wide form. */
    public boolean isWide() {
        return wide;
    }

    /** Whether the message is written in place, where only what {@link InPlace} lets in is written. */
    public boolean isInPlace() {
        return inPlace;
    }

    /** The codec of an object's class in the form of the message. */
    public TypeCodec codecOf(Class<?> type) {
        return inPlace ? InPlace.codecOf(this, type) : table.codecOf(type, wide);
    }

    @Nullable
    WriteScope scope() {
        return scope;
    }

    /** Whether the message names classes as those of a session. */
    public boolean isOfSession() {
        return mode() == Header.SESSION;
    }

    /** Whether the message goes to another process: also where it is made into a text of a session. */
    public boolean isForPeer() {
        return isOfSession() || out.references() != null;
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
            writeValue(value, codecOf(value.getClass()));
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
            codec = codecOf(value.getClass());
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

    /** The same for an element of a collection whose head was written before. */
    public boolean beginBody(Object value, TypeCodec codec) {
        if (inPlace) {
            InPlace.require(this, value, codec);
        }
        objects++;
        levels.depth++;
        if (levels.depth > levels.hop) {
            DeepStack.write(codec, this, value);
            levels.depth--;
            return false;
        }
        return true;
    }

    /** The same for so many elements of one class; where it is false each of them is begun by itself. */
    public boolean beginElements(int count) {
        if (levels.depth < levels.hop) {
            objects += count;
            levels.depth++;
            return true;
        }
        return false;
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
        return codec.tracked
                && (codec.head == HeadNumbers.STRING ? isKnown((String) value) : writeKnown(references.idOf(value)));
    }

    /** Refers back to a string, if it was written before; else it has a number now. */
    boolean isKnown(String value) {
        return writeKnown(references.idOfString(value));
    }

    /** Where the message begins. */
    int start() {
        return start;
    }

    /** Refers back to the object that has a number; none has a negative one. */
    boolean writeKnown(int number) {
        if (number < 0) {
            return false;
        }
        backReferences = true;
        out.writeByte(HeadNumbers.BACK_REFERENCE);
        out.writeVarInt(number);
        return true;
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
        DeepStack.requireDepth(codec, this);
        return true;
    }

    /** Uncounts an object that only stands for the one it writes; the caller enters its level again. */
    public void standAside() {
        objects--;
        levels.depth--;
    }

    /** The head of a class. */
    public void writeHead(TypeCodec codec) {
        heads.writeHead(codec);
    }

    /** A string slot: 0 null, 1 back reference, 2 UTF-16 with its length, else latin-1 of length - 4. */
    public void writeString(@Nullable String value) {
        strings.write(value, RepeatedStrings.ANYWHERE);
    }

    /** Counts array and collection elements against the budget and the bytes they will take at least. */
    public void countSlots(int count, int bytesEach) {
        slots += count;
        if (slots < 0 || slots > limits.arraySlots()) {
            RuntimeException again = parts != null || scope == null ? null : scope.writeInParts(true);
            throw again != null
                    ? again
                    : new EncodeException("encode: arraySlots=" + Integer.toUnsignedString(slots)
                            + " > limits.arraySlots=" + limits.arraySlots() + "; split the message or raise the limit");
        }
        requireBytes((long) count * bytesEach);
    }

    /** The same of numbers and bytes, which in a graph in parts are bounded by its length alone. */
    public void countNumbers(int count, int bytesEach) {
        if (parts == null) {
            countSlots(count, bytesEach);
        } else {
            requireBytes((long) count * bytesEach);
        }
    }

    /** Checks what a number takes written out in full. */
    public void requireDigits(long digits) {
        if (digits > limits.digits()) {
            throw new EncodeException("encode: digits=" + digits + " > limits.digits=" + limits.digits()
                    + "; raise the limit on both sides");
        }
    }

    /** Checks the bytes that are written so far, with so many more. */
    void requireBytes(long more) {
        if (inPlace) {
            InPlace.requireRoom(this, more);
        }
        long bytes = out.position() - start + more;
        if (bytes > maxBytes) {
            throw overBytes(bytes);
        }
    }

    private RuntimeException overBytes(long unsent) {
        if (parts != null) {
            return over(
                    "bytes=" + SentParts.total(parts, unsent) + " > limits.streamedBytes=" + limits.streamedBytes());
        }
        RuntimeException again = scope == null ? null : scope.writeInParts(false);
        return again != null ? again : over("bytes=" + unsent + " > limits.bytes=" + maxBytes);
    }

    private EncodeException over(String limit) {
        return OverLimit.encoding(limit, tracking);
    }
}
