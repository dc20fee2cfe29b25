package io.tellask.codec.trust;

import io.tellask.codec.schema.ClassFields;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions of the JDK that need no grant: every public one of a package {@code java.*} whose fields are texts,
 * numbers, arrays of these, and other exceptions.
 *
 * <p>A name is looked up in the JDK's own loaders, and only if there is a class file of it, because a loader keeps a
 * lock for each name that it is asked for. No other loader may
 * define a class of such a package, so that nothing of an application is loaded; nothing is initialised to decide.
 */
public final class JdkExceptions {
    private static final ClassValue<Boolean> PLAIN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isPlain(type);
        }
    };

    private JdkExceptions() {}

    public static boolean contains(Class<?> type) {
        return Throwable.class.isAssignableFrom(type) && PLAIN.get(type);
    }

    /** The exception of a name; null where there is none that needs no grant. */
    public static @Nullable Class<?> named(String name) {
        ClassLoader jdk = ClassLoader.getPlatformClassLoader();
        boolean mayExist = looksRight(name)
                && ClassLookup.isName(name)
                && JdkPackages.isKnown(Grants.packageOf(name))
                && ClassLookup.hasFile(jdk, name);
        if (!mayExist) {
            return null;
        }
        try {
            Class<?> type = Class.forName(name, false, jdk);
            return contains(type) ? type : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static boolean looksRight(String name) {
        return name.startsWith("java.") && (name.endsWith("Exception") || name.endsWith("Error"));
    }

    private static boolean isPlain(Class<?> type) {
        if (!looksRight(type.getName()) || !Modifier.isPublic(type.getModifiers()) || !ClassFields.isJdk(type)) {
            return false;
        }
        for (Class<?> level = type; level != Throwable.class; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)
                        && !Modifier.isTransient(modifiers)
                        && !isPlainField(field.getType())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isPlainField(Class<?> type) {
        Class<?> element = type.isArray() ? type.componentType() : type;
        return element == String.class
                || MethodType.methodType(element).unwrap().returnType().isPrimitive()
                || Throwable.class.isAssignableFrom(element);
    }
}
