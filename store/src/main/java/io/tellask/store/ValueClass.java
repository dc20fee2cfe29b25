package io.tellask.store;

import io.tellask.codec.CodecException;
import io.tellask.codec.FormerName;
import io.tellask.text.SafeText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store whose values were declared as one class is opened with one that fits: the same, by its present or a former name, or one above or below it.
 * Where names do not tell, because a class was renamed for the codec alone or is not there, a value does: the first one must be readable. Immutable.
 *
 * @param remembered the name that the store has, empty if it has none
 */
record ValueClass(String remembered, Class<?> wanted) {
    /** Whether names and the hierarchy tell that it fits. */
    boolean fitsByName() {
        if (remembered.isEmpty() || remembered.equals(wanted.getName()) || wanted == Object.class || wasCalledSo()) {
            return true;
        }
        Class<?> known = known();
        return known != null && (known.isAssignableFrom(wanted) || wanted.isAssignableFrom(known));
    }

    private boolean wasCalledSo() {
        return Arrays.stream(wanted.getAnnotationsByType(FormerName.class))
                .anyMatch(name -> name.value().equals(remembered));
    }

    private @Nullable Class<?> known() {
        Class<?> found = known(wanted.getClassLoader());
        return found != null ? found : known(Thread.currentThread().getContextClassLoader());
    }

    private @Nullable Class<?> known(@Nullable ClassLoader loader) {
        try {
            return Class.forName(remembered, false, loader);
        } catch (ClassNotFoundException | LinkageError absent) {
            return null;
        }
    }

    /** Refuses the map unless its first value can be read, or there is none and the class that it remembers is gone. */
    void requireReadable(DurableMap<?, ?> map) {
        try (Scan<?, ?> scan = map.scan()) {
            boolean fits = scan.next() ? isReadable(scan) : known() == null;
            if (!fits) {
                throw new StoreTypeException("store: directory=" + map.shard().directory() + " holds values of class="
                        + SafeText.of(remembered) + ", opened with class=" + wanted.getName()
                        + "; open it with the class it was created with, name that by @FormerName if it was renamed,"
                        + " or call changeValueClass() to change it for good");
            }
        }
    }

    private static boolean isReadable(Scan<?, ?> scan) {
        try {
            return scan.value() != null;
        } catch (CodecException | ClassCastException other) {
            return false;
        }
    }
}
