package io.tellask.codec.schema;

import io.tellask.codec.schema.ClassShape.Member;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Builds a record from its fields as another version of it was written. Immutable and thread-safe.
 *
 * <p>A writer may describe a record with thousands of fields, and with ever new ones. So this is a table and not a
 * combination of handles, which has 255 arguments at most and costs code of the virtual machine for each order.
 */
public final class WrittenRecord {
    private static final MethodType SPREAD = MethodType.methodType(Object.class, Object[].class);
    private static final MethodHandle CONSTRUCT;

    static {
        try {
            CONSTRUCT = MethodHandles.lookup().findVirtual(WrittenRecord.class, "construct", SPREAD);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final MethodHandle constructor;
    private final @Nullable Member[] targets;
    private final String[] names;
    private final @Nullable Object[] absent;

    WrittenRecord(ClassShape shape, @Nullable Member[] targets) {
        this.constructor = spread(shape.requireCanonical());
        this.targets = targets;
        this.absent = new Object[shape.members().size()];
        this.names = new String[absent.length];
        for (Member member : shape.members()) {
            absent[member.component()] = FieldConversion.defaultOf(member.type());
            names[member.component()] = shape.type().getName() + "." + member.name();
        }
    }

    /** A constructor as {@code (Object[])Object}. */
    public static MethodHandle spread(MethodHandle canonical) {
        return canonical.type().equals(SPREAD)
                ? canonical
                : canonical
                        .asSpreader(Object[].class, canonical.type().parameterCount())
                        .asType(SPREAD);
    }

    /** The constructor over the written fields, as {@code (Object[])Object}. */
    MethodHandle asConstructor() {
        return CONSTRUCT.bindTo(this);
    }

    private Object construct(@Nullable Object[] written) throws Throwable {
        @Nullable Object[] components = absent.clone();
        for (int i = 0; i < targets.length; i++) {
            Member target = targets[i];
            if (target != null) {
                int component = target.component();
                components[component] = FieldConversion.checked(target.type(), names[component], written[i]);
            }
        }
        return (Object) constructor.invokeExact(components);
    }
}
