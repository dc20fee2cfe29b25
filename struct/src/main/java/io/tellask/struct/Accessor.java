package io.tellask.struct;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** A method of a struct with its field and what it does there. */
record Accessor(Method method, StructField field, AccessMode mode) {
    MethodType type() {
        return mode.methodType(field);
    }
}
