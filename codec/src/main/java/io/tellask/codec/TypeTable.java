package io.tellask.codec;

import io.tellask.codec.bytes.Varints;
import io.tellask.codec.hashing.HeldReferences;
import io.tellask.codec.jdk.JdkStreamTypes;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.FieldMatch;
import io.tellask.codec.trust.Admission;
import io.tellask.codec.trust.Closure;
import io.tellask.codec.trust.Grants;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one {@link Codec} has learned about classes: their codecs, what declared types admit, descriptors of other
 * writers. Thread-safe.
 */
final class TypeTable implements JdkStreamTypes {
    private static final int MAX_SCHEMAS = 4_096;

    /** Of heap, as {@link Descriptor#heapBytes} estimates it. */
    private static final int MAX_SCHEMA_BYTES = 8 << 20;

    private static final int MAX_GENERATED_READERS = 128;

    /** Nobody changes them any more. */
    private final CodecBuilder options;

    private final Grants grants;
    private final CustomTypes customs;
    private final boolean copying;
    private final AtomicInteger ordinals = new AtomicInteger();
    private final AtomicInteger generatedReaders = new AtomicInteger();
    private final Map<Long, KnownSchema> schemas = new ConcurrentHashMap<>();
    private final AtomicInteger schemaBytes = new AtomicInteger();
    private final Map<Type, Admission> genericAdmissions = new ConcurrentHashMap<>();
    private final Map<Type, ElementTypes> elements = new ConcurrentHashMap<>();
    private volatile ElementTypes lastElements = ElementTypes.NONE;

    private final ClassValue<TypeCodec> codecs = new ClassValue<>() {
        @Override
        protected TypeCodec computeValue(Class<?> type) {
            return create(type);
        }
    };

    private final ClassValue<HeldReferences> references = new ClassValue<>() {
        @Override
        protected HeldReferences computeValue(Class<?> type) {
            return new HeldReferences(type, new ClassAccess(grants.lookups));
        }
    };

    private final ClassValue<TypeOnlyCodec> typeOnly = new ClassValue<>() {
        @Override
        protected TypeOnlyCodec computeValue(Class<?> type) {
            return new TypeOnlyCodec(type, ordinals.getAndIncrement());
        }
    };

    private final ClassValue<Admission> admissions = new ClassValue<>() {
        @Override
        protected Admission computeValue(Class<?> type) {
            return admit(type);
        }
    };

    TypeTable(CodecBuilder options) {
        this(options, grantsOf(options), false);
    }

    private TypeTable(CodecBuilder options, Grants grants, boolean copying) {
        this.options = options;
        this.grants = grants;
        this.copying = copying;
        this.customs = new CustomTypes(options.customs);
    }

    private static Grants grantsOf(CodecBuilder options) {
        List<Class<?>> customs = new ArrayList<>();
        options.customs.forEach(custom -> customs.add(custom.type()));
        return new Grants(options.grants, customs, options.limits.unknownNames(), BuiltIns::contains);
    }

    /** The codecs of the same classes for a {@link Copier}. */
    TypeTable copying() {
        return new TypeTable(options, grants, true);
    }

    boolean isCopying() {
        return copying;
    }

    Grants grants() {
        return grants;
    }

    UnknownClasses unknownClasses() {
        return options.unknownClasses;
    }

    boolean isStrict() {
        return options.schema == Schema.STRICT;
    }

    /** The codec of an object's class; one that refuses, if it has none. */
    TypeCodec codecOf(Class<?> type) {
        return codecs.get(type);
    }

    @Override
    public boolean isHashedByIdentity(Class<?> type) {
        return codecOf(type).isHashedByIdentity();
    }

    @Override
    public HeldReferences referencesOf(Class<?> type) {
        return references.get(type);
    }

    /** Not {@code nCopies}, whose count nobody holds to a budget in a stream. */
    @Override
    public @Nullable Class<?> builtInNamed(String name) {
        Class<?> named = BuiltIns.named(name);
        return named == CopiesCodec.TYPE ? null : named;
    }

    @Override
    public boolean isBuiltIn(Class<?> type) {
        return BuiltIns.contains(type) && type != CopiesCodec.TYPE;
    }

    @Override
    public boolean holdsLocks(Class<?> type) {
        return OwnForms.contains(type);
    }

    @Override
    public boolean isGranted(Class<?> type) {
        return grants.grants(type);
    }

