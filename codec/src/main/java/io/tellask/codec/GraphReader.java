package io.tellask.codec;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one object graph at a time: the counterpart of {@link GraphWriter}, pooled by its {@link Codec}.
 *
 * <p>Whatever the bytes are, a call ends with an object or a {@link DecodeException}; nothing is allocated before the
 * bytes that fill it are known to be there. Not thread-safe.
 */
final class GraphReader {
    /** Stands for every object that is not built yet, until one is referred to. */
    private static final Hole UNFINISHED = new Hole();

    /** In the place of an object that nothing may refer to. */
    private static final Object UNSHARED = new Object();

    private static final ReadAgain CAREFUL = new ReadAgain("read anew with hooks that wait") {
        private static final long serialVersionUID = 1;
    };

    /** Stands for the source between messages. */
    private static final ByteReader IDLE = new ByteReader(new byte[0]);

    private static final int RETAINED_REFERENCES = 4_096;

    final TypeTable table;

    /** The codecs of built-in types by head. */
    final @Nullable TypeCodec[] builtIns;

    private final CodecLimits limits;
    private final int maxObjects;
    private final int maxBytes;
    private final int firstHop;
    private @Nullable Object[] references = new Object[64];
    private int referenceCount;
    private TypeCodec[] schemas = new TypeCodec[16];
    private int schemaCount;
    private String lastDescribed = "";
    ByteReader in = IDLE;

    /** Codecs by heads of one byte: built-in types, and classes that a session described and the declared type admits. */
    private final @Nullable TypeCodec[] byHead = new TypeCodec[Byte.MAX_VALUE + 1];

    private @Nullable Object byHeadScope;
    private @Nullable Admission byHeadAdmission;

    /** Neither numbers nor weights: an object is its head and its body. */
    private boolean plain;

    private final @Nullable List<Object> shared;
    private boolean tracking;
    private @Nullable ScopedDecoder scope;
    private Type lastDeclared = Object.class;
    private Admission admission;
    private final OpenObjects open = new OpenObjects();
    final KeyWork keys;
    final Unbacked unbacked = new Unbacked();
    private int start;
    private final Patches patches = new Patches();
    private final Reach reach = new Reach();
    private final List<Deferred> waiting = new ArrayList<>();
    private int lowestOpen = Integer.MAX_VALUE;
    private int depth;
    private int hopDepth;

    /** Levels of {@link DeepReader}, which take no stack. */
    private int onHeap;

    private boolean hopsAllowed = true;
    private boolean careful;
    private @Nullable HookInput hooks;
    private int objects;
    private int slots;
    private int shape;

    GraphReader(Codec codec) {
        this(codec, codec.table().admissionOf(Object.class), BuiltIns.BY_HEAD);
    }

    /** One that reads objects into {@link MessageNode}s and loads no class. */
    static GraphReader describing(Codec codec) {
        return new GraphReader(codec, Admission.DESCRIBING, NodeCodecs.BY_HEAD);
    }

    /** One that reads what a writer for copies wrote. */
    static GraphReader copying(Codec codec, TypeTable table, List<Object> shared) {
        return new GraphReader(codec, table, table.admissionOf(Object.class), SharedValueCodec.BY_HEAD, shared);
    }

    private GraphReader(Codec codec, Admission admission, @Nullable TypeCodec[] builtIns) {
        this(codec, codec.table(), admission, builtIns, null);
    }

    private GraphReader(
            Codec codec,
            TypeTable table,
            Admission admission,
            @Nullable TypeCodec[] builtIns,
            @Nullable List<Object> shared) {
        this.table = table;
        this.shared = shared;
        this.limits = codec.limits();
        this.maxObjects = limits.objects();
        this.maxBytes = limits.bytes();
        this.firstHop = Math.min(DeepStack.FIRST_LEVELS, limits.depth());
        this.admission = admission;
        this.builtIns = builtIns;
        System.arraycopy(builtIns, 0, byHead, 0, GraphWriter.FIRST_DESCRIBED - 1);
        byHead[GraphWriter.NULL] = null;
        byHead[GraphWriter.BACK_REFERENCE] = null;
        this.keys = new KeyWork(limits.objects());
        this.hopDepth = firstHop;
    }

