package io.tellask.codec.graph;

import io.tellask.codec.UnknownClasses;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.hashing.HashCostCounter.HashedClasses;
import io.tellask.codec.hashing.HeldReferences;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.trust.Admission;
import io.tellask.codec.trust.Grants;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one codec has learned about classes: their codecs, what declared types admit, descriptors of other writers. Which
 * codec a class gets is decided by its one subclass. Thread-safe.
 */
public abstract class TypeRegistry implements HashedClasses {
    private static final int MAX_SCHEMAS = 4_096;

    /** Of heap, as {@link Descriptor#heapBytes} estimates it. */
    private static final int MAX_SCHEMA_BYTES = 8 << 20;

    private final Grants grants;
    private final UnknownClasses unknownClasses;
    private final boolean copying;
    private final Map<Long, KnownSchema> schemas = new ConcurrentHashMap<>();
    private final AtomicInteger schemaBytes = new AtomicInteger();
    private final Map<Type, Admission> genericAdmissions = new ConcurrentHashMap<>();

    private final ClassValue<TypeCodec> codecs = new ClassValue<>() {
        @Override
        protected TypeCodec computeValue(Class<?> type) {
            return create(type);
        }
    };

    private final ClassValue<Known> known = new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
            return new Known();
        }
    };

    private final ClassValue<HeldReferences> references = new ClassValue<>() {
        @Override
        protected HeldReferences computeValue(Class<?> type) {
            return new HeldReferences(type, new ClassAccess(grants.lookups));
        }
    };

    private final ClassValue<Admission> admissions = new ClassValue<>() {
        @Override
        protected Admission computeValue(Class<?> type) {
            return admit(type);
        }
    };

    /**
     * One that has learned nothing yet.
     *
     * @param copying whether its codecs write for copies, which share what cannot change
     */
    protected TypeRegistry(Grants grants, UnknownClasses unknownClasses, boolean copying) {
        this.grants = grants;
        this.unknownClasses = unknownClasses;
        this.copying = copying;
        FailurePath.load();
    }

    /** Makes the codec of a class; one that refuses, if it has none. */
    protected abstract TypeCodec create(Class<?> type);

    /** What a declared type lets in, besides the grants. */
    protected abstract Admission admit(Type declared);

    /** What stands for a class that is only named: its codec, or for an abstract one just its name. */
    public abstract TypeCodec typeOf(Class<?> type);

    /** The codec that reads what {@code schema} describes. */
    public abstract TypeCodec readerOf(RemoteSchema schema, Admission admission, long offset);

    /** The codec that reads what a class with hooks wrote, which has none here. */
    public abstract TypeCodec withoutHooks(ClassShape shape, Descriptor remote);

    /** The codec of objects that are known by a description only. */
    public abstract TypeCodec described(Descriptor descriptor);

    /** Whether one more class may be generated to read another version of a class. */
    public abstract boolean mayGenerateReader();

    public final boolean isCopying() {
        return copying;
    }

    public final Grants grants() {
        return grants;
    }

    public final UnknownClasses unknownClasses() {
        return unknownClasses;
    }

    /** The codec of an object's class; one that refuses, if it has none. */
    public final TypeCodec codecOf(Class<?> type) {
        return codecs.get(type);
    }

    /** The codec of an object's class that knows one form only: the wide one or the compact one. */
    public final TypeCodec codecOf(Class<?> type, boolean wide) {
        Known of = known.get(type);
        TypeCodec codec = wide ? of.wide : of.compact;
        return codec != null ? codec : make(type, of, wide);
    }

    private TypeCodec make(Class<?> type, Known of, boolean wide) {
        TypeCodec codec = codecOf(type).inForm(wide);
        if (wide) {
            of.wide = codec;
        } else {
            of.compact = codec;
        }
        return codec;
    }

    /** As {@link #codecOf(Class, boolean)}; null where that was not asked for before, and would have to look into the class. */
    public final @Nullable TypeCodec knownCodecOf(Class<?> type, boolean wide) {
        Known of = known.get(type);
        return wide ? of.wide : of.compact;
    }

    @Override
    public final boolean isHashedByIdentity(Class<?> type) {
        return codecOf(type).isHashedByIdentity();
    }

    @Override
    public final HeldReferences referencesOf(Class<?> type) {
        return references.get(type);
    }

    public final Admission admissionOf(Type declared) {
        if (!(declared instanceof Class<?> type)) {
            return genericAdmissions.computeIfAbsent(declared, this::admit);
        }
        Known of = known.get(type);
        Admission admission = of.admission;
        return admission != null ? admission : admit(type, of);
    }

    private Admission admit(Class<?> type, Known of) {
        Admission admission = admissions.get(type);
        of.admission = admission;
        return admission;
    }

    /** As {@link #admissionOf}; null where that was not asked for before. */
    public final @Nullable Admission knownAdmissionOf(Type declared) {
        return declared instanceof Class<?> type ? known.get(type).admission : genericAdmissions.get(declared);
    }

    /** The schema of descriptor bytes that stand alone, the one remembered if they are known. */
    public final RemoteSchema schemaOf(byte[] source, int at, int length) {
        return schemaOf(source, at, length, "");
    }

    /** The schema of descriptor bytes that follow those of the class {@code previous} in a message. */
    public final RemoteSchema schemaOf(byte[] source, int at, int length, String previous) {
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
    public final void remember(RemoteSchema schema) {
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

    /** What was made for a class so far. */
    private static final class Known {
        private volatile @Nullable TypeCodec compact;
        private volatile @Nullable TypeCodec wide;
        private volatile @Nullable Admission admission;
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
