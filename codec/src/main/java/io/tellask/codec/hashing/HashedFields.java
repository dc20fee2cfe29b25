package io.tellask.codec.hashing;

import io.tellask.codec.schema.ClassFields;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The fields that hashing and comparing objects of one class of the application reaches: read from the class file, once.
 *
 * <p>Whatever cannot be told counts as all fields: a class without a class file, or whose file has other members than
 * the class, one that extends a class of the JDK, a collection, a map, an entry, a proxy, and code that does more than
 * {@link HashingCode} follows. Fields are those of {@code hashCode}, {@code equals} and {@code compareTo} of each class
 * of the hierarchy, overridden or not, so that an object of a class above compares with nothing else. Immutable and
 * thread-safe.
 */
final class HashedFields {
    static final Set<Class<?>> LEAVES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            UUID.class,
            Instant.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            Duration.class);

    private static final ClassValue<HashedFields> KNOWN = new ClassValue<>() {
        @Override
        protected HashedFields computeValue(Class<?> type) {
            return read(type);
        }
    };

    private static final ClassFile CLASS_FILE =
            ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS);

    /** Null where they are all. */
    private final @Nullable Set<Field> fields;

    private final boolean comparesAnything;

    private HashedFields(@Nullable Set<Field> fields, boolean comparesAnything) {
        this.fields = fields;
        this.comparesAnything = comparesAnything;
    }

    static HashedFields of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** Whether a value of this type is small and leads to nothing else. */
    static boolean isLeaf(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || LEAVES.contains(type);
    }

    /** Whether it cannot be told that any field is not among them, nor that only the hashes of what they hold are used. */
    boolean areAll() {
        return fields == null;
    }

    /** Whether all of them hold leaves. */
    boolean areLeaves() {
        return fields != null && fields.stream().allMatch(field -> isLeaf(field.getType()));
    }

    boolean contains(Field field) {
        return fields == null || fields.contains(field);
    }

    /** Whether comparing such an object with another may visit whatever that holds. */
    boolean compareAnything() {
        return comparesAnything;
    }

    private static HashedFields read(Class<?> type) {
        List<Class<?>> levels = levels(type);
        if (!isReadable(type, levels.getLast().getSuperclass())) {
            return new HashedFields(null, Proxy.isProxyClass(type) || declareComparison(levels));
        }
        try {
            if (isOrderedByAnInterface(type)) {
                return new HashedFields(null, true);
            }
            List<ClassModel> models = new ArrayList<>();
            for (Class<?> level : levels) {
                ClassModel model = model(level);
                if (model == null) {
                    return new HashedFields(null, declareComparison(levels));
                }
                models.add(model);
            }
            HashingCode code = new HashingCode(levels, models);
            boolean compares = code.follow("equals") && code.follow("compareTo");
            boolean hashes = code.follow("hashCode");
            return new HashedFields(compares && hashes ? Set.copyOf(code.fields()) : null, !compares);
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return new HashedFields(null, true); // a loader may hand out any bytes, and its code is the application's
        }
    }

    private static List<Class<?>> levels(Class<?> type) {
        List<Class<?>> levels = new ArrayList<>(List.of(type));
        for (Class<?> level = type.getSuperclass(); level != null && !ClassFields.isJdk(level); ) {
            levels.add(level);
            level = level.getSuperclass();
        }
        return levels;
    }

    private static boolean isReadable(Class<?> type, @Nullable Class<?> jdkParent) {
        return (jdkParent == Object.class || jdkParent == Record.class)
                && !type.isHidden()
                && !Proxy.isProxyClass(type)
                && !Collection.class.isAssignableFrom(type)
                && !Map.class.isAssignableFrom(type)
                && !Map.Entry.class.isAssignableFrom(type);
    }

    /** Whether the application has a say in how such objects compare. */
    private static boolean declareComparison(List<Class<?>> levels) {
        try {
            for (Class<?> level : levels) {
                for (Method method : level.getDeclaredMethods()) {
                    if (method.getName().equals("equals") || method.getName().equals("compareTo")) {
                        return true;
                    }
                }
            }
            return false;
        } catch (LinkageError unresolved) {
            return true;
        }
    }

    /** Whether the code that compares objects in order is that of an interface, which is not among the levels. */
    private static boolean isOrderedByAnInterface(Class<?> type) {
        for (Method method : type.getMethods()) {
            if (method.getName().equals("compareTo") && method.isDefault()) {
                return true;
            }
        }
        return false;
    }

    /** The class file; null where there is none of this class. */
    private static @Nullable ClassModel model(Class<?> type) throws IOException {
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            ClassModel model = in == null ? null : CLASS_FILE.parse(in.readAllBytes());
            return model != null && describes(model, type) ? model : null;
        }
    }

    /** Whether a class file has the fields and methods of a class; it may be that of another version. */
    private static boolean describes(ClassModel model, Class<?> type) {
        Set<String> read = new HashSet<>();
        model.fields().forEach(each -> read.add(each.fieldName() + " " + each.fieldType()));
        model.methods().forEach(each -> read.add(each.methodName() + " " + each.methodType()));
        Set<String> loaded = new HashSet<>();
        for (Field field : type.getDeclaredFields()) {
            loaded.add(field.getName() + " " + field.getType().descriptorString());
        }
        for (Method method : type.getDeclaredMethods()) {
            MethodType parameters = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            loaded.add(method.getName() + " " + parameters.descriptorString());
        }
        read.removeIf(member -> member.startsWith("<"));
        return read.equals(loaded)
                && model.thisClass().asSymbol().descriptorString().equals(type.descriptorString());
    }
}
