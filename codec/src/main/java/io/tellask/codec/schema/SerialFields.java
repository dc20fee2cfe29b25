package io.tellask.codec.schema;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.failure.Failures;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
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
public final class SerialFields {
    private final MethodHandle writer;
    private final MethodHandle reader;

    public SerialFields(Class<?> level) {
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        writer = factory.defaultWriteObjectForSerialization(level);
        reader = factory.defaultReadObjectForSerialization(level);
    }

    /** Whether default serialization knows all fields; not where {@code serialPersistentFields} names others. */
    @SuppressWarnings("NullAway") // the handles are null where the class has none
    public boolean areReachable() {
        return writer != null && reader != null;
    }

    /** The values of all serializable fields. */
    public Map<String, @Nullable Object> of(Object object) {
        try {
            Collecting stream = new Collecting();
            writer.invoke(object, (ObjectOutputStream) stream);
            return stream.values;
        } catch (Throwable e) {
            throw new EncodeException(
                    "encode: class=" + object.getClass().getName() + " does not give its fields: "
                            + Failures.checked(e),
                    e);
        }
    }

    /** Sets fields, final ones too; those not named get the default of their type. */
    public void store(Object object, Map<String, @Nullable Object> values) {
        try {
            reader.invoke(object, (ObjectInputStream) new Supplying(values));
        } catch (Throwable e) {
            throw new DecodeException(
                    "decode: class=" + object.getClass().getName() + " does not take its fields: "
                            + Failures.checked(e),
                    e);
        }
    }

    private static final class Collecting extends ObjectOutputStream {
        private final Map<String, @Nullable Object> values = new HashMap<>();

        Collecting() throws IOException {
            super();
        }

        @Override
        public PutField putFields() {
            return new PutValues(values, null);
        }

        @Override
        public void writeFields() {
            // the values are already where they belong
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
            return new GetValues(values, null);
        }
    }
}
