package io.tellask.codec;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The references that objects of one class of the application hold in their fields, transient ones too: in an open
 * package each by its handle, in a closed one those that default serialization would write. Immutable and thread-safe.
 */
final class HeldReferences {
    private final List<MethodHandle> getters = new ArrayList<>();
    private final List<SerialFields> closed = new ArrayList<>();

    HeldReferences(Class<?> type, ClassAccess access) {
        for (Class<?> level = type; level != null && !ClassCodecs.isJdk(level); level = level.getSuperclass()) {
            try {
                if (level.isRecord()) {
                    addComponents(level, access);
                } else {
                    addFields(level, access);
                }
            } catch (ReflectiveOperationException e) {
                addClosed(level);
            }
        }
    }

    private void addComponents(Class<?> type, ClassAccess access) throws ReflectiveOperationException {
        for (RecordComponent component : type.getRecordComponents()) {
            if (!component.getType().isPrimitive()) {
                getters.add(access.componentGetter(type, component));
            }
        }
    }

    private void addFields(Class<?> level, ClassAccess access) throws IllegalAccessException {
        for (Field field : level.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                getters.add(access.getter(field));
            }
        }
    }

    private void addClosed(Class<?> level) {
        if (Serializable.class.isAssignableFrom(level) && !level.isRecord()) {
            SerialFields fields = new SerialFields(level);
            if (fields.areReachable()) {
                closed.add(fields);
            }
        }
    }

    void forEach(Object object, Consumer<@Nullable Object> visitor) {
        for (MethodHandle getter : getters) {
            visitor.accept(valueOf(getter, object));
        }
        for (SerialFields fields : closed) {
            fields.of(object).values().forEach(visitor);
        }
    }

    private static @Nullable Object valueOf(MethodHandle getter, Object object) {
        try {
            return (@Nullable Object) getter.invokeExact(object);
        } catch (Throwable e) {
            throw FailurePath.unchanged(e); // a field of an object of its class is there to be read
        }
    }
}
