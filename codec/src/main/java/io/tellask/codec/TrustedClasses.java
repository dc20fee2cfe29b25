package io.tellask.codec;

import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.hooks.HierarchyPartFields;
import io.tellask.codec.hooks.ReplacedCodec;
import io.tellask.codec.node.NodeCodecs;
import io.tellask.codec.object.ObjectCodec;
import io.tellask.codec.registry.ClassTrust;
import io.tellask.codec.registry.TypeTable;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.codec.trust.Admission;
import io.tellask.codec.trust.ClassLookup;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The classes that declared types and a codec's grants let in: what an encoding needs that names classes in its own
 * way. Thread-safe.
 */
public final class TrustedClasses extends ClassTrust {
    private static final int MAX_DIMENSIONS = 200;

    private final Map<Class<?>, ClassDescription> descriptions;

    /** With the descriptions that the codec keeps. */
    TrustedClasses(TypeTable table, Admission admission, Map<Class<?>, ClassDescription> descriptions) {
        super(table, admission);
        this.descriptions = descriptions;
    }

    /**
     * The class of a name as {@link Class#getTypeName()} spells it.
     *
     * @throws DecodeException if it is not granted or cannot be found; nothing is loaded before it is granted
     */
    public Class<?> named(String className) {
        Objects.requireNonNull(className, "className");
        String name = className;
        int dimensions = 0;
        Class<?> type = BuiltIns.named(name);
        while (type == null && name.endsWith("[]")) {
            if (++dimensions > MAX_DIMENSIONS) {
                throw new DecodeException(
                        "decode: array dimensions=" + dimensions + " > " + MAX_DIMENSIONS + "; the text is damaged");
            }
            name = name.substring(0, name.length() - 2);
            type = BuiltIns.named(name);
        }
        if (type == null) {
            type = NodeCodecs.standingIn(name);
        }
        if (type == null) {
            type = table.customNamed(name);
        }
        if (type == null) {
            type = admission.resolve(name, -1);
        }
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }

    /**
     * Whether {@link #named} would find the class; names no array of an unknown class.
     *
     * @throws DecodeException if the name is longer than that of any class may be
     */
    public boolean isKnown(String className) {
        Objects.requireNonNull(className, "className");
        ClassLookup.requireLength(className, -1);
        return BuiltIns.named(className) != null
                || NodeCodecs.standingIn(className) != null
                || table.customNamed(className) != null
                || className.endsWith("[]")
                || admission.find(className) != null;
    }

    /** Whether the class has a codec of its own in every codec and needs no description. */
    public static boolean isBuiltIn(Class<?> type) {
        return BuiltIns.contains(type) || type.isArray();
    }

    /**
     * Whether the class stands for lambdas or proxies in a message: objects of other classes come of it, if the codec
     * allows them.
     */
    public static boolean isStandIn(Class<?> type) {
        return type != Class.class && NodeCodecs.standingIn(type.getName()) == type;
    }

    /** The class that stands for several of the JDK which hold the same, such as those of small and large lists. */
    public static Class<?> standardClass(Class<?> type) {
        Objects.requireNonNull(type, "type");
        TypeCodec builtIn = BuiltIns.of(type);
        return builtIn == null || builtIn.layout() == Layout.VALUE ? type : builtIn.type;
    }

    /**
     * What a class looks like here, with the declared types of its fields.
     *
     * @throws DecodeException if the class cannot be decoded, or is built in
     */
    public ClassDescription describe(Class<?> type) {
        Objects.requireNonNull(type, "type");
        ClassDescription known = descriptions.get(type);
        if (known == null) {
            known = newDescription(type);
            descriptions.put(type, known);
        }
        return known;
    }

    private ClassDescription newDescription(Class<?> type) {
        TypeCodec codec = ReplacedCodec.unwrapped(table.codecOf(type));
        if (codec instanceof RefusedCodec refused) {
            throw new DecodeException("decode: " + refused.reason());
        }
        if (!(codec instanceof DescribedCodec described)) {
            throw new DecodeException("decode: class=" + type.getName() + " is built in and has no fields to describe");
        }
        return ClassDescription.of(described.descriptor, elements(described));
    }

