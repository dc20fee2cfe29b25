package io.tellask.actor.contract;

import io.tellask.actor.Promise;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.Flow;

/** Descriptors and boxing for the code generators. */
public final class ClassDescs {
    public static final ClassDesc PROMISE = of(Promise.class);
    public static final ClassDesc PUBLISHER = of(Flow.Publisher.class);

    private ClassDescs() {}

    public static ClassDesc of(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    public static MethodTypeDesc typeOf(Method method) {
        return MethodTypeDesc.of(
                of(method.getReturnType()),
                Arrays.stream(method.getParameterTypes()).map(ClassDescs::of).toArray(ClassDesc[]::new));
    }

    private static ClassDesc boxOf(ClassDesc primitive) {
        return switch (TypeKind.from(primitive)) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case CHAR -> ConstantDescs.CD_Character;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            case REFERENCE, VOID -> throw new IllegalArgumentException(primitive.displayName());
        };
    }

    /** Leaves the value on the stack as an object; for void, null. */
    public static void box(CodeBuilder code, ClassDesc type) {
        if (type.equals(ConstantDescs.CD_void)) {
            code.aconst_null();
        } else if (type.isPrimitive()) {
            ClassDesc box = boxOf(type);
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
        }
    }

    /** Returns the object on the stack as the given type. */
    public static void unboxAndReturn(CodeBuilder code, ClassDesc type) {
        unbox(code, type);
        code.return_(TypeKind.from(type));
    }

    /** Leaves the object on the stack as the given type. */
    public static void unbox(CodeBuilder code, ClassDesc type) {
        if (type.isPrimitive()) {
            ClassDesc box = boxOf(type);
            code.checkcast(box).invokevirtual(box, type.displayName() + "Value", MethodTypeDesc.of(type));
        } else {
            code.checkcast(type);
        }
    }
}