    @Nullable
    Object readMessage(ByteReader source, Type declared, @Nullable ScopedDecoder decoder) {
        in = source;
        start = source.position();
        scope = decoder;
        try {
            if (declared != lastDeclared) {
                admission = table.admissionOf(declared);
                lastDeclared = declared;
            }
            if (in.remaining() > maxBytes) {
                throw new DecodeException(
                        "decode: bytes=" + in.remaining() + " > limits.bytes=" + limits.bytes() + "; raise the limit");
            }
            int header = in.readByte();
            if (Header.isBare(header)) {
                return readBare(Header.bareHead(header));
            }
            Header.check(header, decoder == null ? Header.MESSAGE : decoder.mode());
            tracking = Header.isTracked(header);
            plain = !tracking;
            if (scope != byHeadScope || admission != byHeadAdmission) {
                forgetHeads();
            }
            return readRoot();
        } catch (DecodeException e) {
            e.at(in.position());
            throw e;
        } catch (StackOverflowError e) {
            throw failed(
                    "the calling thread's stack is full, offset=" + in.position() + ", depth=" + depth
                            + "; call with more stack left, or lower the depth limit",
                    e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw failed("the bytes do not fit the class being read, offset=" + in.position() + ": " + e, e);
        } finally {
            clear();
        }
    }

    private @Nullable Object readBare(int head) {
        if (!Header.suitsBare(head)) {
            throw damaged("head=" + head + " of a root without references is unknown");
        }
        tracking = false;
        plain = true;
        objects++;
        Object root = codecOf(head).read(this);
        if (objects > maxObjects) {
            throw overObjects();
        }
        return root;
    }

    private DecodeException failed(String what, Throwable cause) {
        DecodeException failure = new DecodeException("decode: " + what, cause);
        failure.at(in.position());
        return failure;
    }

    /** Reads the graph at the first attempt, or, where it has to wait for objects, at the second or third. */
    private @Nullable Object readRoot() {
        int root = in.position();
        while (true) {
            try {
                return finish(readRef());
            } catch (ReadAgain how) {
                forgetMessage();
                in.position(root);
                keys.startWeighing();
                plain = false;
                careful |= how == CAREFUL;
            }
        }
    }

    private void forgetHeads() {
        Arrays.fill(byHead, GraphWriter.FIRST_DESCRIBED, byHead.length, null);
        byHeadScope = scope;
        byHeadAdmission = admission;
    }

    private void clear() {
        if (plain && depth == 0 && schemaCount == 0 && hooks == null) {
            unbacked.clear();
            lowestOpen = Integer.MAX_VALUE;
            objects = 0;
            slots = 0;
        } else {
            forgetMessage();
            keys.stopWeighing();
            careful = false;
        }
        in = IDLE;
        scope = null;
    }

    private void forgetMessage() {
        if (referenceCount > 0) {
            forgetReferences();
        }
        if (schemaCount > 0) {
            Arrays.fill(schemas, 0, schemaCount, null);
            schemaCount = 0;
            lastDescribed = "";
        }
        if (!waiting.isEmpty()) {
            waiting.clear();
        }
        if (hooks != null) {
            hooks.clear();
            hopsAllowed = true;
        }
        keys.clear();
        unbacked.clear();
        if (keys.isWeighing()) {
            patches.clear();
            reach.clear();
        }
        open.clear();
        lowestOpen = Integer.MAX_VALUE;
        depth = 0;
        onHeap = 0;
        hopDepth = firstHop;
        objects = 0;
        slots = 0;
    }

    private void forgetReferences() {
        if (references.length > RETAINED_REFERENCES) {
            references = new Object[64];
        } else {
            Arrays.fill(references, 0, referenceCount, null);
        }
        referenceCount = 0;
    }

    /** The stream for hooks, made when the first one runs. */
    HookInput hooks() {
        HookInput made = hooks;
        if (made == null) {
            made = HookInput.over(this);
            hooks = made;
        }
        return made;
    }

    /** Begins a hook, as {@link GraphWriter#enterHook} does. */
    long enterHook(boolean ofApplication) {
        long outer = (long) hopDepth << 1 | (hopsAllowed ? 1 : 0);
        if (hopsAllowed) {
            hopsAllowed = !ofApplication;
            hopDepth = ofApplication
                    ? (int) Math.min((long) depth + DeepStack.HOOK_LEVELS, limits.levels())
                    : hopDepth - DeepStack.HOOK_WEIGHT;
        }
        return outer;
    }

    void leaveHook(long outer) {
        hopsAllowed = (outer & 1) != 0;
        hopDepth = (int) (outer >> 1);
    }

    /** Whether the message is read so that codecs are given {@link Hole}s. */
    boolean isPatient() {
        return keys.isWeighing();
    }

    /** Whether hooks wait until all that they read is there. */
    boolean isCareful() {
        return careful;
    }

    /** Makes hooks wait, for which the message is read anew. */
    void requireCareful() {
        if (!careful) {
            throw CAREFUL;
        }
    }

    /** Whether a back reference has met the object that is being read, which then is not what it resolves to. */
    boolean isReached() {
        return tracking && open.isReached(depth);
    }

    /** Runs {@code build} when no part is a hole any more; whether that is now. */
    boolean whenFilled(@Nullable Object[] parts, Object container, Runnable build) {
        boolean[] done = new boolean[1];
        patches.whenFilled(parts, () -> {
            build.run();
            if (done[0]) {
                patches.removePartial(container);
            }
            done[0] = true;
        });
        if (!done[0]) {
            patches.addPartial(container);
            done[0] = true;
            return false;
        }
        return true;
    }

    /** Whether what comes next refers to an object that was read before. */
    boolean isAtBackReference() {
        return in.remaining() > 0 && in.array()[in.position()] == GraphWriter.BACK_REFERENCE;
    }

    /** Reads a reference to an object that nothing refers to, before or after. */
    @Nullable
    Object readUnshared() {
        if (isAtBackReference()) {
            throw damaged("back reference to an object that is shared with nobody");
        }
        int number = referenceCount;
        Object value = readRef();
        if (referenceCount > number && references[number] == value) {
            references[number] = UNSHARED;
        }
        return value;
    }

    /** What the declared type lets in. */
    Admission admission() {
        return admission;
    }

    /** Reads any reference. */
    @Nullable
    Object readRef() {
        int head = in.readVarInt();
        if (head == GraphWriter.NULL) {
            return null;
        }
        return head == GraphWriter.BACK_REFERENCE ? readBackReference() : readBody(codecOf(head));
    }

    /**
     * Whether an object of the class that generated code expects follows, whose body is then the caller's to read,
     * followed by {@link #end}; if not, nothing is read.
     */
    boolean begin(TypeCodec expected) {
        ByteReader source = in;
        int at = source.position();
        if (plain && at < source.limit()) {
            int head = source.array()[at];
            if (head >= 0 && byHead[head] == expected && depth < hopDepth) {
                source.advanceTo(at + 1);
                objects++;
                depth++;
                return true;
            }
        }
        return false;
    }

    /** The same for the body of an element whose class is known. */
    boolean beginBody() {
        if (plain && depth < hopDepth) {
            objects++;
            depth++;
            return true;
        }
        return false;
    }

    /** Ends the object that {@link #begin} left to the caller. */
    void end() {
        depth--;
    }

    @Nullable
    Object readBody(TypeCodec codec) {
        return keys.isWeighing() ? readPatiently(codec) : readPlain(codec);
    }

    /** Reads the body of an object of a message that {@link KeyWork.Restart} made us read anew. */
    private @Nullable Object readPatiently(TypeCodec codec) {
        int number = codec.tracked && tracking ? referenceCount : -1;
        int nesting = keys.nesting();
        int from = in.position();
        long outerWeight = keys.open(codec);
        int outerLowest = lowestOpen;
        lowestOpen = Reach.NOWHERE;
        int outerGiven = patches.enter();
        Object value = readPlain(codec.patient());
        patches.leave(outerGiven, codec, value);
        keys.close(codec, outerWeight, nesting, number, in.position() - from);
        if (number >= 0) {
            reach.close(number, lowestOpen);
        }
        lowestOpen = Math.min(outerLowest, lowestOpen);
        return value;
    }

    private @Nullable Object readPlain(TypeCodec codec) {
        objects++;
        depth++;
        if (tracking) {
            open.enter(depth, codec, referenceCount);
        }
        Object value = depth > hopDepth ? readDeep(codec) : codec.read(this);
        depth--;
        return value;
    }

    /** The levels for which the stack has room. */
    int room() {
        return hopDepth - depth;
    }

    /** Begins an object that takes no stack: the room stays as it is. */
    void enterDeep(TypeCodec codec, int room) {
        objects++;
        depth++;
        onHeap++;
        requireDepth(codec);
        if (tracking) {
            open.enter(depth, codec, referenceCount);
        }
        hopDepth = Math.min(depth + room, limits.levels());
    }

    void leaveDeep(int room) {
        depth--;
        onHeap--;
        hopDepth = Math.min(depth + room, limits.levels());
    }

    private void requireDepth(TypeCodec codec) {
        if (depth - onHeap > limits.depth() || depth > limits.levels()) {
            throw new DecodeException("decode: depth=" + depth + " > limits.depth=" + limits.depth() + ", offset="
                    + in.position() + ", class=" + codec.type.getName() + "; the message is nested too deeply");
        }
    }

    private @Nullable Object readDeep(TypeCodec codec) {
        requireDepth(codec);
        if (!hopsAllowed) {
            throw new DecodeException("decode: levels within a hook=" + (DeepStack.HOOK_LEVELS + 1) + " > HOOK_LEVELS="
                    + DeepStack.HOOK_LEVELS + ", offset=" + in.position() + ", class=" + codec.type.getName()
                    + "; objects with their own readObject are nested too deeply");
        }
        int outer = hopDepth;
        hopDepth = Math.min(Math.min(depth + DeepStack.LEVELS, onHeap + limits.depth()), limits.levels());
        Object value = DeepStack.read(codec, this);
        hopDepth = outer;
        return value;
    }

    TypeCodec codecOf(int head) {
        if (head < 0) {
            throw damaged("head=" + Integer.toUnsignedString(head) + " is unknown");
        }
        return head < GraphWriter.FIRST_DESCRIBED
                ? BuiltIns.read(head, this)
                : describedCodec(head - GraphWriter.FIRST_DESCRIBED);
    }

    private TypeCodec describedCodec(int index) {
        if (scope != null && scope.mode() == Header.SESSION) {
            int head = GraphWriter.FIRST_DESCRIBED + index;
            if (head < byHead.length && byHead[head] != null) {
                return byHead[head];
            }
            TypeCodec codec = scope.schema(index, in.position()).bind(admission, table, in.position());
            if (head < byHead.length) {
                byHead[head] = codec;
            }
            return codec;
        }
        return index < schemaCount ? schemas[index] : readSchema(index);
    }

    private TypeCodec readSchema(int index) {
        if (index != schemaCount) {
            throw damaged("schema index=" + index + " > known=" + schemaCount);
        }
        if (index >= limits.schemas()) {
            throw new DecodeException("decode: schemas=" + (index + 1) + " > limits.schemas=" + limits.schemas()
                    + ", offset=" + in.position() + "; the message describes too many classes");
        }
        if (index == schemas.length) {
            schemas = Arrays.copyOf(schemas, 2 * index);
        }
        if (shared != null) {
            schemas[schemaCount++] = (TypeCodec) readShared();
            return schemas[index];
        }
        RemoteSchema schema;
        if (scope == null) {
            int length = in.readCount(1);
            schema = table.schemaOf(in.array(), in.position(), length, lastDescribed);
            lastDescribed = schema.descriptor.className;
            in.skip(length);
        } else {
            schema = scope.schemaOf(in.readInt64(), in.position());
        }
        TypeCodec codec = schema.bind(admission, table, in.position());
        schemas[schemaCount++] = codec;
        return codec;
    }

    /** Reads the head of an object that is there. */
    TypeCodec readHead() {
        int head = in.readVarInt();
        if (head == GraphWriter.NULL || head == GraphWriter.BACK_REFERENCE) {
            throw damaged("head=" + head + " names no class");
        }
        return codecOf(head);
    }

    /** Reads the class that {@link GraphWriter#writeType} named. */
    Class<?> readType() {
        int dimensions = 0;
        int head = in.readVarInt();
        while (head == BuiltIns.ARRAY) {
            if (++dimensions > 200) {
                throw damaged("array dimensions=" + dimensions + " > 200");
            }
            head = in.readVarInt();
        }
        if (head <= GraphWriter.BACK_REFERENCE) {
            throw damaged("head=" + head + " names no class");
        }
        TypeCodec codec = codecOf(head);
        Class<?> type = codec.type;
        if (MessageNode.class.isAssignableFrom(type)) {
            throw SkippingCodec.notNameable(codec, in.position());
        }
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }

    @Nullable
    Object readBackReference() {
        int number = in.readVarInt();
        if (Integer.compareUnsigned(number, referenceCount) >= 0) {
            throw damaged("back reference=" + Integer.toUnsignedString(number) + " > known=" + referenceCount);
        }
        Object value = references[number];
        if (value instanceof Hole hole) {
            patches.give(keys.requireWeighing(hole));
        }
        if (value == UNSHARED) {
            throw damaged("back reference=" + number + " to an object that is shared with nobody");
        }
        if (!(value instanceof String)) {
            keys.visit(number, in.position());
        }
        if (open.reach(number, depth)) {
            lowestOpen = Math.min(lowestOpen, number);
        } else if (keys.isWeighing()) {
            lowestOpen = Math.min(lowestOpen, reach.of(number, open, depth));
        }
        return value;
    }

    /** Bytes that the message has at most. */
    int messageBytes() {
        return in.limit() - start;
    }

    /** Checks what a number takes written out in full, its scale's zeros with it. */
    void requireDigits(long digits) {
        if (digits > limits.digits()) {
            throw new DecodeException("decode: digits=" + digits + " > limits.digits=" + limits.digits() + ", offset="
                    + in.position() + "; the number is too long");
        }
        keys.checkDigits(digits, in.position());
    }

    /** The lowest number of an unfinished object that a back reference reached since {@link #beginKey}. */
    int lowestOpen() {
        return lowestOpen;
    }

    /** Forgets what back references reached, before a key is read. */
    void beginKey() {
        lowestOpen = Reach.NOWHERE;
        keys.enterKeys(in.position());
    }

    /**
     * Ends a key: whether what was read since {@link #beginKey} reaches the container numbered {@code own}, what
     * encloses it, or a container that is filled last.
     */
    boolean isKeyIncomplete(int own) {
        keys.leaveKeys();
        return lowestOpen <= own;
    }

    /** Ends the keys of a container; {@code rest} is what enters it when the whole message is read. */
    void endKeys(int lowest, @Nullable Deferred rest) {
        lowestOpen = rest == null ? lowest : Reach.END;
        if (rest != null) {
            keys.requireWeighing(UNFINISHED);
            waiting.add(rest);
            patches.addPartial(rest.container());
        }
    }

    /** Whether a record that keeps something else than {@code part} may lack elements that {@code part} gets later. */
    boolean isPartial(@Nullable Object part) {
        return patches.isPartial(part);
    }

    /** An array of which elements are set later. */
    void awaitElement(Object[] array, int index, Hole element) {
        patches.addPartial(array);
        element.then(built -> {
            array[index] = built;
            patches.removePartial(array);
        });
    }

    private @Nullable Object finish(@Nullable Object root) {
        Object finished = complete(root);
        if (hooks != null) {
            hooks.validate();
        }
        return finished;
    }

    private @Nullable Object complete(@Nullable Object root) {
        if (objects > maxObjects) {
            throw overObjects();
        }
        if (!keys.isWeighing()) {
            return root;
        }
        Deferred.finish(waiting, this);
        patches.requireFilled(in.position());
        return Patches.filled(root);
    }

    /** What a value just read is if it stands for an object that is not built yet; the codec says what comes then. */
    @Nullable
    Hole takeHole(@Nullable Object value) {
        return patches.take(value);
    }

    /**
     * Builds the object that took {@code number} from its parts, or, where one of them is not built yet, arranges that
     * and gives a {@link Hole}.
     */
    Object build(int number, @Nullable Object[] parts, Function<@Nullable Object[], Object> factory) {
        if (!keys.isWeighing()) {
            Object value = factory.apply(parts);
            fill(number, value);
            return value;
        }
        Hole hole = number < 0 ? patches.open() : (Hole) references[number];
        patches.whenFilled(parts, () -> fillHole(number, hole, factory.apply(parts)));
        return hole.isFilled() ? Objects.requireNonNull(hole.value()) : hole;
    }

    /** Arranges that an object is built of keys when the whole message is read. */
    Hole buildLast(int number, KeyedFill keyed, Supplier<Object> factory) {
        keys.requireWeighing(UNFINISHED);
        Hole hole = number < 0 ? patches.open() : (Hole) references[number];
        keyed.thenBuild(() -> {
            Object value = factory.get();
            fillHole(number, hole, value);
            return value;
        });
        return hole;
    }

    private void fillHole(int number, Hole hole, @Nullable Object value) {
        if (number >= 0) {
            references[number] = value;
        }
        patches.fill(hole, value);
    }

    /** The number given last. */
    int lastNumber() {
        return referenceCount - 1;
    }

    /** Gives {@code value} the next number; called when it is allocated, before its own references are read. */
    void register(Object value) {
        if (tracking) {
            int number = referenceCount;
            if (number == references.length) {
                references = Arrays.copyOf(references, 2 * number);
            }
            references[number] = value;
            referenceCount = number + 1;
        }
    }

    /** Takes the next number for an object that exists only when its parts are read; pass it to {@link #fill}. */
    int reserve() {
        if (!tracking) {
            return -1;
        }
        if (referenceCount == references.length) {
            references = Arrays.copyOf(references, 2 * referenceCount);
        }
        references[referenceCount] = keys.isWeighing() ? patches.open() : UNFINISHED;
        return referenceCount++;
    }

    /** The number that the next numbered object gets, or -1 where none are given. */
    int nextNumber() {
        return tracking ? referenceCount : -1;
    }

    void fill(int number, @Nullable Object value) {
        if (number < 0) {
            return;
        }
        if (references[number] instanceof Hole hole && hole != UNFINISHED) {
            fillHole(number, hole, value);
        } else {
            references[number] = value;
        }
    }

    /** Reads a string slot. */
    @Nullable
    String readString() {
        ByteReader source = in;
        int at = source.position();
        if (at < source.limit()) {
            byte[] array = source.array();
            int length = array[at] - GraphWriter.FIRST_LATIN_STRING;
            if (length >= 0 && length < source.limit() - at) {
                source.advanceTo(at + 1 + length);
                objects++;
                String value = Strings.latin1(array, at + 1, length);
                register(value);
                return value;
            }
        }
        return readOtherString();
    }

    private @Nullable String readOtherString() {
        int head = in.readVarInt();
        if (head == GraphWriter.NULL) {
            return null;
        }
        if (head == GraphWriter.BACK_REFERENCE) {
            if (tracking) {
                return (String) readBackReference();
            }
            objects++;
            return RepeatedStrings.read(in, start);
        }
        objects++;
        return readChars(head);
    }

    /** What {@link GraphWriter#writeShared} put in the list. */
    Object readShared() {
        return Objects.requireNonNull(shared, "list of a reader that copies").get(in.readVarInt());
    }

    /** Reads the body of a string and gives it its number. */
    String readChars(int head) {
        String value;
        if (head >= GraphWriter.FIRST_LATIN_STRING) {
            int length = head - GraphWriter.FIRST_LATIN_STRING;
            in.require(length);
            int at = in.position();
            value = Strings.latin1(in.array(), at, length);
            in.advanceTo(at + length);
        } else if (head == GraphWriter.WIDE_STRING) {
            int length = in.readCount(2);
            int at = in.position();
            value = Strings.utf16(in.array(), at, length);
            in.position(at + 2 * length);
        } else if (head == GraphWriter.SHARED_STRING && shared != null) {
            value = (String) readShared();
        } else {
            throw damaged("string head=" + Integer.toUnsignedString(head) + " is unknown");
        }
        register(value);
        return value;
    }

    /**
     * Reads a count of elements of at least {@code bytesEach} bytes, checked against what remains and against the
     * budget.
     */
    int readSlots(int bytesEach) {
        return requireSlots(in.readVarInt(), bytesEach);
    }

    /** Reads count and shape of a collection and gives the count, checked as by {@link #readSlots}. */
    int readShaped(int bytesEach) {
        int head = in.readVarInt();
        shape = head & (1 << Elements.SHAPE_BITS) - 1;
        return requireSlots(head >>> Elements.SHAPE_BITS, bytesEach);
    }

    /** The shape that came with the last count. */
    int shape() {
        return shape;
    }

    /** Counts a string and gives it its number. */
    void addString(String value) {
        objects++;
        register(value);
    }

    private int requireSlots(int count, int bytesEach) {
        if (count < 0 || (long) count * bytesEach > in.remaining()) {
            throw damaged("count=" + Integer.toUnsignedString(count) + " > remaining=" + in.remaining() + " bytes");
        }
        slots += count;
        if (objects > maxObjects) {
            throw overObjects();
        }
        if (slots < 0 || slots > limits.arraySlots()) {
            throw new DecodeException("decode: arraySlots=" + Integer.toUnsignedString(slots) + " > limits.arraySlots="
                    + limits.arraySlots() + ", offset=" + in.position() + "; the message is too large");
        }
        return count;
    }

    DecodeException damaged(String what) {
        return new DecodeException("decode: " + what + ", offset=" + in.position() + "; the stream is damaged");
    }

    private DecodeException overObjects() {
        return new DecodeException("decode: objects=" + objects + " > limits.objects=" + limits.objects() + ", offset="
                + in.position() + "; the message is too large");
    }
}
