package io.tellask.codec.schema;

import org.jspecify.annotations.Nullable;

/** The fields that a class declares for its hooks to put and get by name. */
public interface DeclaredFields {
    /** The class. */
    Class<?> type();

    /**
     * Refuses a field that is not declared.
     *
     * @param type of the field, {@code Object} for any reference; null for any type
     * @throws IllegalArgumentException as the streams of the JDK do
     */
    void require(String name, @Nullable Class<?> type);
}
