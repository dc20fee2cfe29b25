package io.tellask.codec.hashing;

import io.tellask.codec.failure.Failures;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.SerialFields;
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
 * package each by its handle, in a closed one those that default serialization would write; and which of them hashing
 * and comparing an object uses. Immutable and thread-safe.
 */
public final class HeldReferences {
    private final List<MethodHandle> getters = new ArrayList<>();
    private final List<MethodHandle> hashedGetters = new ArrayList<>();
    private final List<SerialFields> closed = new ArrayList<>();

    /** Whether hashing and comparing may visit whatever an object leads to. */
    final boolean areUnbounded;

    /** Whether comparing may visit whatever the other object leads to. */
    final boolean compareAnything;

    private final boolean areClosedHashed;

    public HeldReferences(Class<?> type, ClassAccess access) {
        HashedFields hashed = HashedFields.of(type);
        areUnbounded = hashed.areAll();
        compareAnything = hashed.compareAnything();
        areClosedHashed = !hashed.areLeaves();
        for (Class<?> level = type; level != null && !ClassFields.isJdk(level); level = level.getSuperclass()) {
            try {
                if (level.isRecord()) {
                    addComponents(level, access, hashed);
                } else {
                    addFields(level, access, hashed);
                }
            } catch (ReflectiveOperationException e) {
                addClosed(level);
            }
        }
    }

    private void addComponents(Class<?> type, ClassAccess access, HashedFields hashed)
            throws ReflectiveOperationException {
        for (RecordComponent component : type.getRecordComponents()) {
            if (!component.getType().isPrimitive()) {
                add(
                        access.componentGetter(type, component).handle(),
                        hashed.contains(type.getDeclaredField(component.getName())));
            }
        }
    }

    private void addFields(Class<?> level, ClassAccess access, HashedFields hashed) throws IllegalAccessException {
        for (Field field : level.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                add(access.getter(field).handle(), hashed.contains(field));
            }
        }
    }

    private void add(MethodHandle getter, boolean isHashed) {
        getters.add(getter);
        if (isHashed) {
            hashedGetters.add(getter);
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

    /** Visits all references. */
    void forEach(Object object, Consumer<@Nullable Object> visitor) {
        visit(getters, object, visitor);
        visitClosed(object, visitor);
    }

    /** Visits those that are hashed or compared, in a closed package all of them unless none is. */
    void forEachHashed(Object object, Consumer<@Nullable Object> visitor) {
        visit(hashedGetters, object, visitor);
        if (areClosedHashed) {
            visitClosed(object, visitor);
        }
    }

    /** Whether some are neither hashed nor compared. */
    boolean areSomeLeftOut() {
        return hashedGetters.size() < getters.size() || !areClosedHashed && !closed.isEmpty();
    }

    private static void visit(List<MethodHandle> getters, Object object, Consumer<@Nullable Object> visitor) {
        for (MethodHandle getter : getters) {
            visitor.accept(valueOf(getter, object));
        }
    }

    private void visitClosed(Object object, Consumer<@Nullable Object> visitor) {
        for (SerialFields fields : closed) {
            fields.of(object).values().forEach(visitor);
        }
    }

    private static @Nullable Object valueOf(MethodHandle getter, Object object) {
        try {
            return (@Nullable Object) getter.invokeExact(object);
        } catch (Throwable e) {
            throw Failures.unchanged(e); // a field of an object of its class is there to be read
        }
    }
}
