package io.tellask.struct;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** How a method of a struct reads or writes its field; all but the first two are told by the end of its name. */
enum AccessMode {
    GET("", "get"),
    SET("", "set"),
    GET_VOLATILE("Volatile", "getVolatile"),
    SET_VOLATILE("Volatile", "setVolatile"),
    GET_ACQUIRE("Acquire", "getAcquire"),
    SET_RELEASE("Release", "setRelease"),
    COMPARE_AND_SET("CompareAndSet", "compareAndSet"),
    GET_AND_ADD("GetAndAdd", "getAndAdd"),
    EQUALS("Equals", "equals");

    private final String suffix;
    private final String handleMethod;

    AccessMode(String suffix, String handleMethod) {
        this.suffix = suffix;
        this.handleMethod = handleMethod;
    }

    String suffix() {
        return suffix;
    }

    /** The method of a {@code VarHandle} that does it. */
    String handleMethod() {
        return handleMethod;
    }

    /** Whether memory must be aligned for it. */
    boolean isAtomic() {
        return this != GET && this != SET && this != EQUALS;
    }

    /** Whether the name of a method has the suffix of this mode behind the name of a field. */
    boolean isNamedBy(String method) {
        return !suffix.isEmpty() && method.length() > suffix.length() && method.endsWith(suffix);
    }

    boolean fits(FieldKind kind) {
        return switch (this) {
            case GET -> true;
            case SET -> kind != FieldKind.STRUCT;
            case EQUALS -> kind.isText();
            case COMPARE_AND_SET -> kind.isComparable();
            case GET_AND_ADD -> kind == FieldKind.INT || kind == FieldKind.LONG;
            case GET_VOLATILE, SET_VOLATILE, GET_ACQUIRE, SET_RELEASE -> kind.isPrimitive();
        };
    }

    /** Parameters and result of a method of this mode. */
    MethodType methodType(StructField field) {
        List<Class<?>> parameters = new ArrayList<>();
        if (field.isArray()) {
            parameters.add(int.class);
        }
        int values = switch (this) {
            case GET, GET_VOLATILE, GET_ACQUIRE -> 0;
            case COMPARE_AND_SET -> 2;
            default -> 1;
        };
        for (int i = 0; i < values; i++) {
            parameters.add(field.type());
        }
        Class<?> result = switch (this) {
            case GET, GET_VOLATILE, GET_ACQUIRE, GET_AND_ADD -> field.type();
            case COMPARE_AND_SET, EQUALS -> boolean.class;
            case SET, SET_VOLATILE, SET_RELEASE -> void.class;
        };
        return MethodType.methodType(result, parameters);
    }
}
