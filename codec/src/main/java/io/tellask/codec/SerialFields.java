package io.tellask.codec;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * The serializable fields of one class of the JDK, by name: what default serialization would write and read.
 *
 * <p>{@code ReflectionFactory} gives the handles, which reach closed packages without a flag; the two stream classes
 * here only collect and supply values. Slow, and meant for few classes. Immutable and thread-safe.
 */
final class SerialFields {
    private final MethodHandle writer;
    private final MethodHandle reader;

    SerialFields(Class<?> level) {
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        writer = factory.defaultWriteObjectForSerialization(level);
        reader = factory.defaultReadObjectForSerialization(level);
    }

    /** The values of all serializable fields. */
    Map<String, @Nullable Object> of(Object object) {
        try {
            Collecting stream = new Collecting();
            writer.invoke(object, (ObjectOutputStream) stream);
            return stream.values;
        } catch (Throwable e) {
            throw new EncodeException(
                    "encode: class=" + object.getClass().getName() + " does not give its fields: " + e, e);
        }
    }

    /** Sets fields, final ones too; those not named get the default of their type. */
    void store(Object object, Map<String, @Nullable Object> values) {
        try {
            reader.invoke(object, (ObjectInputStream) new Supplying(values));
        } catch (Throwable e) {
            throw new DecodeException(
                    "decode: class=" + object.getClass().getName() + " does not take its fields: " + e, e);
        }
    }

    private static final class Collecting extends ObjectOutputStream {
        private final Map<String, @Nullable Object> values = new HashMap<>();

        Collecting() throws IOException {
            super();
        }

        @Override
        public PutField putFields() {
            return new CollectedFields(values);
        }

        @Override
        public void writeFields() {
            // the values are already where they belong
        }
    }

    private static final class CollectedFields extends ObjectOutputStream.PutField {
        private final Map<String, @Nullable Object> values;

        CollectedFields(Map<String, @Nullable Object> values) {
            this.values = values;
        }

        @Override
        public void put(String name, boolean value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, byte value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, char value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, short value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, int value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, long value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, float value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, double value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, @Nullable Object value) {
            values.put(name, value);
        }

        @Override
        @Deprecated
        public void write(java.io.ObjectOutput out) {
            throw new UnsupportedOperationException("fields are collected, not written");
        }
    }

    private static final class Supplying extends ObjectInputStream {
        private final Map<String, @Nullable Object> values;

        Supplying(Map<String, @Nullable Object> values) throws IOException {
            super();
            this.values = values;
        }

        @Override
        public GetField readFields() {
            return new SuppliedFields(values);
        }
    }

    private static final class SuppliedFields extends ObjectInputStream.GetField {
        private final Map<String, @Nullable Object> values;

        SuppliedFields(Map<String, @Nullable Object> values) {
            this.values = values;
        }

        @SuppressWarnings("unchecked")
        private <T> T value(String name, T absent) {
            return (T) values.getOrDefault(name, absent);
        }

        @Override
        public @Nullable ObjectStreamClass getObjectStreamClass() {
            return null;
        }

        @Override
        public boolean defaulted(String name) {
            return !values.containsKey(name);
        }

        @Override
        public boolean get(String name, boolean absent) {
            return value(name, absent);
        }

        @Override
        public byte get(String name, byte absent) {
            return value(name, absent);
        }

        @Override
        public char get(String name, char absent) {
            return value(name, absent);
        }

        @Override
        public short get(String name, short absent) {
            return value(name, absent);
        }

        @Override
        public int get(String name, int absent) {
            return value(name, absent);
        }

        @Override
        public long get(String name, long absent) {
            return value(name, absent);
        }

        @Override
        public float get(String name, float absent) {
            return value(name, absent);
        }

        @Override
        public double get(String name, double absent) {
            return value(name, absent);
        }

        @Override
        public @Nullable Object get(String name, @Nullable Object absent) {
            return values.getOrDefault(name, absent);
        }
    }
}
