package io.tellask.rest.check;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a class asks of its fields, or a sealed type of the classes that it permits. Filled while a {@code Rest} is
 * built, then only read.
 */
final class Structure {
    final List<Field> fields = new ArrayList<>();
    final Map<Class<?>, Structure> variants = new HashMap<>();

    /** A field of a class, and how to read it. */
    record Field(String name, MethodHandle getter, ValueCheck check) {}

    boolean asksAnything(Set<Object> visited) {
        return visited.add(this)
                && (fields.stream().anyMatch(field -> field.check.asksAnything(visited))
                        || variants.values().stream().anyMatch(variant -> variant.asksAnything(visited)));
    }

    void check(Object value, String where, int depth, ValueCheck.Walk walk) {
        Structure variant = variants.get(value.getClass());
        if (variant != null) {
            variant.checkFields(value, where, depth, walk);
        } else {
            checkFields(value, where, depth, walk);
        }
    }

    private void checkFields(Object value, String where, int depth, ValueCheck.Walk walk) {
        for (Field field : fields) {
            field.check.check(read(field, value), where + "/" + field.name, depth + 1, walk);
        }
    }

    private static @Nullable Object read(Field field, Object owner) {
        try {
            return field.getter.invoke(owner);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("rest: field=" + field.name + " cannot be read", impossible);
        }
    }
}
