package io.tellask.codec;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.ClassShape.Member;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits {@code read}: a class is allocated and registered first and its fields are set one by one; a record's
 * components are read into locals and its constructor is called last.
 *
 * <p>Locals: 1 the reader, 2 the byte reader, 3 the object or the number of the record, 4 a byte of flags, 5 the
 * array, 6 the position of the fixed-width numbers, from 7 a record's components.
 */
final class ReadBody {
    private static final ClassDesc BYTES = ClassDesc.of("io.tellask.codec.ByteReader");
    private static final ClassDesc WIRE = ClassDesc.of("io.tellask.codec.Wire");
    private static final ClassDesc CONSTRUCTOR = ClassDesc.of("java.lang.reflect.Constructor");
    private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, CodecGenerator.READER);
    private static final MethodTypeDesc READ_LIST =
            MethodTypeDesc.of(CD_Object, CodecGenerator.READER, CodecGenerator.TYPE_CODEC);
    private static final int READER = 1;
    private static final int IN = 2;
    private static final int OBJECT = 3;
    private static final int FLAGS = 4;
    private static final int ARRAY = 5;
    private static final int AT = 6;
    private static final int FIRST_COMPONENT = 7;

    private final CodecGenerator generator;
    private final CodeBuilder code;
    private final int[] componentLocals = new int[CodecGenerator.MAX_MEMBERS];
    private int nextLocal = FIRST_COMPONENT;
    private int flagsRead;
    private int fixedOffset;

    ReadBody(CodecGenerator generator, CodeBuilder code) {
        this.generator = generator;
        this.code = code;
    }

    void emit(ClassShape shape) {
        code.iconst_m1().istore(CodecGenerator.MEMBER);
        Label start = code.newBoundLabel();
        code.aload(READER).getfield(CodecGenerator.READER, "in", BYTES).astore(IN);
        if (shape.isRecord()) {
            code.aload(READER)
                    .invokevirtual(CodecGenerator.READER, "reserve", MethodTypeDesc.of(CD_int))
                    .istore(OBJECT);
        } else {
            code.loadConstant(generator.constant(shape.requireAllocator(), CONSTRUCTOR))
                    .aconst_null()
                    .invokevirtual(CONSTRUCTOR, "newInstance", MethodTypeDesc.of(CD_Object, CD_Object.arrayType()))
                    .astore(OBJECT);
            code.aload(READER)
                    .aload(OBJECT)
                    .invokevirtual(CodecGenerator.READER, "register", MethodTypeDesc.of(CD_void, CD_Object));
        }
        emitFixedCheck(shape.members());
        for (int i = 0; i < shape.members().size(); i++) {
            Member member = shape.members().get(i);
            if (fixedBytes(member) == 0) {
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
            }
            emitMember(shape, member);
        }
        if (shape.isRecord()) {
            code.iconst_m1().istore(CodecGenerator.MEMBER);
            emitConstruction(shape);
        }
        code.aload(OBJECT).areturn();
        generator.emitFailure(code, start, shape, true);
    }

    /**
     * One check for all numbers of fixed width, which come first; the position moves behind them before they are read.
     */
    private void emitFixedCheck(List<Member> members) {
        int bytes = members.stream().mapToInt(ReadBody::fixedBytes).sum();
        if (bytes > 0) {
            code.aload(IN).loadConstant(bytes).invokevirtual(BYTES, "require", MethodTypeDesc.of(CD_void, CD_int));
            code.aload(IN)
                    .invokevirtual(BYTES, "array", MethodTypeDesc.of(CD_byte.arrayType()))
                    .astore(ARRAY);
            code.aload(IN)
                    .invokevirtual(BYTES, "position", MethodTypeDesc.of(CD_int))
                    .istore(AT);
            code.aload(IN)
                    .iload(AT)
                    .loadConstant(bytes)
                    .iadd()
                    .invokevirtual(BYTES, "advanceTo", MethodTypeDesc.of(CD_void, CD_int));
        }
    }

    private static int fixedBytes(Member member) {
        return switch (member.kind()) {
            case 'D' -> Double.BYTES;
            case 'F' -> Float.BYTES;
            case 'S' -> Short.BYTES;
            case 'B' -> Byte.BYTES;
            default -> 0;
        };
    }

    private void emitReadFixed(Member member) {
        code.aload(ARRAY).iload(AT).loadConstant(fixedOffset).iadd();
        fixedOffset += fixedBytes(member);
        if (member.kind() == 'B') {
            code.baload();
            return;
        }
        String method = switch (member.kind()) {
            case 'D' -> "float64";
            case 'F' -> "float32";
            default -> "int16";
        };
        code.invokestatic(WIRE, method, MethodTypeDesc.of(descriptor(member), CD_byte.arrayType(), CD_int));
    }

    private void emitMember(ClassShape shape, Member member) {
        if (member.kind() == 'Z' && flagsRead % Byte.SIZE == 0) {
            code.aload(IN)
                    .invokevirtual(BYTES, "readByte", MethodTypeDesc.of(CD_byte))
                    .istore(FLAGS);
        }
        if (shape.isRecord()) {
            emitRead(shape, member);
            TypeKind kind = TypeKind.from(descriptor(member));
            code.storeLocal(kind, nextLocal);
            componentLocals[member.component()] = nextLocal;
            nextLocal += kind.slotSize();
        } else {
            code.loadConstant(generator.handle(member.requireSetter())).aload(OBJECT);
            emitRead(shape, member);
            code.invokevirtual(
                    CD_MethodHandle, "invokeExact", MethodTypeDesc.of(CD_void, CD_Object, descriptor(member)));
        }
    }

    private static ClassDesc descriptor(Member member) {
        return member.type().describeConstable().filter(ClassDesc::isPrimitive).orElse(CD_Object);
    }

    private void emitRead(ClassShape shape, Member member) {
        switch (member.kind()) {
            case 'Z' -> {
                code.iload(FLAGS)
                        .loadConstant(flagsRead++ % Byte.SIZE)
                        .iushr()
                        .iconst_1()
                        .iand();
            }
            case 'T' ->
                code.aload(READER).invokevirtual(CodecGenerator.READER, "readString", MethodTypeDesc.of(CD_String));
            case 'L' -> emitReadReference(shape, member);
            case 'D', 'F', 'S', 'B' -> emitReadFixed(member);
            default ->
                code.aload(IN).invokevirtual(BYTES, readMethod(member.kind()), MethodTypeDesc.of(descriptor(member)));
        }
    }

    private static String readMethod(char kind) {
        return switch (kind) {
            case 'J' -> "readFieldLong";
            case 'I' -> "readFieldInt";
            default -> "readFieldChar";
        };
    }

    private void emitReadReference(ClassShape shape, Member member) {
        @Nullable DynamicConstantDesc<?> expected = generator.expectedCodec(member);
        if (expected == null) {
            code.aload(READER).invokevirtual(CodecGenerator.READER, "readRef", MethodTypeDesc.of(CD_Object));
            return;
        }
        Label other = code.newLabel();
        Label done = code.newLabel();
        code.aload(READER)
                .loadConstant(expected)
                .invokevirtual(CodecGenerator.READER, "begin", MethodTypeDesc.of(CD_boolean, CodecGenerator.TYPE_CODEC))
                .ifeq(other);
        code.loadConstant(expected).aload(READER);
        @Nullable DynamicConstantDesc<?> element = generator.elementCodec(shape.type(), member);
        if (element != null) {
            code.loadConstant(element);
        }
        code.invokevirtual(CodecGenerator.TYPE_CODEC, "read", element == null ? READ : READ_LIST);
        code.aload(READER)
                .invokevirtual(CodecGenerator.READER, "end", MethodTypeDesc.of(CD_void))
                .goto_(done);
        code.labelBinding(other);
        code.aload(READER).invokevirtual(CodecGenerator.READER, "readRef", MethodTypeDesc.of(CD_Object));
        code.labelBinding(done);
    }

    private void emitConstruction(ClassShape shape) {
        List<ClassDesc> parameters = new ArrayList<>();
        List<Member> components = new ArrayList<>(shape.members());
        components.sort(Comparator.comparingInt(Member::component));
        code.aload(READER).iload(OBJECT);
        code.loadConstant(generator.handle(shape.requireCanonical()));
        for (Member component : components) {
            ClassDesc kind = descriptor(component);
            parameters.add(kind);
            code.loadLocal(TypeKind.from(kind), componentLocals[component.component()]);
        }
        code.invokevirtual(CD_MethodHandle, "invokeExact", MethodTypeDesc.of(CD_Object, parameters))
                .astore(OBJECT);
        code.aload(OBJECT).invokevirtual(CodecGenerator.READER, "fill", MethodTypeDesc.of(CD_void, CD_int, CD_Object));
    }
}