    /**
     * The constructor of a record whose objects are made of their components and nothing else, which takes these in their declared order; null
     * for any other class, one that is not granted, and a record that has a {@link CustomCodec} or is replaced as it is read. The constructor
     * throws what that of the record throws. Thread-safe.
     */
    public @Nullable Function<@Nullable Object[], Object> constructorOf(Class<?> type) {
        Objects.requireNonNull(type, "type");
        boolean granted = type.isRecord() && isKnown(type.getName()) && named(type.getName()) == type;
        if (!granted || !(table.codecOf(type) instanceof ObjectCodec codec) || !codec.shape.isRecord()) {
            return null;
        }
        MethodHandle canonical = codec.shape.requireCanonical();
        MethodHandle constructor =
                canonical.asSpreader(Object[].class, canonical.type().parameterCount());
        return values -> construct(constructor, values);
    }

    private static Object construct(MethodHandle constructor, @Nullable Object[] values) {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable checked) { // no constructor of a record declares one
            throw new IllegalStateException("a record's constructor threw what it does not declare", checked);
        }
    }

    /** What declares each field or constant, in the order of {@link ClassDescription}; null for what exists by name only. */
    private static List<@Nullable AnnotatedElement> elements(DescribedCodec codec) {
        List<@Nullable AnnotatedElement> elements = new ArrayList<>();
        if (codec.descriptor.kind == Descriptor.HOOKED) {
            for (HierarchyPartSpec part : codec.descriptor.levels) {
                Class<?> level = codec.type;
                while (level != null
                        && !part.className().isEmpty()
                        && !level.getName().equals(part.className())) {
                    level = level.getSuperclass();
                }
                for (Descriptor.FieldSpec field : part.fields()) {
                    elements.add(
                            level == EnumMap.class && field.name().equals(HierarchyPartFields.KEY_TYPE)
                                    ? Object[].class
                                    : field(level, field.name()));
                }
            }
            return elements;
        }
        Map<String, AnnotatedElement> byName = byName(codec.type);
        codec.descriptor.fields.forEach(field -> elements.add(byName.get(field.name())));
        return elements;
    }

    private static Map<String, AnnotatedElement> byName(Class<?> type) {
        Map<String, AnnotatedElement> byName = new HashMap<>();
        try {
            if (type.isRecord()) {
                for (RecordComponent component : type.getRecordComponents()) {
                    byName.put(component.getName(), component);
                }
            } else if (type.isEnum()) {
                for (Field constant : type.getFields()) {
                    byName.put(constant.getName(), constant);
                }
            } else {
                ClassFields.forEachField(type, (field, name) -> byName.put(name, field));
            }
        } catch (ReflectiveOperationException e) {
            throw new DecodeException("decode: the fields of class=" + type.getName() + " cannot be seen", e);
        }
        return byName;
    }

    /** What Java serialization takes for the field: its {@code serialPersistentFields} may name others than exist. */
    private static @Nullable AnnotatedElement field(@Nullable Class<?> level, String name) {
        ObjectStreamClass stream = level == null ? null : ObjectStreamClass.lookup(level);
        ObjectStreamField streamed = stream == null ? null : stream.getField(name);
        try {
            Field field = level == null ? null : level.getDeclaredField(name);
            return field == null || streamed == null || field.getType() == streamed.getType()
                    ? field
                    : streamed.getType();
        } catch (NoSuchFieldException e) {
            return streamed == null ? null : streamed.getType();
        }
    }

    /** Names a class as an array's component, or as the enum of a set or map. */
    public TypeName nameOf(Class<?> type) {
        return TypeName.of(type, table);
    }

    /** What becomes of objects whose class is not granted or not there. */
    public UnknownClasses unknownClasses() {
        return table.unknownClasses();
    }

    /** Whether classes must be of one version on both sides. */
    public boolean isStrict() {
        return table.isStrict();
    }
}
