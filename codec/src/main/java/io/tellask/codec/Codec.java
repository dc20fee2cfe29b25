package io.tellask.codec;

import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.bytes.Segments;
import io.tellask.codec.graph.ReadScope;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.message.MessageReader;
import io.tellask.codec.message.MessageWriter;
import io.tellask.codec.message.Pool;
import io.tellask.codec.node.NodeCodecs;
import io.tellask.codec.registry.Copier;
import io.tellask.codec.registry.TypeCheck;
import io.tellask.codec.registry.TypeTable;
import io.tellask.codec.trust.Admission;
import io.tellask.codec.trust.Closure;
import io.tellask.codec.trust.Grants;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns object graphs into bytes and back, for the classes it was told to trust.
 *
 * <p>A class enters in three ways: it is built in (strings, numbers, arrays, the collections and time types of the
 * JDK); it lies in the closure of the declared type, that is the type itself and every final class, record, enum and
 * sealed type reachable through fields and generic parameters; or it is granted here. Any other class is refused by
 * name before it is loaded.
 *
 * {@snippet :
 * Order order = new Order("ada");
 * Codec codec = Codec.standard();
 * byte[] bytes = codec.encode(order);
 * Order back = codec.decode(bytes, Order.class);
 * }
 *
 * <p>Objects are copied field by field, without running their constructors; a record's constructor runs, and so do
 * the hooks of Java serialization, and a {@link CustomCodec} where one is given. Lambdas, dynamic proxies and {@code
 * Class} objects travel where the {@linkplain CodecBuilder#allowLambdas builder allows} them. What stands for something
 * of this process is refused by name. Other versions of a class are read by the names of their fields, see {@link
 * Schema}.
 *
 * <p>Identity is kept: what was shared is shared again, cycles close, also through records and immutable collections,
 * and keys on cycles are found in their tables. Values, such as numbers, enums, times and optionals, have no identity.
 *
 * <p>Failures are {@link EncodeException} and {@link DecodeException}; the codec stays usable and an output buffer is
 * as before. Immutable and thread-safe; share one. It keeps what it has learned about classes, and per processor a few
 * buffers, none that a message made larger than a megabyte.
 */
public final class Codec implements Encoding {
    private static final Codec STANDARD = builder().build();
    private static final int INITIAL_BYTES = 256;
    private static final int RETAINED_BYTES = 1 << 20;

    /** A copy of the builder, which nobody changes any more. */
    private final CodecBuilder options;

    private final CodecLimits limits;
    private final boolean trackReferences;
    private final TypeTable table;
    private final Copier copier;

    /** Of classes that texts were read for. */
    private final Map<Class<?>, ClassDescription> descriptions = new ConcurrentHashMap<>();

    private final Pool<ByteWriter> buffers = new Pool<>(() -> new ByteWriter(INITIAL_BYTES));
    private final Pool<MessageWriter> writers = new Pool<>(this::newWriter);
    private final Pool<MessageReader> readers = new Pool<>(this::newReader);
    private final Pool<MessageReader> describers = new Pool<>(this::newDescriber);

    Codec(CodecBuilder builder) {
        options = new CodecBuilder(builder);
        limits = options.limits;
        trackReferences = options.trackReferences;
        CustomTypes customs = new CustomTypes(options.customs);
        Grants grants = new Grants(options.grants, customs.types(), limits.unknownNames(), BuiltIns::contains);
        table = new TypeTable(grants, options.schema, options.unknownClasses, customs);
        copier = new Copier(table.copying(), limits);
    }

    public static CodecBuilder builder() {
        return new CodecBuilder();
    }

    /**
     * A codec without grants: it takes built-in types and the closure of each declared type. It lives as long as the
     * process, and a codec keeps the classes it has met: an application that unloads class loaders gives each of them
     * a codec of its own.
     */
    public static Codec standard() {
        return STANDARD;
    }

    /** A builder that begins with all that this codec has. */
    public CodecBuilder toBuilder() {
        return new CodecBuilder(options);
    }

    @Override
    public String mediaType() {
        return "application/vnd.tellask";
    }

    /**
     * Encodes a message that carries its own descriptors; the closure of the value's class is admitted. It is for a reader that decodes that
     * class: {@code decode(bytes, Pet.class)} takes a {@code Dog} only where it is granted, or {@code Pet} is sealed, and {@code encode(dog,
     * Pet.class)} refuses here what would be refused there.
     */
    @Override
    public byte[] encode(@Nullable Object value) {
        ByteWriter out = new ByteWriter(INITIAL_BYTES);
        encode(value, out);
        return out.toByteArray();
    }

    @Override
    public byte[] encode(@Nullable Object value, Type declared) {
        Objects.requireNonNull(declared, "declared");
        ByteWriter out = new ByteWriter(INITIAL_BYTES);
        encode(value, declared, null, out);
        return out.toByteArray();
    }

    @Override
    public void encode(@Nullable Object value, Type declared, ByteWriter out) {
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(out, "out");
        encode(value, declared, null, out);
    }

    /** Appends what {@link #encode(Object)} gives. */
    public void encode(@Nullable Object value, ByteWriter out) {
        Objects.requireNonNull(out, "out");
        encode(value, value == null ? Object.class : value.getClass(), null, out);
    }

    /**
     * Writes what {@link #encode(Object)} gives into an array, from {@code offset}.
     *
     * @return the number of bytes
     * @throws TargetTooSmallException if the message does not fit; the target is as before, as on every failure
     */
    public int encode(@Nullable Object value, byte[] target, int offset) {
        Objects.checkIndex(offset, target.length + 1);
        return (int) encode(value, MemorySegment.ofArray(target).asSlice(offset));
    }

    /**
     * Writes what {@link #encode(Object)} gives to the start of a segment, on or off the heap.
     *
     * @return the number of bytes
     * @throws TargetTooSmallException if the message does not fit; the target is as before, as on every failure
     */
    public long encode(@Nullable Object value, MemorySegment target) {
        Objects.requireNonNull(target, "target");
        ByteWriter out = buffers.take();
        try {
            out.clear();
            encode(value, out);
            if (out.position() > target.byteSize()) {
                throw new TargetTooSmallException(out.position(), target.byteSize());
            }
            Segments.store(out, target);
            return out.position();
        } finally {
            buffers.end(out, out.array().length <= RETAINED_BYTES);
        }
    }

    /** The same for a buffer, from its position, which moves behind the message. */
    public int encode(@Nullable Object value, ByteBuffer target) {
        Objects.requireNonNull(target, "target");
        int length = (int) encode(value, MemorySegment.ofBuffer(target));
        target.position(target.position() + length);
        return length;
    }

    /**
     * Decodes one whole message into an object of {@code type}; the closure of {@code type} is admitted besides the
     * grants. A primitive stands for its box.
     *
     * @throws DecodeException if the bytes are damaged, hold another type, are over a limit, or name a class that is
     * not granted
     */
    @Override
    public <T> @Nullable T decode(byte[] bytes, Class<T> type) {
        Objects.requireNonNull(type, "type");
        return Closure.cast(decode(bytes, (Type) type), type);
    }

    @Override
    public @Nullable Object decode(byte[] bytes, Type declared) {
        Objects.requireNonNull(declared, "declared");
        ByteReader in = new ByteReader(bytes);
        Object value = decode(in, declared);
        requireEnd(in);
        return value;
    }

    /** Decodes one whole message from a range of an array, as {@link #decode(byte[], Class)} does. */
    public <T> @Nullable T decode(byte[] source, int offset, int length, Class<T> type) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(type, "type");
        ByteReader in = new ByteReader();
        in.wrap(source, offset, length);
        return decodeWhole(in, type);
    }

    /** Decodes the whole of a segment, on or off the heap, as {@link #decode(byte[], Class)} does. */
    public <T> @Nullable T decode(MemorySegment source, Class<T> type) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(type, "type");
        return decodeWhole(Segments.reader(source, limits), type);
    }

    /** Decodes the whole of a segment into an object of a generic type, as {@link #decode(byte[], Class)} does. */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T decode(MemorySegment source, TypeOf<T> declared) {
        Objects.requireNonNull(source, "source");
        ByteReader in = Segments.reader(source, limits);
        Object value = decode(in, declared.type());
        requireEnd(in);
        return (T) value;
    }

    /** Decodes all that remains in a buffer into an object of a generic type, as {@link #decode(ByteBuffer, Class)} does. */
    public <T> @Nullable T decode(ByteBuffer source, TypeOf<T> declared) {
        Objects.requireNonNull(source, "source");
        T value = decode(MemorySegment.ofBuffer(source), declared);
        source.position(source.limit());
        return value;
    }

    /** Decodes all that remains in a buffer; its position moves to its limit, or stays where it is on failure. */
    public <T> @Nullable T decode(ByteBuffer source, Class<T> type) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(type, "type");
        T value = decode(MemorySegment.ofBuffer(source), type);
        source.position(source.limit());
        return value;
    }

    private <T> @Nullable T decodeWhole(ByteReader in, Class<T> type) {
        Object value = decode(in, type);
        requireEnd(in);
        return Closure.cast(value, type);
    }

    private static void requireEnd(ByteReader in) {
        if (in.remaining() != 0) {
            throw DecodeException.at(
                    in.position(), "decode: bytes=" + in.remaining() + " follow the message; cut them off");
        }
    }

    /**
     * Copies a graph: every object of it that can change, with shared references and cycles, whether or not this codec
     * tracks them. Strings and other immutable values of the JDK, constants of enums, and classes are the same in both.
     * Hooks of Java serialization run as in encoding and decoding. The closure of the value's class is admitted besides
     * the grants, and the limits hold. A {@link MessageNode} is not copied.
     *
     * @throws EncodeException if a class is not granted or cannot be encoded, a node is met, or a limit is passed
     * @throws DecodeException if an object cannot be built
     */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T copy(@Nullable T original) {
        return original == null ? null : (T) copier.copy(original);
    }

    /** Reads one message that carries its own descriptors from the position of {@code in}, which ends behind it. */
    public @Nullable Object decode(ByteReader in, Type declared) {
        Objects.requireNonNull(declared, "declared");
        return decode(in, declared, (ScopedDecoder) null);
    }

    @Override
    public @Nullable Object decode(ByteReader in, Type declared, HeapBudget budget) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(declared, "declared");
        Objects.requireNonNull(budget, "budget");
        long start = in.offset();
        Object value = checked(read(readers, in, declared, null, budget), in, declared, start);
        requireEnd(in);
        return value;
    }

    /**
     * Reads one whole message without any class of it: into null, an immutable value of the JDK, or a {@link
     * MessageNode}. Nothing needs to be granted, because nothing is loaded.
     *
     * @throws DecodeException if the bytes are damaged or over a limit, or are no standalone message
     */
    public @Nullable Object describe(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return describe(new ByteReader(bytes));
    }

    /**
     * As {@link #describe(byte[])}, of all that remains of {@code in}. References to actors are what {@link
     * ByteReader#references()} says of their numbers.
     */
    public @Nullable Object describe(ByteReader in) {
        Objects.requireNonNull(in, "in");
        Object model = describe(in, null);
        requireEnd(in);
        return model;
    }

    /** Starts a stream of many graphs. */
    public GraphOutput newGraphOutput(OutputStream target) {
        return new GraphOutput(this, Objects.requireNonNull(target, "target"));
    }

    /** Reads a stream of many graphs. */
    public GraphInput newGraphInput(InputStream source) {
        return new GraphInput(this, Objects.requireNonNull(source, "source"));
    }

    /** The classes that this codec and the declared types let in, for encodings that name classes in their own way. */
    public TrustedClasses trustedBy(Type... declared) {
        return new TrustedClasses(table, table.admissionOf(declared), descriptions);
    }

    /** An encoder for one session whose messages have {@code form}, whatever the builder chose; else as the other. */
    public ScopedEncoder newScopedEncoder(SchemaSink sink, MessageForm form) {
        Objects.requireNonNull(form, "form");
        return new ScopedEncoder(this, form == MessageForm.WIDE, Objects.requireNonNull(sink, "sink"), null);
    }

    /** An encoder for one session: {@code sink} takes each class descriptor to the other side, once. */
    public ScopedEncoder newScopedEncoder(SchemaSink sink) {
        return new ScopedEncoder(this, isWide(true), Objects.requireNonNull(sink, "sink"), null);
    }

    /** A decoder for one session. */
    public ScopedDecoder newScopedDecoder() {
        return new ScopedDecoder(this, null);
    }

    /**
     * An encoder for bytes that are kept: they name classes by 64-bit fingerprints, whose descriptors {@code sink}
     * keeps.
     */
    public ScopedEncoder newStoreEncoder(FingerprintSink sink) {
        return new ScopedEncoder(this, isWide(false), null, Objects.requireNonNull(sink, "sink"));
    }

    /** A decoder for kept bytes; {@code descriptors} gives the descriptor of a fingerprint, or null. */
    public ScopedDecoder newStoreDecoder(LongFunction<byte @Nullable []> descriptors) {
        return new ScopedDecoder(this, Objects.requireNonNull(descriptors, "descriptors"));
    }

    /**
     * Refuses a declared type that could never be encoded, naming the path to the class at fault and the remedy.
     *
     * @throws EncodeException if a class that the type certainly holds is a thread, stream or the like, or cannot be
     * accessed
     */
    public void check(Type declared) {
        Objects.requireNonNull(declared, "declared");
        new TypeCheck(table).check(declared);
    }

    /**
     * Whether objects of some class below an open type were granted: one of the classes, a whole package, lambdas, or proxies of the type.
     * Built-in types are not counted.
     */
    public boolean grantsSomeOf(Class<?> type) {
        Objects.requireNonNull(type, "type");
        return table.grants().grantsSomeOf(type);
    }

    /** The class of a name that a declared type lets in, as when a message is decoded into it; null if it lets in none. */
    public @Nullable Class<?> find(String name, Type declared) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(declared, "declared");
        return table.admissionOf(declared).find(name);
    }

    public CodecLimits limits() {
        return limits;
    }

    private MessageWriter newWriter() {
        return new MessageWriter(table, limits, tracksReferences(), isWide(false));
    }

    private MessageReader newReader() {
        return new MessageReader(table, limits, table.admissionOf(Object.class), BuiltIns.BY_HEAD, null);
    }

    /** One that reads objects into {@link MessageNode}s and loads no class. */
    private MessageReader newDescriber() {
        return new MessageReader(table, limits, Admission.DESCRIBING, NodeCodecs.BY_HEAD, null);
    }

    /** Whether messages of a session, or others, are written in the wide form. */
    boolean isWide(boolean ofSession) {
        MessageForm chosen = options.form;
        return chosen == null ? ofSession : chosen == MessageForm.WIDE;
    }

    TypeTable table() {
        return table;
    }

    boolean tracksReferences() {
        return trackReferences;
    }

    void encode(@Nullable Object value, Type declared, @Nullable ScopedEncoder scope, ByteWriter out) {
        MessageWriter writer = writers.take();
        boolean done = false;
        try {
            writer.write(value, declared, scope == null ? null : scope.scope, out);
            done = true;
        } finally {
            writers.end(writer, done);
        }
    }

    /** Writes a graph in parts. */
    void encodeParts(@Nullable Object value, Type declared, ScopedEncoder scope, ByteWriter out, SentParts parts) {
        MessageWriter writer = writers.take();
        boolean done = false;
        try {
            writer.writeParts(value, declared, scope.scope, out, parts);
            done = true;
        } finally {
            writers.end(writer, done);
        }
    }

    /** The same, by the way that the last call of the scope found, if this thread made it. */
    void encodeScoped(@Nullable Object value, Type declared, ScopedEncoder scope, ByteWriter out) {
        Thread thread = Thread.currentThread();
        Pool.Slot<MessageWriter> slot = scope.lastSlot;
        MessageWriter writer = slot == null ? null : slot.take(thread);
        if (slot == null || writer == null) {
            scope.lastSlot = writers.slotOf(thread);
            encode(value, declared, scope, out);
            return;
        }
        boolean done = false;
        try {
            writer.write(value, declared, scope.scope, out);
            done = true;
        } finally {
            slot.end(done);
        }
    }

    @Nullable
    Object describe(ByteReader in, @Nullable ScopedDecoder scope) {
        return read(describers, in, Object.class, scope == null ? null : scope.scope, null);
    }

    @Nullable
    Object decode(ByteReader in, Type declared, @Nullable ScopedDecoder scope) {
        long start = in.offset();
        Object value = scope == null ? read(readers, in, declared, null, null) : readScoped(in, declared, scope, null);
        return checked(value, in, declared, start);
    }

    /** As {@link #decode(ByteReader, Type, ScopedDecoder)}, within a budget. */
    @Nullable
    Object decode(ByteReader in, Type declared, ScopedDecoder scope, HeapBudget budget) {
        long start = in.offset();
        return checked(readScoped(in, declared, scope, budget), in, declared, start);
    }

    private @Nullable Object checked(@Nullable Object value, ByteReader in, Type declared, long start) {
        Closure.requireType(value, declared, in.offset());
        if (!(declared instanceof Class<?>)) {
            table.elementsOf(declared).check(value, in.offset(), in.bytesSince(start));
        }
        return value;
    }

    /** Reads a graph that arrives in parts; with {@code describing} without its classes. */
    @Nullable
    Object readParts(ByteReader in, Type declared, ScopedDecoder scope, boolean describing) {
        Pool<MessageReader> pool = describing ? describers : readers;
        MessageReader reader = pool.take();
        boolean done = false;
        try {
            Object value = reader.readStreamed(in, declared, scope.scope);
            done = true;
            return describing ? value : checked(value, in, declared, 0);
        } finally {
            pool.end(reader, done);
        }
    }

    /** The same as {@link #read} within a budget, by the way that the last call of the scope found, if this thread made it. */
    private @Nullable Object readScoped(
            ByteReader in, Type declared, ScopedDecoder scope, @Nullable HeapBudget budget) {
        Thread thread = Thread.currentThread();
        Pool.Slot<MessageReader> slot = scope.lastSlot;
        MessageReader reader = slot == null ? null : slot.take(thread);
        if (slot == null || reader == null) {
            scope.lastSlot = readers.slotOf(thread);
            return read(readers, in, declared, scope.scope, budget);
        }
        boolean done = false;
        try {
            Object value = reader.read(in, declared, scope.scope, budget);
            done = true;
            return value;
        } finally {
            slot.end(done);
        }
    }

    private static @Nullable Object read(
            Pool<MessageReader> pool,
            ByteReader in,
            Type declared,
            @Nullable ReadScope scope,
            @Nullable HeapBudget budget) {
        MessageReader reader = pool.take();
        boolean done = false;
        try {
            Object value = reader.read(in, declared, scope, budget);
            done = true;
            return value;
        } finally {
            pool.end(reader, done);
        }
    }
}
