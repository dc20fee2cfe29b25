package io.tellask.codec;

import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes that a declared type and a codec's grants let in: what an encoding needs that names classes in its own
 * way. Thread-safe.
 */
public final class TrustedClasses {
    private static final int MAX_DIMENSIONS = 200;

    private final TypeTable table;
    private final Admission admission;

    TrustedClasses(TypeTable table, Admission admission) {
        this.table = table;
        this.admission = admission;
    }

    /**
     * The class of a name as {@link Class#getTypeName()} spells it.
     *
     * @throws DecodeException if it is not granted or cannot be found; nothing is loaded before it is granted
     */
    public Class<?> named(String className) {
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
            type = admission.resolve(name, -1);
        }
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }

    /** Whether the class has a codec of its own in every codec and needs no description. */
    public static boolean isBuiltIn(Class<?> type) {
        return BuiltIns.contains(type) || type.isArray();
    }

    /** The class that stands for several of the JDK which hold the same, such as those of small and large lists. */
    public static Class<?> standardClass(Class<?> type) {
        TypeCodec builtIn = BuiltIns.of(type);
        return builtIn == null || builtIn.layout() == Layout.VALUE ? type : builtIn.type;
    }

    /**
     * What a class looks like here, with the declared types of its fields.
     *
     * @throws DecodeException if the class cannot be decoded, or is built in
     */
    public ClassDescription describe(Class<?> type) {
        TypeCodec codec = ReplacedCodec.unwrapped(table.codecOf(type));
        if (codec instanceof RefusedCodec refused) {
            throw new DecodeException("decode: " + refused.reason());
        }
        if (!(codec instanceof DescribedCodec described)) {
            throw new DecodeException("decode: class=" + type.getName() + " is built in and has no fields to describe");
        }
        return ClassDescription.of(described.descriptor, fieldTypes(described));
    }

    private static List<Type> fieldTypes(DescribedCodec codec) {
        if (codec.descriptor.kind == Descriptor.ENUM) {
            return List.of();
        }
        if (codec.descriptor.kind == Descriptor.HOOKED) {
            return fieldTypesOfParts(codec);
        }
        Map<String, Type> byName = new HashMap<>();
        try {
            if (codec.type.isRecord()) {
                for (RecordComponent component : codec.type.getRecordComponents()) {
                    byName.put(component.getName(), component.getGenericType());
                }
            } else {
                ClassCodecs.forEachField(codec.type, (field, name) -> byName.put(name, field.getGenericType()));
            }
        } catch (ReflectiveOperationException e) {
            throw new DecodeException("decode: the fields of class=" + codec.type.getName() + " cannot be seen", e);
        }
        List<Type> types = new ArrayList<>();
        codec.descriptor.fields.forEach(field -> types.add(byName.getOrDefault(field.name(), Object.class)));
        return types;
    }

    /** As {@link ClassDescription} orders them: by parts from the topmost. */
    private static List<Type> fieldTypesOfParts(DescribedCodec codec) {
        List<Type> types = new ArrayList<>();
        for (LevelSpec part : codec.descriptor.levels) {
            Class<?> level = codec.type;
            while (level != null
                    && !part.className().isEmpty()
                    && !level.getName().equals(part.className())) {
                level = level.getSuperclass();
            }
            for (Descriptor.FieldSpec field : part.fields()) {
                types.add(typeOf(level, field));
            }
        }
        return types;
    }

    /** The declared type of a field, or what its kind tells of one that exists by name only. */
    private static Type typeOf(@Nullable Class<?> level, Descriptor.FieldSpec field) {
        try {
            return level == null
                    ? Object.class
                    : level.getDeclaredField(field.name()).getGenericType();
        } catch (NoSuchFieldException e) {
            Object zero = new ClassDescription.Field(field.kind(), field.name(), null).defaultValue();
            return zero != null
                    ? MethodType.methodType(zero.getClass()).unwrap().returnType()
                    : field.kind() == 'T' ? String.class : Object.class;
        }
    }

    /** Names a class as an array's component, or as the enum of a set or map. */
    public TypeName nameOf(Class<?> type) {
        return TypeName.of(type, table);
    }

    /** Whether classes must be of one version on both sides. */
    public boolean isStrict() {
        return table.isStrict();
    }
}