    /** What stands for a class that is only named: its codec, or for an abstract one just its name. */
    TypeCodec typeOf(Class<?> type) {
        TypeCodec builtIn = type == Class.class ? codecs.get(type) : BuiltIns.of(type);
        if (builtIn != null) {
            return builtIn.type == type ? builtIn : typeOnly.get(type);
        }
        boolean isAbstract = Modifier.isAbstract(type.getModifiers()) && !type.isEnum() && !type.isArray();
        return isAbstract || type == Object.class || type == Enum.class
                ? typeOnly.get(type)
                : ReplacedCodec.unwrapped(codecs.get(type));
    }

    /** What any of several declared types admits; made anew at each call. */
    Admission admissionOf(Type[] declared) {
        Map<String, Class<?>> closure = new HashMap<>();
        ClassLoader loader = null;
        for (Type type : declared) {
            closure.putAll(new Closure(BuiltIns::contains).of(type));
            loader = loader != null ? loader : Closure.erasure(type).getClassLoader();
        }
        return new Admission(grants, closure, loader);
    }

    /** The type of a custom codec that has this name on the wire, or null. */
    @Nullable
    Class<?> customNamed(String name) {
        CustomTypes.Registration custom = customs.named(name);
        return custom == null ? null : custom.type();
    }

    /** Whether a custom codec of a superclass writes the objects of a class, and by its own name. */
    private boolean isBelowCustom(Class<?> type) {
        CustomTypes.Registration custom = type.isArray() ? null : customs.of(type);
        return custom != null && custom.type() != type;
    }

    Admission admissionOf(Type declared) {
        return declared instanceof Class<?> type
                ? admissions.get(type)
                : genericAdmissions.computeIfAbsent(declared, this::admit);
    }

    /** What the elements of values of a generic type are to be; of the type that was asked for last without a search. */
    ElementTypes elementsOf(Type declared) {
        ElementTypes last = lastElements;
        if (last.declared != declared) {
            last = elements.computeIfAbsent(declared, ElementTypes::new);
            lastElements = last;
        }
        return last;
    }

    private Admission admit(Type declared) {
        return new Admission(
                grants,
                new Closure(BuiltIns::contains).of(declared),
                Closure.erasure(declared).getClassLoader());
    }

    private TypeCodec create(Class<?> type) {
        if (type == Class.class) {
            return ClassObjectCodec.of(grants);
        }
        TypeCodec builtIn = BuiltIns.of(type);
        if (builtIn != null) {
            return copying ? SharedValueCodec.over(builtIn) : builtIn;
        }
        if (MessageNode.class.isAssignableFrom(type)) {
            return copying
                    ? new RefusedCodec(
                            type,
                            "class=" + type.getName() + " is a node, which stands for an object without its class"
                                    + " and is not copied; encode and decode it")
                    : new NodeCodecs.Any(type);
        }
        if (type.isArray()) {
            return ArrayCodecs.of(type);
        }
        CustomTypes.Registration custom = customs.of(type);
        if (custom != null) {
            return new CustomTypeCodec(type, custom, ordinals.getAndIncrement());
        }
        TypeCodec own = OwnForms.of(type, ordinals);
        if (own != null) {
            return own;
        }
        if (type.isEnum()) {
            String ambiguity = FieldMatch.ambiguity(type);
            return ambiguity == null
                    ? EnumCodec.of(type, ordinals.getAndIncrement())
                    : new RefusedCodec(type, ambiguity);
        }
        Class<?> parent = type.getSuperclass();
        if (parent != null && parent.isEnum()) {
            return codecs.get(parent);
        }
        TypeCodec lambda = LambdaCodec.of(type, grants);
        if (lambda != null) {
            return lambda;
        }
        TypeCodec proxy = ProxyCodec.of(type, grants);
        return proxy != null ? proxy : ClassCodecs.create(type, grants, ordinals, this);
    }

    /** The codec that reads what {@code remote} describes. */
    TypeCodec readerOf(RemoteSchema schema, Admission admission, int offset) {
        Descriptor remote = schema.descriptor;
        CustomTypes.Registration custom = remote.kind == Descriptor.HOOKED ? customs.named(remote.className) : null;
        if (custom != null) {
            return new CustomTypeCodec(custom.type(), custom, CustomTypeCodec.READING).reader(remote, this);
        }
        if (options.unknownClasses == UnknownClasses.REFUSE) {
            return readerOf(admission.resolve(remote.className, offset), schema, offset);
        }
        Class<?> type = admission.find(remote.className);
        if (type != null) {
            return readerOf(type, schema, offset);
        }
        return options.unknownClasses == UnknownClasses.KEEP
                ? schema.described()
                : new SkippingCodec(schema.described());
    }

