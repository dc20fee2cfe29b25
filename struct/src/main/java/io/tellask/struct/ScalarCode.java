package io.tellask.struct;

import io.tellask.struct.view.Scalars;
import io.tellask.struct.view.StructView;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Generates the methods of a view that read and write one number at a position, as {@code intAtLittle(long at)}:
 *
 * <pre>{@code
 * if (isNative) return segment.get(INT_LITTLE, at);
 * if (bytes != null) return (int) ARRAY_INT_LITTLE.get(bytes, (int) at);
 * return segment.get(INT_LITTLE, at);
 * }</pre>
 *
 * The names in capitals are constants of the class, so that the compiler inlines what they do. For one class.
 */
final class ScalarCode {
    private static final ClassDesc SCALARS = ViewCode.desc(Scalars.class);
    private static final ClassDesc VIEW = ViewCode.desc(StructView.class);
    private static final ClassDesc SEGMENT = ViewCode.desc(MemorySegment.class);
    private static final ClassDesc HANDLE = ViewCode.desc(VarHandle.class);
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();
    private static final ClassDesc LONG = ConstantDescs.CD_long;
    private static final ClassDesc INT = ConstantDescs.CD_int;
    private static final ClassDesc VOID = ConstantDescs.CD_void;
    private static final DirectMethodHandleDesc CONSTANT =
            ConstantDescs.ofConstantBootstrap(SCALARS, "constant", ConstantDescs.CD_Object);

    private final ClassDesc view;
    private final Endianness byteOrder;
    private final Set<FieldKind> used = EnumSet.noneOf(FieldKind.class);

    ScalarCode(ClassDesc view, Endianness byteOrder) {
        this.view = view;
        this.byteOrder = byteOrder;
    }

    /** Puts a value in place of the view and a position. */
    void get(CodeBuilder code, FieldKind kind) {
        used.add(kind);
        code.invokevirtual(view, nameOf(kind, byteOrder), MethodTypeDesc.of(kind.primitiveDesc(), LONG));
    }

    /** Takes the view, a position and a value. */
    void set(CodeBuilder code, FieldKind kind) {
        used.add(kind);
        code.invokevirtual(view, nameOf(kind, byteOrder), MethodTypeDesc.of(VOID, LONG, kind.primitiveDesc()));
    }

    /** A layout or a handle for values in a segment. */
    DynamicConstantDesc<Object> constant(FieldKind kind, ClassDesc constantType) {
        return constant(kind.name(), byteOrder, constantType);
    }

    private static DynamicConstantDesc<Object> constant(String kind, Endianness order, ClassDesc constantType) {
        return DynamicConstantDesc.ofNamed(CONSTANT, kind + "_" + order, constantType);
    }

    /** Adds the methods that were used, and those of {@code StructView}. */
    void methods(ClassBuilder builder) {
        method(builder, FieldKind.BYTE, Endianness.LITTLE);
        method(builder, FieldKind.LONG, Endianness.LITTLE);
        for (FieldKind kind : used) {
            boolean known = kind == FieldKind.BYTE || kind == FieldKind.LONG && byteOrder == Endianness.LITTLE;
            if (!known) {
                method(builder, kind, byteOrder);
            }
        }
    }

    private static String nameOf(FieldKind kind, Endianness order) {
        String plain = kind.name().toLowerCase(Locale.ROOT) + "At";
        return kind.sizeBytes() == 1 ? plain : plain + capitalized(order.name());
    }

    private static String capitalized(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private static void method(ClassBuilder builder, FieldKind kind, Endianness order) {
        String name = nameOf(kind, order);
        ClassDesc value = kind.primitiveDesc();
        builder.withMethodBody(name, MethodTypeDesc.of(value, LONG), ClassFile.ACC_PROTECTED, code -> {
            isNative(code).ifThen(Opcode.IFNE, then -> segmentGet(then, kind, order));
            bytes(code).ifThen(Opcode.IFNONNULL, then -> arrayGet(then, kind, order));
            segmentGet(code, kind, order);
        });
        builder.withMethodBody(name, MethodTypeDesc.of(VOID, LONG, value), ClassFile.ACC_PROTECTED, code -> {
            isNative(code).ifThen(Opcode.IFNE, then -> segmentSet(then, kind, order));
            bytes(code).ifThen(Opcode.IFNONNULL, then -> arraySet(then, kind, order));
            segmentSet(code, kind, order);
        });
    }

    private static CodeBuilder bytes(CodeBuilder code) {
        return code.aload(0).getfield(VIEW, "bytes", BYTES);
    }

    private static CodeBuilder segment(CodeBuilder code) {
        return code.aload(0).getfield(VIEW, "segment", SEGMENT);
    }

    private static CodeBuilder isNative(CodeBuilder code) {
        return code.aload(0).getfield(VIEW, "isNative", ConstantDescs.CD_boolean);
    }

    private static void segmentGet(CodeBuilder code, FieldKind kind, Endianness order) {
        ClassDesc value = kind.primitiveDesc();
        ClassDesc layout = layout(kind);
        segment(code).loadConstant(constant(kind.name(), order, layout)).lload(1);
        code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(value, layout, LONG))
                .return_(TypeKind.from(value));
    }

    private static void segmentSet(CodeBuilder code, FieldKind kind, Endianness order) {
        ClassDesc value = kind.primitiveDesc();
        ClassDesc layout = layout(kind);
        segment(code).loadConstant(constant(kind.name(), order, layout)).lload(1);
        code.loadLocal(TypeKind.from(value), 3)
                .invokeinterface(SEGMENT, "set", MethodTypeDesc.of(VOID, layout, LONG, value))
                .return_();
    }

    private static ClassDesc layout(FieldKind kind) {
        return ViewCode.desc(ValueLayout.class).nested("Of" + capitalized(kind.name()));
    }

    private static void arrayGet(CodeBuilder code, FieldKind kind, Endianness order) {
        ClassDesc value = kind.primitiveDesc();
        if (kind.sizeBytes() == 1) {
            bytes(code).lload(1).l2i().baload();
            if (kind == FieldKind.BOOLEAN) {
                code.ifThenElse(Opcode.IFNE, CodeBuilder::iconst_1, CodeBuilder::iconst_0);
            }
        } else {
            code.loadConstant(constant("ARRAY_" + kind, order, HANDLE));
            bytes(code).lload(1).l2i().invokevirtual(HANDLE, "get", MethodTypeDesc.of(value, BYTES, INT));
        }
        code.return_(TypeKind.from(value));
    }

    private static void arraySet(CodeBuilder code, FieldKind kind, Endianness order) {
        ClassDesc value = kind.primitiveDesc();
        if (kind.sizeBytes() == 1) {
            bytes(code).lload(1).l2i().iload(3).bastore();
        } else {
            code.loadConstant(constant("ARRAY_" + kind, order, HANDLE));
            bytes(code).lload(1).l2i().loadLocal(TypeKind.from(value), 3);
            code.invokevirtual(HANDLE, "set", MethodTypeDesc.of(VOID, BYTES, INT, value));
        }
        code.return_();
    }
}
