package io.tellask.codec.schema;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.List;
import sun.reflect.ReflectionFactory;

/**
 * Reaches fields and constructors without JVM flags: through an open package, through a lookup that the application
 * handed in, or, for a public record of an exported package, through its public members.
 */
public final class ClassAccess {
    private static final Lookup OWN = MethodHandles.lookup();

    private final List<Lookup> lookups;

    public ClassAccess(List<Lookup> lookups) {
        this.lookups = lookups;
    }

    /** A lookup with private access to {@code type}. */
    Lookup privateLookup(Class<?> type) throws IllegalAccessException {
        ClassAccess.class.getModule().addReads(type.getModule());
        try {
            return MethodHandles.privateLookupIn(type, OWN);
        } catch (IllegalAccessException refused) {
            for (Lookup lookup : lookups) {
                try {
                    return MethodHandles.privateLookupIn(type, lookup);
                } catch (IllegalAccessException alsoRefused) {
                    refused.addSuppressed(alsoRefused);
                }
            }
            throw refused;
        }
    }

    public FieldHandle getter(Field field) throws IllegalAccessException {
        return FieldHandle.getting(privateLookup(field.getDeclaringClass()).unreflectVarHandle(field));
    }

    /** Sets a field, a final one too, which needs its package open to this module. */
    public FieldHandle setter(Field field) throws ReflectiveOperationException {
        Lookup lookup = privateLookup(field.getDeclaringClass());
        if (!Modifier.isFinal(field.getModifiers())) {
            return FieldHandle.setting(lookup.unreflectVarHandle(field));
        }
        try {
            field.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw new FinalFieldException(field);
        }
        return FieldHandle.of(lookup.unreflectSetter(field)
                .asType(MethodType.methodType(void.class, Object.class, erased(field.getType()))));
    }

    /** Reads a record component: its field, or its public accessor where the package is closed. */
    public FieldHandle componentGetter(Class<?> type, RecordComponent component) throws ReflectiveOperationException {
        try {
            return FieldHandle.getting(
                    privateLookup(type).findVarHandle(type, component.getName(), component.getType()));
        } catch (IllegalAccessException closed) {
            return FieldHandle.of(MethodHandles.publicLookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(erased(component.getType()), Object.class)));
        }
    }

    /** A record's canonical constructor as {@code (K...)Object}. */
    public MethodHandle canonical(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Class<?>[] erasedTypes = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            erasedTypes[i] = erased(types[i]);
        }
        MethodType signature = MethodType.methodType(void.class, types);
        MethodHandle constructor;
        try {
            constructor = privateLookup(type).findConstructor(type, signature);
        } catch (IllegalAccessException closed) {
            constructor = MethodHandles.publicLookup().findConstructor(type, signature);
        }
        return constructor.asFixedArity().asType(MethodType.methodType(Object.class, erasedTypes));
    }

    /**
     * Allocates as deserialization does: only the constructor of the first superclass that is not serializable runs.
     */
    public static Constructor<?> allocator(Class<?> type) throws ReflectiveOperationException {
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        if (!Serializable.class.isAssignableFrom(type)) {
            return factory.newConstructorForSerialization(type, Object.class.getDeclaredConstructor());
        }
        Constructor<?> constructor = factory.newConstructorForSerialization(type);
        if (constructor == null) {
            Class<?> first = type;
            while (Serializable.class.isAssignableFrom(first)) {
                first = first.getSuperclass();
            }
            throw new ConstructorException(first);
        }
        return constructor;
    }

    static Class<?> erased(Class<?> type) {
        return type.isPrimitive() ? type : Object.class;
    }

    /** Where a superclass that is not serializable cannot be initialised. */
    public static final class ConstructorException extends ReflectiveOperationException {
        private static final long serialVersionUID = 1;

        ConstructorException(Class<?> superclass) {
            super("its superclass " + superclass.getName()
                    + ", which is not Serializable, has no constructor without arguments that it may call; add one");
        }
    }

    /** A lookup does not set final fields; only an open package allows it. */
    public static final class FinalFieldException extends ReflectiveOperationException {
        private static final long serialVersionUID = 1;

        FinalFieldException(Field field) {
            super("final field=" + field.getName() + " can be set only where its package is open");
        }
    }
}
