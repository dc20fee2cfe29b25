package io.tellask.codec.hooks;

import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import sun.reflect.ReflectionFactory;

/**
 * One class of a hierarchy with hooks: its fields, and the private methods by which it writes and reads its part.
 * Immutable and thread-safe.
 */
public final class HierarchyPart {
    private static final ReflectionFactory FACTORY = ReflectionFactory.getReflectionFactory();

    private static final Set<Class<?>> ENTRIES =
            Set.of(HashMap.class, Hashtable.class, ConcurrentHashMap.class, ConcurrentSkipListMap.class);
    private static final Set<Class<?>> ELEMENTS = Set.of(HashSet.class, PriorityQueue.class);

    final Class<?> type;
    final HierarchyPartFields fields;
    final HierarchyPartSpec spec;

    /** {@code (Object,ObjectOutputStream)void}. */
    final @Nullable MethodHandle writeObject;

    /** {@code (Object,ObjectInputStream)void}. */
    final @Nullable MethodHandle readObject;

    /** {@code (Object)void}. */
    final @Nullable MethodHandle readObjectNoData;

    /** What of the references that it writes is hashed or compared when it is read. */
    final Keys keys;

    /** Whether code of the application runs, which may hold locks; what the JDK's own classes do is known. */
    final boolean isOfApplication;

    HierarchyPart(Class<?> type, boolean leaf, HierarchyPartFields fields) {
        this.type = type;
        this.fields = fields;
        writeObject = as(FACTORY.writeObjectForSerialization(type), ObjectOutputStream.class);
        readObject = as(FACTORY.readObjectForSerialization(type), ObjectInputStream.class);
        readObjectNoData = as(FACTORY.readObjectNoDataForSerialization(type));
        spec = new HierarchyPartSpec(
                leaf ? "" : type.getName(),
                writeObject == null ? 0 : HierarchyPartSpec.ITEMS,
                fields.shape.descriptor().fields);
        keys = ENTRIES.contains(type) ? Keys.ENTRIES : ELEMENTS.contains(type) ? Keys.ELEMENTS : Keys.NONE;
        isOfApplication = !ClassFields.isJdk(type);
    }

    /** Which of the references that a class writes are keys. */
    enum Keys {
        NONE,
        /** All of them. */
        ELEMENTS,
        /** Every other one, from the first. */
        ENTRIES
    }

    private static @Nullable MethodHandle as(@Nullable MethodHandle hook, Class<?>... parameters) {
        return hook == null ? null : hook.asType(MethodType.methodType(void.class, Object.class, parameters));
    }

    /** Whether reading or writing this class takes more than its fields. */
    public static boolean has(Class<?> type) {
        return FACTORY.writeObjectForSerialization(type) != null
                || FACTORY.readObjectForSerialization(type) != null
                || FACTORY.readObjectNoDataForSerialization(type) != null
                || FACTORY.serialPersistentFields(type) != null;
    }

    /** Refuses a class that leaves to default serialization what that cannot do. */
    void requireUsable() throws InvalidClassException {
        if (writeObject == null) {
            fields.requireWritable();
        }
        if (readObject == null) {
            fields.requireReadable();
        }
    }

    void write(GraphWriter out, Object object) {
        if (writeObject == null) {
            fields.write(out, object);
        } else {
            HookOutput.of(out).call(this, object);
        }
    }

    /** The sender's class did not extend this one. */
    void readNothing(Object object) {
        if (readObjectNoData != null) {
            try {
                readObjectNoData.invokeExact(object);
            } catch (Throwable e) {
                throw Failures.reading(e, type, "readObjectNoData");
            }
        }
    }
}
