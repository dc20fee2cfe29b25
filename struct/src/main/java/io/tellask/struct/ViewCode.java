package io.tellask.struct;

import io.tellask.struct.view.StructView;
import io.tellask.struct.view.TextField;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Generates the class of the views of a struct.
 *
 * <p>The getter of an int at offset 16 is {@code return intAtLittle(position + 16)}, a method that {@link ScalarCode} writes into the class.
 * Volatile and other atomic access is by a constant {@code VarHandle}. Nested views are fields, which a getter moves and returns. The
 * class is no hidden one, since only a lookup of the interface's own module could define that.
 */
final class ViewCode {
    private static final ClassDesc VIEW = desc(StructView.class);
    private static final ClassDesc TEXT = desc(TextField.class);
    private static final ClassDesc SEGMENT = desc(MemorySegment.class);
    private static final ClassDesc HANDLE = desc(VarHandle.class);
    private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
    private static final ClassDesc INT = ConstantDescs.CD_int;
    private static final ClassDesc LONG = ConstantDescs.CD_long;
    private static final ClassDesc STRING = ConstantDescs.CD_String;
    private static final ClassDesc VOID = ConstantDescs.CD_void;
    private static final ClassDesc BOOLEAN = ConstantDescs.CD_boolean;
    private static final MethodTypeDesc NEW = MethodTypeDesc.of(VOID, ConstantDescs.CD_Object, VIEW.arrayType());
    private static final String UNIQUE = Integer.toHexString(System.identityHashCode(ViewCode.class));
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Class<?> type;
    private final StructLayout layout;
    private final Map<String, StructField> fields;
    private final ClassDesc name;
    private final ScalarCode scalars;
    private final List<StructField> nested;
    private final List<String> enums; // fields, by their position in the class data

    ViewCode(Class<?> type, StructLayout layout) {
        this.type = type;
        this.layout = layout;
        fields = layout.fields().stream().collect(Collectors.toMap(StructField::name, field -> field));
        name = ClassDesc.of(type.getName() + "$View" + UNIQUE + "_" + NUMBERS.getAndIncrement());
        scalars = new ScalarCode(name, layout.byteOrder());
        nested = nested(layout);
        enums = layout.fields().stream()
                .filter(field -> field.kind() == FieldKind.ENUM)
                .map(StructField::name)
                .toList();
    }

    /** The fields for which a view has a view of its own, in the order in which the constructor takes these. */
    static List<StructField> nested(StructLayout layout) {
        return layout.fields().stream()
                .filter(field -> field.kind() == FieldKind.STRUCT)
                .toList();
    }

    byte[] bytes(List<Accessor> accessors) {
        return ClassFile.of().build(name, builder -> {
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withSuperclass(VIEW)
                    .withInterfaceSymbols(desc(type));
            constants(builder);
            constructor(builder);
            for (Accessor accessor : accessors) {
                MethodTypeDesc methodType = accessor.type().describeConstable().orElseThrow();
                builder.withMethodBody(
                        accessor.method().getName(), methodType, ClassFile.ACC_PUBLIC, code -> body(code, accessor));
            }
            scalars.methods(builder);
        });
    }

