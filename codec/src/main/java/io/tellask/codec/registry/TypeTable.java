package io.tellask.codec.registry;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.MessageNode;
import io.tellask.codec.Schema;
import io.tellask.codec.UnknownClasses;
import io.tellask.codec.builtin.ArrayCodecs;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.builtin.ClassObjectCodec;
import io.tellask.codec.builtin.LambdaCodec;
import io.tellask.codec.builtin.PassedReferenceCodec;
import io.tellask.codec.builtin.ProxyCodec;
import io.tellask.codec.builtin.SharedValueCodec;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.EnumCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.RemoteSchema;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.hooks.LostHooksCodec;
import io.tellask.codec.hooks.ReplacedCodec;
import io.tellask.codec.node.NodeCodecs;
import io.tellask.codec.object.ConstructorForms;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.FieldMatch;
import io.tellask.codec.trust.Admission;
import io.tellask.codec.trust.Closure;
import io.tellask.codec.trust.Grants;
import io.tellask.text.DataInterface;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Chooses the codec of each class, and what reads classes that others described. Thread-safe. */
public final class TypeTable extends TypeRegistry {
    private static final int MAX_GENERATED_READERS = 128;

    private final HandWrittenTypes handWritten;
    private final boolean strict;
    private final AtomicInteger ordinals = new AtomicInteger();
    private final AtomicInteger generatedReaders = new AtomicInteger();
    private final Map<Type, ElementTypes> elements = new ConcurrentHashMap<>();
    private volatile ElementTypes lastElements = ElementTypes.NONE;

    private final ClassValue<TypeOnlyCodec> typeOnly = new ClassValue<>() {
        @Override
        protected TypeOnlyCodec computeValue(Class<?> type) {
            return new TypeOnlyCodec(type, ordinals.getAndIncrement());
        }
    };

    public TypeTable(Grants grants, Schema schema, UnknownClasses unknownClasses, HandWrittenTypes handWritten) {
        this(grants, schema == Schema.STRICT, unknownClasses, handWritten, false);
    }

    private TypeTable(
            Grants grants,
            boolean strict,
            UnknownClasses unknownClasses,
            HandWrittenTypes handWritten,
            boolean copying) {
        super(grants, unknownClasses, copying);
        this.strict = strict;
        this.handWritten = handWritten;
    }

    /** The codecs of the same classes for a {@link Copier}. */
    public TypeTable copying() {
        return new TypeTable(grants(), strict, unknownClasses(), handWritten, true);
    }

    public boolean isStrict() {
        return strict;
    }

    @Override
    public TypeCodec typeOf(Class<?> type) {
        TypeCodec builtIn = type == Class.class ? codecOf(type) : BuiltIns.of(type);
        if (builtIn != null) {
            return builtIn.type == type ? builtIn : typeOnly.get(type);
        }
        boolean isAbstract = Modifier.isAbstract(type.getModifiers()) && !type.isEnum() && !type.isArray();
        return isAbstract || type == Object.class || type == Enum.class
                ? typeOnly.get(type)
                : ReplacedCodec.unwrapped(codecOf(type));
    }

    /** What any of several declared types admits; made anew at each call, unless it is one. */
    public Admission admissionOf(Type[] declared) {
        if (declared.length == 1) {
            return admissionOf(declared[0]);
        }
        Map<String, Class<?>> closure = new HashMap<>();
        ClassLoader loader = null;
        for (Type type : declared) {
            closure.putAll(new Closure(BuiltIns::contains).of(type));
            loader = loader != null ? loader : Closure.erasure(type).getClassLoader();
        }
        return new Admission(grants(), closure, loader);
    }

    /** The type of a custom codec that has this name on the wire, or null. */
    public @Nullable Class<?> customNamed(String name) {
        return handWritten.customNamed(name);
    }

    /** What the elements of values of a generic type are to be; of the type that was asked for last without a search. */
    public ElementTypes elementsOf(Type declared) {
        ElementTypes last = lastElements;
        if (last.declared != declared) {
            last = elements.computeIfAbsent(declared, ElementTypes::new);
            lastElements = last;
        }
        return last;
    }

    @Override
    protected Admission admit(Type declared) {
        return new Admission(
                grants(),
                new Closure(BuiltIns::contains).of(declared),
                Closure.erasure(declared).getClassLoader());
    }

