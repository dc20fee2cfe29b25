package io.tellask.codec.schema;

import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that a writeObject method puts, by name. Not thread-safe. */
public final class PutValues extends ObjectOutputStream.PutField {
    private final Map<String, @Nullable Object> values;
    private final @Nullable DeclaredFields declared;

    /** Fields that are not {@code declared} are refused, unless it is null. */
    public PutValues(Map<String, @Nullable Object> values, @Nullable DeclaredFields declared) {
        this.values = values;
        this.declared = declared;
    }

    public Map<String, @Nullable Object> values() {
        return values;
    }

    private void put(String name, Class<?> type, @Nullable Object value) {
        if (declared != null) {
            declared.require(name, type);
        }
        values.put(name, value);
    }

    @Override
    public void put(String name, boolean value) {
        put(name, boolean.class, value);
    }

    @Override
    public void put(String name, byte value) {
        put(name, byte.class, value);
    }

    @Override
    public void put(String name, char value) {
        put(name, char.class, value);
    }

    @Override
    public void put(String name, short value) {
        put(name, short.class, value);
    }

    @Override
    public void put(String name, int value) {
        put(name, int.class, value);
    }

    @Override
    public void put(String name, long value) {
        put(name, long.class, value);
    }

    @Override
    public void put(String name, float value) {
        put(name, float.class, value);
    }

    @Override
    public void put(String name, double value) {
        put(name, double.class, value);
    }

    @Override
    public void put(String name, @Nullable Object value) {
        put(name, Object.class, value);
    }

    @Override
    @Deprecated
    public void write(ObjectOutput out) {
        throw new UnsupportedOperationException("call ObjectOutputStream.writeFields() instead");
    }

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
}
