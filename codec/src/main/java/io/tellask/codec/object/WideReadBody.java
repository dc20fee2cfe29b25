package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.builtin.WideValue;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor.FieldSpec;
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
 * Emits {@code readAt} of the wide form: one check for all numbers, then strings and references at a position that is a
 * local. All members are read into locals; the object is made and filled last, or, where objects have numbers and it is no
 * record, made first.
 *
 * <p>Locals: 1 the reader, 2 the position, 3 the byte reader, 4 the array, 5 the limit, 6 the object or the number of
 * the record, 7 a byte of flags or the length of a string, 8 a reference, from 9 the members.
 */
final class WideReadBody {
    private static final ClassDesc STEPS = ClassDesc.of("io.tellask.codec.graph.PositionReader");
    private static final ClassDesc IN_TYPE = ClassDesc.of("io.tellask.codec.ByteReader");
    private static final ClassDesc UNBACKED = ClassDesc.of("io.tellask.codec.budget.AllocationBudget");
    private static final ClassDesc EXTENT = ClassDesc.of("io.tellask.codec.budget.AllocationBudget$MessageExtent");
    private static final ClassDesc VARINTS = ClassDesc.of("io.tellask.codec.bytes.Varints");
    private static final ClassDesc SLOTS = ClassDesc.of("io.tellask.codec.graph.StringSlots");
    private static final ClassDesc STRINGS = ClassDesc.of("io.tellask.codec.bytes.Strings");
    private static final ClassDesc CONSTRUCTOR = ClassDesc.of("java.lang.reflect.Constructor");
    private static final ClassDesc VALUE_FORM = ClassDesc.of("io.tellask.codec.builtin.WideValue");
    private static final ClassDesc BYTES = CD_byte.arrayType();
    private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, CodecGenerator.READER, CD_int);
    private static final MethodTypeDesc READ_LIST =
            MethodTypeDesc.of(CD_Object, CodecGenerator.READER, CodecGenerator.TYPE_CODEC, CD_int);
    private static final MethodTypeDesc BEGIN =
            MethodTypeDesc.of(CD_boolean, CodecGenerator.READER, CodecGenerator.TYPE_CODEC, BYTES, CD_int, CD_int);
    private static final MethodTypeDesc CONSTANT_AT =
            MethodTypeDesc.of(CD_Object, CodecGenerator.READER, CodecGenerator.TYPE_CODEC, BYTES, CD_int, CD_int);
    private static final MethodTypeDesc TAKE = MethodTypeDesc.of(CD_Object, CodecGenerator.READER, BYTES, CD_int);
    private static final int READER = 1;
    private static final int AT = 2;
    private static final int IN = 3;
    private static final int ARRAY = 4;
    private static final int LIMIT = 5;
    private static final int OBJECT = 6;
    private static final int FLAGS = 7;
    private static final int LENGTH = 7;
    private static final int VALUE = 8;
    private static final int FIRST_MEMBER = 9;

    private final CodecGenerator generator;
    private final CodeBuilder code;
    private final ClassShape shape;
    private final int[] locals = new int[CodecGenerator.MAX_MEMBERS];
    private int nextLocal = FIRST_MEMBER;
    private int flagsRead;

    WideReadBody(CodecGenerator generator, CodeBuilder code, ClassShape shape) {
        this.generator = generator;
        this.code = code;
        this.shape = shape;
    }

    void emit() {
        code.iconst_m1().istore(CodecGenerator.MEMBER);
        Label start = code.newBoundLabel();
        emitBeginning();
        emitPlace();
        int strings = shape.count("T");
        if (strings > 0) {
            code.aload(READER)
                    .loadConstant(strings)
                    .invokevirtual(CodecGenerator.READER, "addObjects", MethodTypeDesc.of(CD_void, CD_int));
        }
        List<Member> members = shape.members();
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (!member.type().isPrimitive()) {
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
            }
            emit(member);
            TypeKind kind = TypeKind.from(descriptor(member));
            locals[i] = nextLocal;
            code.storeLocal(kind, nextLocal);
            nextLocal += kind.slotSize();
        }
        storePosition();
        if (shape.isRecord()) {
            code.iconst_m1().istore(CodecGenerator.MEMBER);
            emitConstruction();
        } else {
            emitFilling();
        }
        code.aload(OBJECT).areturn();
        generator.emitFailure(code, start, shape, true);
    }

    /** Loads where the bytes are; one check for all that have a fixed width, which come first. */
    private void emitBeginning() {
        code.aload(READER).getfield(CodecGenerator.READER, "in", IN_TYPE).astore(IN);
        code.aload(IN).invokevirtual(IN_TYPE, "array", MethodTypeDesc.of(BYTES)).astore(ARRAY);
        code.aload(IN)
                .invokevirtual(IN_TYPE, "limit", MethodTypeDesc.of(CD_int))
                .istore(LIMIT);
        int bytes = shape.members().stream()
                        .filter(member -> member.type().isPrimitive() && member.kind() != 'Z')
                        .mapToInt(member -> FieldSpec.wideBytes(member.kind()))
                        .sum()
                + (shape.flagCount() + 7) / 8;
        if (bytes > 0) {
            Label there = code.newLabel();
            code.iload(LIMIT).iload(AT).isub().loadConstant(bytes).if_icmpge(there);
            storePosition();
            code.aload(IN)
                    .loadConstant(bytes)
                    .invokevirtual(IN_TYPE, "require", MethodTypeDesc.of(CD_void, CD_int))
                    .labelBinding(there);
        }
    }

    /** Where objects have numbers takes the number of a record, and makes and registers any other object. */
    private void emitPlace() {
        code.aload(READER)
                .getfield(CodecGenerator.READER, "unbacked", UNBACKED)
                .loadConstant(shape.heapBytes())
                .aload(READER)
                .invokevirtual(UNBACKED, "countHeap", MethodTypeDesc.of(CD_void, CD_int, EXTENT));
        if (shape.isRecord()) {
            code.aload(READER)
                    .invokevirtual(CodecGenerator.READER, "reserve", MethodTypeDesc.of(CD_int))
                    .istore(OBJECT);
            return;
        }
        Label none = code.newLabel();
        code.aconst_null().astore(OBJECT);
        emitIsTracking();
        code.ifeq(none);
        emitAllocation();
        code.aload(READER)
                .aload(OBJECT)
                .invokevirtual(CodecGenerator.READER, "register", MethodTypeDesc.of(CD_void, CD_Object))
                .labelBinding(none);
    }

    private void emitIsTracking() {
        code.aload(READER).invokevirtual(CodecGenerator.READER, "isTracking", MethodTypeDesc.of(CD_boolean));
    }

    private void emitAllocation() {
        code.loadConstant(generator.constant(shape.requireAllocator(), CONSTRUCTOR))
                .aconst_null()
                .invokevirtual(CONSTRUCTOR, "newInstance", MethodTypeDesc.of(CD_Object, CD_Object.arrayType()))
                .astore(OBJECT);
    }

    /** Sets the fields of the object, which is made now where none refers to it: its fields then need no barriers. */
    private void emitFilling() {
        Label early = code.newLabel();
        Label done = code.newLabel();
        emitIsTracking();
        code.ifne(early);
        emitAllocation();
        emitSetters();
        code.goto_(done).labelBinding(early);
        emitSetters();
        code.labelBinding(done);
    }

    private void emitSetters() {
        for (int i = 0; i < shape.members().size(); i++) {
            Member member = shape.members().get(i);
            if (!member.type().isPrimitive()) {
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
            }
            int local = locals[i];
            generator.emitSet(
                    code, member, () -> code.aload(OBJECT).loadLocal(TypeKind.from(descriptor(member)), local));
        }
    }

    private void emit(Member member) {
        if (member.type().isPrimitive()) {
            emitNumber(member);
        } else if (member.kind() == 'T') {
            emitString();
        } else {
            emitReference(member);
        }
    }

    private static ClassDesc descriptor(Member member) {
        return CodecGenerator.kindOf(member);
    }

    private void storePosition() {
        code.aload(IN).iload(AT).invokevirtual(IN_TYPE, "advanceTo", MethodTypeDesc.of(CD_void, CD_int));
    }

    private void loadPosition() {
        code.aload(IN)
                .invokevirtual(IN_TYPE, "position", MethodTypeDesc.of(CD_int))
                .istore(AT);
    }

    private void emitNumber(Member member) {
        if (member.kind() == 'Z') {
            if (flagsRead % Byte.SIZE == 0) {
                code.aload(ARRAY).iload(AT).baload().istore(FLAGS).iinc(AT, 1);
            }
            code.iload(FLAGS)
                    .loadConstant(flagsRead++ % Byte.SIZE)
                    .iushr()
                    .iconst_1()
                    .iand();
            return;
        }
        code.aload(ARRAY).iload(AT);
        if (member.kind() == 'B') {
            code.baload();
        } else {
            String method = switch (member.kind()) {
                case 'D' -> "float64";
                case 'F' -> "float32";
                case 'J' -> "int64";
                case 'I' -> "int32";
                case 'C' -> "char16";
                default -> "int16";
            };
            code.invokestatic(VARINTS, method, MethodTypeDesc.of(descriptor(member), BYTES, CD_int));
        }
        code.iinc(AT, FieldSpec.wideBytes(member.kind()));
    }

    private void emitString() {
        Label other = code.newLabel();
        Label done = code.newLabel();
        code.aload(ARRAY)
                .iload(AT)
                .iload(LIMIT)
                .invokestatic(VARINTS, "shortLength", MethodTypeDesc.of(CD_int, BYTES, CD_int, CD_int))
                .dup()
                .istore(LENGTH)
                .iflt(other);
        code.iinc(AT, 1)
                .aload(ARRAY)
                .iload(AT)
                .iload(LENGTH)
                .invokestatic(STRINGS, "latin1", MethodTypeDesc.of(CD_String, BYTES, CD_int, CD_int))
                .astore(VALUE);
        code.aload(READER)
                .aload(VALUE)
                .invokevirtual(CodecGenerator.READER, "register", MethodTypeDesc.of(CD_void, CD_Object));
        code.aload(VALUE);
        code.iload(AT).iload(LENGTH).iadd().istore(AT).goto_(done).labelBinding(other);
        emitNull(done);
        storePosition();
        code.aload(READER)
                .getfield(CodecGenerator.READER, "strings", SLOTS)
                .invokevirtual(SLOTS, "readCounted", MethodTypeDesc.of(CD_String));
        loadPosition();
        code.labelBinding(done);
    }

    /** Reads null, where it stands at the position. */
    private void emitNull(Label done) {
        Label other = code.newLabel();
        code.iload(AT).iload(LIMIT).if_icmpge(other);
        code.aload(ARRAY).iload(AT).baload().ifne(other);
        code.iinc(AT, 1).aconst_null().goto_(done).labelBinding(other);
    }

    private void emitReference(Member member) {
        Label other = code.newLabel();
        Label done = code.newLabel();
        @Nullable DynamicConstantDesc<?> expected = generator.expectedCodec(member);
        @Nullable WideValue value = expected == null ? null : generator.wideValue(member);
        if (value != null) {
            emitValue(value, other, done);
        } else if (expected != null && member.type().isEnum()) {
            code.aload(READER)
                    .loadConstant(expected)
                    .aload(ARRAY)
                    .iload(AT)
                    .iload(LIMIT)
                    .invokestatic(STEPS, "constantAt", CONSTANT_AT);
            emitTaken(2, other, done);
        } else if (expected != null) {
            emitExpected(member, expected, other, done);
        }
        code.labelBinding(other);
        emitNull(done);
        storePosition();
        code.aload(READER).invokevirtual(CodecGenerator.READER, "readRef", MethodTypeDesc.of(CD_Object));
        loadPosition();
        code.labelBinding(done);
    }

    /** Takes the object on the stack, which took so many bytes, or goes to {@code other} where there is none. */
    private void emitTaken(int bytes, Label other, Label done) {
        code.dup().astore(VALUE).ifnull(other);
        code.iinc(AT, bytes).aload(VALUE).goto_(done);
    }

    private void emitValue(WideValue value, Label other, Label done) {
        code.iload(LIMIT).iload(AT).isub().loadConstant(value.bytes()).if_icmple(other);
        code.aload(ARRAY).iload(AT).baload().loadConstant(value.head()).if_icmpne(other);
        code.loadConstant(generator.constant(value, VALUE_FORM))
                .aload(READER)
                .aload(ARRAY)
                .iload(AT)
                .iconst_1()
                .iadd()
                .invokevirtual(VALUE_FORM, "take", TAKE);
        emitTaken(1 + value.bytes(), other, done);
    }

    private void emitExpected(Member member, DynamicConstantDesc<?> expected, Label other, Label done) {
        code.aload(READER)
                .loadConstant(expected)
                .aload(ARRAY)
                .iload(AT)
                .iload(LIMIT)
                .invokestatic(STEPS, "beginAt", BEGIN)
                .ifeq(other);
        @Nullable DynamicConstantDesc<?> element = generator.elementCodec(shape.type(), member);
        code.loadConstant(expected).aload(READER);
        if (element != null) {
            code.loadConstant(element);
        }
        code.iload(AT)
                .iconst_1()
                .iadd()
                .invokevirtual(CodecGenerator.TYPE_CODEC, "readAt", element == null ? READ : READ_LIST);
        code.aload(READER).invokevirtual(CodecGenerator.READER, "end", MethodTypeDesc.of(CD_void));
        loadPosition();
        code.goto_(done);
    }

    private void emitConstruction() {
        List<ClassDesc> parameters = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < shape.members().size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingInt(i -> shape.members().get(i).component()));
        code.aload(READER).iload(OBJECT);
        code.loadConstant(generator.handle(shape.requireCanonical()));
        for (int i : order) {
            ClassDesc kind = descriptor(shape.members().get(i));
            parameters.add(kind);
            code.loadLocal(TypeKind.from(kind), locals[i]);
        }
        code.invokevirtual(CD_MethodHandle, "invokeExact", MethodTypeDesc.of(CD_Object, parameters))
                .astore(OBJECT);
        code.aload(OBJECT).invokevirtual(CodecGenerator.READER, "fill", MethodTypeDesc.of(CD_void, CD_int, CD_Object));
    }
}