    @Override
    protected TypeCodec create(Class<?> type) {
        if (type == Class.class) {
            return ClassObjectCodec.of(grants());
        }
        TypeCodec builtIn = BuiltIns.of(type);
        if (builtIn != null) {
            return isCopying() ? SharedValueCodec.over(builtIn) : builtIn;
        }
        if (MessageNode.class.isAssignableFrom(type)) {
            return isCopying()
                    ? new RefusedCodec(
                            type,
                            "class=" + type.getName() + " is a node, which stands for an object without its class"
                                    + " and is not copied; encode and decode it")
                    : new NodeCodecs.Any(type);
        }
        if (type.isArray()) {
            return ArrayCodecs.of(type);
        }
        TypeCodec custom = handWritten.custom(type, ordinals);
        if (custom != null) {
            return custom;
        }
        Class<?> data = DataInterface.of(type);
        if (data != null) {
            return new RefusedCodec(type, withoutCodec(data));
        }
        TypeCodec own = ConstructorForms.of(type, ordinals);
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
            return codecOf(parent);
        }
        TypeCodec reference = PassedReferenceCodec.of(type);
        if (reference != null) {
            return reference;
        }
        TypeCodec lambda = LambdaCodec.of(type, grants());
        if (lambda != null) {
            return lambda;
        }
        TypeCodec proxy = ProxyCodec.of(type, grants());
        return proxy != null ? proxy : ClassCodecs.create(type, ordinals, this);
    }

    @Override
    public TypeCodec readerOf(RemoteSchema schema, Admission admission, long offset) {
        Descriptor remote = schema.descriptor;
        TypeCodec custom = remote.kind == Descriptor.HOOKED ? handWritten.customReader(remote, this) : null;
        if (custom != null) {
            return custom;
        }
        if (unknownClasses() == UnknownClasses.REFUSE) {
            return readerOf(admission.resolve(remote.className, offset), schema, offset);
        }
        Class<?> type = admission.find(remote.className);
        if (type != null) {
            return readerOf(type, schema, offset);
        }
        return unknownClasses() == UnknownClasses.KEEP
                ? schema.described(this)
                : new SkippingCodec(schema.described(this));
    }

    private TypeCodec readerOf(Class<?> type, RemoteSchema schema, long offset) {
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
        if (strict || !isConvertible(remote, described)) {
            throw new DecodeException("decode: class=" + type.getName() + " differs from the writer's, "
                    + described.descriptor.differenceFrom(remote) + ", offset=" + offset
                    + "; use one version of the class" + (strict ? " or Schema.COMPATIBLE" : ""));
        }
        return schema.converted(described, this);
    }

    @Override
    public TypeCodec withoutHooks(ClassShape shape, Descriptor remote) {
        return new LostHooksCodec(shape, remote);
    }

    @Override
    public TypeCodec described(Descriptor descriptor) {
        return NodeCodecs.described(descriptor);
    }

    private static String withoutCodec(Class<?> data) {
        return "interface=" + data.getName() + " is data for which this codec has no form; give it one, to a struct by"
                + " StructCodec.addTo(Codec.builder(), " + data.getSimpleName() + ".class)";
    }

    @Override
    public boolean mayGenerateReader() {
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

    /** An interface or abstract class, which arrays name as their component; no object has it as its class. */
    private static final class TypeOnlyCodec extends DescribedCodec {
        TypeOnlyCodec(Class<?> type, int ordinal) {
            super(type, false, false, new Descriptor(Descriptor.TYPE, type.getName(), List.of()), ordinal);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            throw new EncodeException("encode: class=" + type.getName() + " is abstract");
        }

        @Override
        public Object read(GraphReader in) {
            if (DataInterface.of(type) != null) {
                throw new DecodeException("decode: " + withoutCodec(type) + ", offset=" + in.in.offset());
            }
            throw in.damaged("class=" + type.getName() + " has no objects of its own");
        }

        @Override
        public TypeCodec converter(Descriptor remote, TypeRegistry table) {
            return this;
        }
    }

    /** Reads objects of a class that is unknown here and gives null for each, also where the message refers to them. */
    private static final class SkippingCodec extends TypeCodec {
        private final TypeCodec described;

        SkippingCodec(TypeCodec described) {
            super(described.type, DESCRIBED, described.tracked);
            this.described = described;
        }

        @Override
        public Class<?> named(long offset) {
            return described.named(offset);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            throw new IllegalStateException("objects that were skipped are not there to be written");
        }

        /** Null, which a reference may be; only this codec gives it. */
        @Override
        @SuppressWarnings("NullAway")
        public Object read(GraphReader in) {
            described.skip(in);
            return null;
        }
    }
}