    private TypeCodec readerOf(Class<?> type, RemoteSchema schema, int offset) {
        Descriptor remote = schema.descriptor;
        boolean named = remote.kind == Descriptor.TYPE || Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
        TypeCodec local = named ? typeOf(type) : ReplacedCodec.unwrapped(codecOf(type));
        if (local instanceof RefusedCodec refused) {
            throw new DecodeException("decode: " + refused.reason());
        }
        if (!(local instanceof DescribedCodec described)) {
            throw new DecodeException("decode: class=" + type.getName() + " is built in and has no descriptor, offset="
                    + offset + "; the stream is damaged");
        }
        if (named || described.descriptor.hasSameFields(remote)) {
            return described;
        }
        if (isStrict() || !isConvertible(remote, described)) {
            throw new DecodeException("decode: class=" + type.getName() + " differs from the writer's, "
                    + described.descriptor.differenceFrom(remote) + ", offset=" + offset
                    + "; use one version of the class" + (isStrict() ? " or Schema.COMPATIBLE" : ""));
        }
        return schema.converted(described, this);
    }

    /** Whether one more class may be generated to read another version of a class. */
    boolean mayGenerateReader() {
        return generatedReaders.get() < MAX_GENERATED_READERS
                && generatedReaders.incrementAndGet() <= MAX_GENERATED_READERS;
    }

    private static boolean isConvertible(Descriptor written, DescribedCodec local) {
        Descriptor here = local.descriptor;
        if (here.kind == Descriptor.HOOKED && ClassFields.isJdk(local.type)) {
            return here.hasSameParts(written);
        }
        return written.kind == here.kind
                || written.kind <= Descriptor.RECORD && here.kind <= Descriptor.RECORD
                || written.kind == Descriptor.OBJECT && here.kind == Descriptor.HOOKED
                || written.kind == Descriptor.HOOKED
                        && here.kind == Descriptor.OBJECT
                        && !LostHooksCodec.isOpaque(written);
    }

    /** The schema of descriptor bytes that stand alone, the one remembered if they are known. */
    RemoteSchema schemaOf(byte[] source, int at, int length) {
        return schemaOf(source, at, length, "");
    }

    /** The schema of descriptor bytes that follow those of the class {@code previous} in a message. */
    RemoteSchema schemaOf(byte[] source, int at, int length, String previous) {
        long key = hash(source, at, length, previous);
        KnownSchema known = schemas.get(key);
        if (known != null && known.matches(source, at, length, previous)) {
            return known.schema;
        }
        byte[] bytes = Arrays.copyOfRange(source, at, at + length);
        Descriptor descriptor = Descriptor.parse(bytes, previous);
        byte[] alone = descriptor.bytes;
        KnownSchema knownAlone = schemas.get(hash(alone, 0, alone.length, ""));
        if (knownAlone == null || !knownAlone.matches(alone, 0, alone.length, "")) {
            return new RemoteSchema(descriptor);
        }
        remember(key, new KnownSchema(previous, bytes, knownAlone.schema));
        return knownAlone.schema;
    }

    /** Keeps a schema whose class is granted; a sender of ever new ones makes the table start over, not grow. */
    void remember(RemoteSchema schema) {
        byte[] bytes = schema.descriptor.bytes;
        remember(hash(bytes, 0, bytes.length, ""), new KnownSchema("", bytes, schema));
    }

    private void remember(long key, KnownSchema schema) {
        if (schemas.size() >= MAX_SCHEMAS || schemaBytes.get() > MAX_SCHEMA_BYTES) {
            schemas.clear();
            schemaBytes.set(0);
        }
        if (schemas.putIfAbsent(key, schema) == null) {
            schemaBytes.addAndGet(schema.heapBytes());
        }
    }

    private static long hash(byte[] source, int at, int length, String previous) {
        long hash = length ^ (long) previous.hashCode() << Integer.SIZE;
        int rest = length;
        int from = at;
        for (; rest >= Long.BYTES; rest -= Long.BYTES, from += Long.BYTES) {
            hash = mix(hash ^ Varints.int64(source, from));
        }
        for (; rest > 0; rest--) {
            hash = mix(hash ^ source[from++]);
        }
        return hash;
    }

    private static long mix(long hash) {
        long mixed = hash * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    /** A schema and the bytes that stand for it behind the class {@code previous}. */
    private record KnownSchema(String previous, byte[] bytes, RemoteSchema schema) {
        int heapBytes() {
            return previous.length() + bytes.length + schema.descriptor.heapBytes;
        }

        boolean matches(byte[] source, int at, int length, String before) {
            return Arrays.equals(bytes, 0, bytes.length, source, at, at + length) && previous.equals(before);
        }
    }
}
