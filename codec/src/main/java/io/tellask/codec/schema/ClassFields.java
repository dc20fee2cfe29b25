package io.tellask.codec.schema;

import io.tellask.codec.schema.ClassShape.Member;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;

/** Which fields of a class travel, in which order and by which name. */
public final class ClassFields {
    /** The order in which bodies carry fields. */
    public static final Comparator<Member> WIRE_ORDER = Comparator.<Member>comparingInt(
                    member -> Descriptor.KIND_ORDER.indexOf(member.kind()))
            .thenComparing(Member::name);

    private ClassFields() {}

    /** Whether a class belongs to the JDK. */
    public static boolean isJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Whether a class of the JDK declares fields that default serialization would write. */
    public static boolean holdsState(Class<?> jdkClass) {
        for (Field field : jdkClass.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /** Visits the fields that travel, from the class upwards, each with its name on the wire. */
    public static void forEachField(Class<?> type, FieldVisitor visitor) throws ReflectiveOperationException {
        Set<String> names = new HashSet<>();
        boolean serializable = Serializable.class.isAssignableFrom(type);
        for (Class<?> level = type; level != null && !isJdk(level); level = level.getSuperclass()) {
            if (serializable && !Serializable.class.isAssignableFrom(level)) {
                break;
            }
            for (Field field : level.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
                    visitor.visit(
                            field,
                            names.add(field.getName()) ? field.getName() : level.getName() + '#' + field.getName());
                }
            }
        }
    }

    /** Takes a field and its name on the wire. */
    @FunctionalInterface
    public interface FieldVisitor {
        void visit(Field field, String name) throws ReflectiveOperationException;
    }
}
