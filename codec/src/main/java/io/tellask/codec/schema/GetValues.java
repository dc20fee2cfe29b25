package io.tellask.codec.schema;

import io.tellask.codec.DecodeException;
import io.tellask.codec.schema.PutValues.DeclaredFields;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of one class as they were written, by name, widened to what is asked for. Not thread-safe. */
public final class GetValues extends ObjectInputStream.GetField {
    private final Map<String, @Nullable Object> values;
    private final @Nullable DeclaredFields declared;

    /** Fields that were neither written nor {@code declared} are refused, unless it is null. */
    public GetValues(Map<String, @Nullable Object> values, @Nullable DeclaredFields declared) {
        this.values = values;
        this.declared = declared;
    }

    @SuppressWarnings("unchecked")
    private <T> T value(String name, Class<?> type, T absent) {
        Object value = values.get(name);
        if (value != null) {
            return (T) converted(name, value, type);
        }
        if (!values.containsKey(name) && declared != null) {
            declared.require(name, type);
        }
        return absent;
    }

    private static Object converted(String name, Object value, Class<?> type) {
        try {
            return Objects.requireNonNull(FieldConversion.checked(type, name, value));
        } catch (DecodeException e) {
            throw new IllegalArgumentException("no such field " + name + " with type " + type, e);
        }
    }

    @Override
    public @Nullable ObjectStreamClass getObjectStreamClass() {
        return declared == null ? null : ObjectStreamClass.lookup(declared.type());
    }

    @Override
    public boolean defaulted(String name) {
        if (values.containsKey(name)) {
            return false;
        }
        if (declared != null) {
            declared.require(name, null);
        }
        return true;
    }

    @Override
    public boolean get(String name, boolean absent) {
        return value(name, boolean.class, absent);
    }

    @Override
    public byte get(String name, byte absent) {
        return value(name, byte.class, absent);
    }

    @Override
    public char get(String name, char absent) {
        return value(name, char.class, absent);
    }

    @Override
    public short get(String name, short absent) {
        return value(name, short.class, absent);
    }

    @Override
    public int get(String name, int absent) {
        return value(name, int.class, absent);
    }

    @Override
    public long get(String name, long absent) {
        return value(name, long.class, absent);
    }

    @Override
    public float get(String name, float absent) {
        return value(name, float.class, absent);
    }

    @Override
    public double get(String name, double absent) {
        return value(name, double.class, absent);
    }

    @Override
    public @Nullable Object get(String name, @Nullable Object absent) {
        if (values.containsKey(name)) {
            return values.get(name);
        }
        if (declared != null) {
            declared.require(name, Object.class);
        }
        return absent;
    }
}