    /** Static fields with the constants of the enums. */
    private void constants(ClassBuilder builder) {
        for (int i = 0; i < enums.size(); i++) {
            builder.withField(
                    "constants" + i, OBJECTS, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
        }
        builder.withMethodBody("<clinit>", ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> {
            for (int i = 0; i < enums.size(); i++) {
                ClassDesc type = desc(field(enums.get(i)).type());
                code.invokestatic(type, "values", MethodTypeDesc.of(type.arrayType()))
                        .putstatic(name, "constants" + i, OBJECTS);
            }
            code.return_();
        });
    }

    private void constructor(ClassBuilder builder) {
        for (int i = 0; i < nested.size(); i++) {
            builder.withField("nested" + i, VIEW, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
        }
        builder.withMethodBody("<init>", NEW, 0, code -> {
            code.aload(0).aload(1).aload(2).invokespecial(VIEW, "<init>", NEW);
            for (int i = 0; i < nested.size(); i++) {
                code.aload(0).aload(2).loadConstant(i).aaload().putfield(name, "nested" + i, VIEW);
            }
            code.return_();
        });
    }

    private void body(CodeBuilder code, Accessor accessor) {
        StructField field = accessor.field();
        requireVariant(code, field);
        if (accessor.mode().isAtomic()) {
            atomic(code, accessor);
        } else {
            switch (field.kind()) {
                case ENUM -> constant(code, accessor);
                case FIXED_TEXT, BOUNDED_TEXT -> text(code, accessor);
                case STRUCT -> nestedView(code, field);
                default -> primitive(code, accessor);
            }
        }
        code.return_(
                TypeKind.from(accessor.type().describeConstable().orElseThrow().returnType()));
    }

    private void primitive(CodeBuilder code, Accessor accessor) {
        StructField field = accessor.field();
        code.aload(0);
        position(code, field);
        if (accessor.mode() == AccessMode.GET) {
            scalars.get(code, field.kind());
        } else {
            value(code, accessor, 0);
            scalars.set(code, field.kind());
        }
    }

    private void atomic(CodeBuilder code, Accessor accessor) {
        StructField field = accessor.field();
        code.loadConstant(scalars.constant(field.kind(), HANDLE));
        code.aload(0).getfield(VIEW, "segment", SEGMENT);
        position(code, field);
        MethodTypeDesc type = accessor.type().describeConstable().orElseThrow();
        int first = field.isArray() ? 1 : 0;
        for (int i = first; i < type.parameterCount(); i++) {
            value(code, accessor, i - first);
        }
        MethodTypeDesc call = MethodTypeDesc.of(type.returnType(), SEGMENT, LONG);
        for (int i = first; i < type.parameterCount(); i++) {
            call = call.insertParameterTypes(call.parameterCount(), type.parameterType(i));
        }
        code.invokevirtual(HANDLE, accessor.mode().handleMethod(), call);
    }

    private void constant(CodeBuilder code, Accessor accessor) {
        StructField field = accessor.field();
        if (accessor.mode() == AccessMode.GET) {
            constants(code, field);
            ordinal(code, field);
            code.ldc(label(field))
                    .invokestatic(VIEW, "constant", MethodTypeDesc.of(ConstantDescs.CD_Object, OBJECTS, INT, STRING))
                    .checkcast(desc(field.type()));
            return;
        }
        int local = code.allocateLocal(TypeKind.INT);
        value(code, accessor, 0);
        code.invokevirtual(ConstantDescs.CD_Enum, "ordinal", MethodTypeDesc.of(INT))
                .istore(local);
        clearUnion(code, field, local);
        FieldKind kind = numberKind(field);
        code.aload(0);
        position(code, field);
        code.iload(local);
        if (kind == FieldKind.BYTE) {
            code.i2b();
        } else {
            code.i2c();
        }
        scalars.set(code, kind);
    }

    /** Where a tag gets another value, its union gets zeros. */
    private void clearUnion(CodeBuilder code, StructField tag, int ordinal) {
        List<StructField> union = layout.fields().stream()
                .filter(field ->
                        field.variant() != null && field.variant().tag().equals(tag.name()))
                .toList();
        if (union.isEmpty()) {
            return;
        }
        int from = union.stream().mapToInt(StructField::offsetBytes).min().orElseThrow();
        int to = union.stream()
                .mapToInt(field -> field.offsetBytes() + field.totalBytes())
                .max()
                .orElseThrow();
        ordinal(code, tag);
        code.iload(ordinal).ifThen(Opcode.IF_ICMPNE, then -> {
            then.aload(0).aload(0).getfield(VIEW, "position", LONG).loadConstant((long) from);
            then.ladd().loadConstant(to - from);
            then.invokevirtual(VIEW, "clear", MethodTypeDesc.of(VOID, LONG, INT));
        });
    }

    private void requireVariant(CodeBuilder code, StructField field) {
        StructField.VariantOf variant = field.variant();
        if (variant == null) {
            return;
        }
        StructField tag = field(variant.tag());
        ordinal(code, tag);
        code.loadConstant(variant.ordinal()).ifThen(Opcode.IF_ICMPNE, then -> {
            ordinal(then, tag);
            then.loadConstant(variant.ordinal());
            constants(then, tag);
            then.ldc(label(field))
                    .invokestatic(
                            VIEW,
                            "wrongVariant",
                            MethodTypeDesc.of(desc(StructException.class), INT, INT, OBJECTS, STRING))
                    .athrow();
        });
    }

    private void text(CodeBuilder code, Accessor accessor) {
        StructField field = accessor.field();
        boolean bounded = field.kind() == FieldKind.BOUNDED_TEXT;
        boolean get = accessor.mode() == AccessMode.GET;
        boolean named = bounded || accessor.mode() == AccessMode.SET; // whether a failure may name the field
        MethodTypeDesc call =
                MethodTypeDesc.of(get ? STRING : accessor.mode() == AccessMode.SET ? VOID : BOOLEAN, VIEW, LONG, INT);
        code.aload(0);
        position(code, field);
        code.loadConstant(field.maxTextBytes());
        if (bounded) {
            code.loadConstant(layout.byteOrder() == Endianness.BIG ? 1 : 0);
            call = call.insertParameterTypes(call.parameterCount(), BOOLEAN);
        } else if (accessor.mode() != AccessMode.SET) {
            code.loadConstant(isWordInside(field) ? 1 : 0);
            call = call.insertParameterTypes(call.parameterCount(), BOOLEAN);
        }
        if (!get) {
            value(code, accessor, 0);
            call = call.insertParameterTypes(call.parameterCount(), STRING);
        }
        if (named) {
            code.ldc(label(field));
            call = call.insertParameterTypes(call.parameterCount(), STRING);
        }
        String form = bounded ? "Bounded" : "Fixed";
        String method = switch (accessor.mode()) {
            case GET -> "read" + form;
            case SET -> "write" + form;
            default -> form.toLowerCase(Locale.ROOT) + "Equals";
        };
        code.invokestatic(TEXT, method, call);
    }

    /** Whether the eight bytes from any element of a field on are within the struct. */
    private boolean isWordInside(StructField field) {
        int last = field.offsetBytes() + field.totalBytes() - field.sizeBytes();
        return last + Long.BYTES <= layout.sizeBytes();
    }

    private void nestedView(CodeBuilder code, StructField field) {
        code.aload(0).getfield(name, "nested" + nested.indexOf(field), VIEW);
        code.aload(0);
        position(code, field);
        code.invokevirtual(VIEW, "place", MethodTypeDesc.of(VIEW, VIEW, LONG)).checkcast(desc(field.type()));
    }

    /** Position of a field, or of the element whose index is the first parameter. */
    private void position(CodeBuilder code, StructField field) {
        code.aload(0)
                .getfield(VIEW, "position", LONG)
                .loadConstant((long) field.offsetBytes())
                .ladd();
        if (field.isArray()) {
            code.iload(1)
                    .loadConstant(field.count())
                    .ldc(label(field))
                    .invokestatic(VIEW, "checkIndex", MethodTypeDesc.of(INT, INT, INT, STRING))
                    .loadConstant(field.sizeBytes())
                    .imul()
                    .i2l()
                    .ladd();
        }
    }

    /** The parameter with a value; those of strings and enums must not be null. */
    private void value(CodeBuilder code, Accessor accessor, int index) {
        ClassDesc type = desc(accessor.field().type());
        code.loadLocal(
                TypeKind.from(type),
                code.parameterSlot(index + (accessor.field().isArray() ? 1 : 0)));
        if (!type.isPrimitive()) {
            code.ldc(label(accessor.field()))
                    .invokestatic(
                            desc(Objects.class),
                            "requireNonNull",
                            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object, STRING))
                    .checkcast(type);
        }
    }

    /** Number of an enum's constant, of a field or of the element that the first parameter says. */
    private void ordinal(CodeBuilder code, StructField field) {
        FieldKind kind = numberKind(field);
        code.aload(0);
        position(code, field);
        scalars.get(code, kind);
        if (kind == FieldKind.BYTE) {
            code.loadConstant(0xff).iand();
        }
    }

    private static FieldKind numberKind(StructField field) {
        return field.sizeBytes() == 1 ? FieldKind.BYTE : FieldKind.CHAR;
    }

    private void constants(CodeBuilder code, StructField field) {
        code.getstatic(name, "constants" + enums.indexOf(field.name()), OBJECTS);
    }

    /** A field as failures name it. */
    private String label(StructField field) {
        return layout.name() + "." + field.name();
    }

    private StructField field(String wanted) {
        return Objects.requireNonNull(fields.get(wanted), wanted);
    }

    static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
