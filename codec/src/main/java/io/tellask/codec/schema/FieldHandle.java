package io.tellask.codec.schema;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One way to a field, to read it or to set it. Generated code goes by the {@link #variable}, for which the JDK spins no
 * classes; a method handle of generic type, for which it spins one or two each, is made only for who asks. Thread-safe.
 */
public final class FieldHandle {
    private final @Nullable VarHandle variable;
    private final AccessMode mode;
    private final MethodType type;
    private volatile @Nullable MethodHandle handle;

    private FieldHandle(@Nullable VarHandle variable, AccessMode mode, MethodType type, @Nullable MethodHandle handle) {
        this.variable = variable;
        this.mode = mode;
        this.type = type;
        this.handle = handle;
    }

    /** By a method handle alone. */
    public static FieldHandle of(MethodHandle handle) {
        return new FieldHandle(null, AccessMode.GET, handle.type(), handle);
    }

    /** Reads a field, as {@code (Object)K}, where K is the primitive or Object. */
    static FieldHandle getting(VarHandle variable) {
        Class<?> erased = ClassAccess.erased(variable.varType());
        return new FieldHandle(variable, AccessMode.GET, MethodType.methodType(erased, Object.class), null);
    }

    /** Sets a field that is not final, as {@code (Object,K)void}. */
    static FieldHandle setting(VarHandle variable) {
        Class<?> erased = ClassAccess.erased(variable.varType());
        return new FieldHandle(variable, AccessMode.SET, MethodType.methodType(void.class, Object.class, erased), null);
    }

    /** The variable whose plain access does the same, or null. */
    public @Nullable VarHandle variable() {
        return variable;
    }

    /** The way as a method handle. */
    public MethodHandle handle() {
        MethodHandle known = handle;
        if (known == null) {
            known = Objects.requireNonNull(variable).toMethodHandle(mode).asType(type);
            handle = known;
        }
        return known;
    }
}
