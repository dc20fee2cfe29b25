package io.tellask.rest.value;

import org.jspecify.annotations.Nullable;

/** How the values of one type are written. Thread-safe. */
@FunctionalInterface
interface Form {
    void write(Object value, JsonOutput out);

    /** As {@link #write}, of what may be null. */
    default void writeOrNull(@Nullable Object value, JsonOutput out) {
        if (value == null) {
            out.ascii("null");
        } else {
            write(value, out);
        }
    }
}
