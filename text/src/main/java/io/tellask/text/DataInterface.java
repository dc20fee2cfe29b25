package io.tellask.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the interfaces whose objects are data, see {@link PassedByValue}. Stateless. */
public final class DataInterface {
    private DataInterface() {}

    /** Whether a type itself says that its objects are data. */
    public static boolean isPassedByValue(Class<?> type) {
        return type.isAnnotationPresent(PassedByValue.class)
                || Arrays.stream(type.getAnnotations())
                        .anyMatch(each -> each.annotationType().isAnnotationPresent(PassedByValue.class));
    }

    /** The interface by which objects of a type are data: the type itself or one that it implements; null if they are none. */
    public static @Nullable Class<?> of(Class<?> type) {
        if (type.isInterface() && isPassedByValue(type)) {
            return type;
        }
        Class<?> parent = type.getSuperclass();
        Class<?> inherited = parent == null ? null : of(parent);
        if (inherited != null) {
            return inherited;
        }
        for (Class<?> each : type.getInterfaces()) {
            Class<?> found = parent != null && isPassedByValue(parent) ? each : of(each);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
