package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.builtin.BuiltInCodec;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Emits {@code read} of the compact form: a class is allocated and registered first and its fields are set one by one; a record's
 * components are read into locals and its constructor is called last.
 *
 * <p>The position moves in a local. It is stored in the byte reader before a call that reads on from there, and loaded
 * again behind it.
 *
 * <p>Locals: 1 the reader, 2 the byte reader, 3 the object or the number of the record, 4 a byte of flags, 5 the
 * array, 6 the position, 7 the limit, 8 the length of a string or a number, 9 and 10 the bytes of a number, 11 the limit
 * of short strings, from 12 a record's components.
 */
final class ReadBody {
    /*
     * Why it is laid out so. Array, position and limit are locals because each string and number would load them again
     * from the reader. Fields of fixed width come first, so that one check covers them; numbers share a check where all
     * of them would fit at their longest. Strings are counted together: none of them asks whether objects have numbers.
     * Bodies of other classes are called, not copied in: larger methods compile later and are no faster (ADR 6). A
     * record's components wait in locals, for which the verifier needs each of them set on both ways through numbers.
     */

    private static final ClassDesc STEPS = ClassDesc.of("io.tellask.codec.graph.PositionReader");
    private static final ClassDesc BYTES = ClassDesc.of("io.tellask.codec.ByteReader");
    private static final ClassDesc UNBACKED = ClassDesc.of("io.tellask.codec.budget.AllocationBudget");
    private static final ClassDesc EXTENT = ClassDesc.of("io.tellask.codec.budget.AllocationBudget$MessageExtent");
    private static final ClassDesc VARINTS = ClassDesc.of("io.tellask.codec.bytes.Varints");
    private static final ClassDesc NUMBERS = ClassDesc.of("io.tellask.codec.bytes.FieldNumbers");
    private static final ClassDesc SLOTS = ClassDesc.of("io.tellask.codec.graph.StringSlots");
    private static final ClassDesc STRINGS = ClassDesc.of("io.tellask.codec.bytes.Strings");
    private static final ClassDesc CONSTRUCTOR = ClassDesc.of("java.lang.reflect.Constructor");
    private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, CodecGenerator.READER);
    private static final MethodTypeDesc READ_LIST =
            MethodTypeDesc.of(CD_Object, CodecGenerator.READER, CodecGenerator.TYPE_CODEC);
    private static final MethodTypeDesc BEGIN =
            MethodTypeDesc.of(CD_boolean, CodecGenerator.TYPE_CODEC, CD_byte.arrayType(), CD_int, CD_int);
    private static final MethodTypeDesc CONSTANT_AT = MethodTypeDesc.of(
            CD_Object, CodecGenerator.READER, CodecGenerator.TYPE_CODEC, CD_byte.arrayType(), CD_int, CD_int);
    private static final ClassDesc FUNCTION = ClassDesc.of("java.util.function.Function");
    private static final int READER = 1;
    private static final int IN = 2;
    private static final int OBJECT = 3;
    private static final int FLAGS = 4;
    private static final int ARRAY = 5;
    private static final int AT = 6;
    private static final int LIMIT = 7;
    private static final int LENGTH = 8;
    private static final int WORD = 9;
    private static final int STRING_LIMIT = 11;
    private static final int FIRST_COMPONENT = 12;

    private final CodecGenerator generator;
    private final CodeBuilder code;
    private final ClassShape shape;
    private final int[] componentLocals = new int[CodecGenerator.MAX_MEMBERS];
    private int nextLocal = FIRST_COMPONENT;
    private int flagsRead;

    ReadBody(CodecGenerator generator, CodeBuilder code, ClassShape shape) {
        this.generator = generator;
        this.code = code;
        this.shape = shape;
    }

    void emit() {
        code.iconst_m1().istore(CodecGenerator.MEMBER);
        Label start = code.newBoundLabel();
        emitAllocation();
        emitBeginning();
        int fixed = shape.count(Descriptor.FIXED_KINDS);
        int numbers = fixed + shape.count(Descriptor.NUMBER_KINDS);
        emitRange(0, fixed, this::emitFixed);
        emitNumbers(fixed, numbers);
        emitStringLimit();
        emitRange(numbers, shape.members().size(), this::emitReference);
        storePosition();
        if (shape.isRecord()) {
            code.iconst_m1().istore(CodecGenerator.MEMBER);
            emitConstruction();
        }
        code.aload(OBJECT).areturn();
        generator.emitFailure(code, start, shape, true);
    }

    private void emitAllocation() {
        code.aload(READER).getfield(CodecGenerator.READER, "in", BYTES).astore(IN);
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
        code.loadConstant(generator.constant(shape.requireAllocator(), CONSTRUCTOR))
                .aconst_null()
                .invokevirtual(CONSTRUCTOR, "newInstance", MethodTypeDesc.of(CD_Object, CD_Object.arrayType()))
                .astore(OBJECT);
        code.aload(READER)
                .aload(OBJECT)
                .invokevirtual(CodecGenerator.READER, "register", MethodTypeDesc.of(CD_void, CD_Object));
    }

    /** Loads where the bytes are; one check for all that have a fixed width, which come first. */
    private void emitBeginning() {
        int bytes = shape.members().stream().mapToInt(this::fixedBytes).sum() + (shape.flagCount() + 7) / 8;
        if (bytes > 0) {
            code.aload(IN).loadConstant(bytes).invokevirtual(BYTES, "require", MethodTypeDesc.of(CD_void, CD_int));
        }
        code.aload(IN)
                .invokevirtual(BYTES, "array", MethodTypeDesc.of(CD_byte.arrayType()))
                .astore(ARRAY);
        loadPosition();
        code.aload(IN).invokevirtual(BYTES, "limit", MethodTypeDesc.of(CD_int)).istore(LIMIT);
    }

    private void loadPosition() {
        code.aload(IN)
                .invokevirtual(BYTES, "position", MethodTypeDesc.of(CD_int))
                .istore(AT);
    }

    private void storePosition() {
        code.aload(IN).iload(AT).invokevirtual(BYTES, "advanceTo", MethodTypeDesc.of(CD_void, CD_int));
    }

    private int fixedBytes(Member member) {
        return "DFSB".indexOf(member.kind()) >= 0 ? FieldSpec.mostBytes(member.kind()) : 0;
    }

    private void emitRange(int from, int to, Consumer<Member> read) {
        for (int i = from; i < to; i++) {
            Member member = shape.members().get(i);
            if (fixedBytes(member) == 0) {
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
            }
            if (shape.isRecord()) {
                read.accept(member);
                TypeKind kind = TypeKind.from(descriptor(member));
                code.storeLocal(kind, componentLocal(member, kind));
            } else {
                generator.emitSet(code, member, () -> {
                    code.aload(OBJECT);
                    read.accept(member);
                });
            }
        }
    }

    private int componentLocal(Member member, TypeKind kind) {
        if (componentLocals[member.component()] == 0) {
            componentLocals[member.component()] = nextLocal;
            nextLocal += kind.slotSize();
        }
        return componentLocals[member.component()];
    }

    private static ClassDesc descriptor(Member member) {
        return CodecGenerator.kindOf(member);
    }

    /** A number whose bytes are known to be there, or a flag. */
    private void emitFixed(Member member) {
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
                default -> "int16";
            };
            code.invokestatic(VARINTS, method, MethodTypeDesc.of(descriptor(member), CD_byte.arrayType(), CD_int));
        }
        code.iinc(AT, fixedBytes(member));
    }

    /** One check for the numbers, if they all are as long as can be; else each is checked by itself. */
    private void emitNumbers(int from, int to) {
        if (from == to) {
            return;
        }
        Label each = code.newLabel();
        Label done = code.newLabel();
        code.iload(LIMIT)
                .iload(AT)
                .isub()
                .loadConstant((to - from) * Varints.LONGEST_PREFIXED)
                .if_icmplt(each);
        emitRange(from, to, this::emitNumber);
        code.goto_(done).labelBinding(each);
        storePosition();
        emitRange(
                from,
                to,
                member -> code.aload(IN)
                        .invokestatic(
                                NUMBERS, numberMethod("read", member), MethodTypeDesc.of(descriptor(member), BYTES)));
        loadPosition();
        code.labelBinding(done);
    }

    private void emitNumber(Member member) {
        code.aload(ARRAY)
                .iload(AT)
                .invokestatic(VARINTS, "int64", MethodTypeDesc.of(CD_long, CD_byte.arrayType(), CD_int))
                .lstore(WORD);
        code.lload(WORD)
                .invokestatic(VARINTS, "prefixedLength", MethodTypeDesc.of(CD_int, CD_long))
                .istore(LENGTH);
        code.aload(IN)
                .iload(AT)
                .lload(WORD)
                .iload(LENGTH)
                .invokestatic(
                        NUMBERS,
                        numberMethod("take", member),
                        MethodTypeDesc.of(descriptor(member), BYTES, CD_int, CD_long, CD_int));
        code.iload(AT).iload(LENGTH).iadd().istore(AT);
    }

    private static String numberMethod(String start, Member member) {
        return start
                + switch (member.kind()) {
                    case 'J' -> "Long";
                    case 'I' -> "Int";
                    default -> "Char";
                };
    }

    private void emitReference(Member member) {
        if (member.kind() == 'T') {
            emitString();
            return;
        }
        @Nullable DynamicConstantDesc<?> expected = generator.expectedCodec(member);
        if (expected != null && member.type().isEnum()) {
            emitConstant(expected);
            return;
        }
        if (expected == null) {
            emitAny();
        } else {
            emitExpected(member, expected);
        }
        loadPosition();
    }

    /** An enum constant, most often two bytes. */
    private void emitConstant(DynamicConstantDesc<?> expected) {
        Label done = code.newLabel();
        code.aload(READER)
                .loadConstant(expected)
                .aload(ARRAY)
                .iload(AT)
                .iload(LIMIT)
                .invokestatic(STEPS, "constantAt", CONSTANT_AT)
                .iinc(AT, 2)
                .dup()
                .ifnonnull(done)
                .pop()
                .iinc(AT, -2);
        emitAny();
        loadPosition();
        code.labelBinding(done);
    }

    private void emitStringLimit() {
        int strings = shape.count("T");
        if (strings > 0) {
            code.aload(READER)
                    .loadConstant(strings)
                    .invokevirtual(CodecGenerator.READER, "beginStrings", MethodTypeDesc.of(CD_int, CD_int))
                    .istore(STRING_LIMIT);
        }
    }

    private void emitString() {
        Label other = code.newLabel();
        Label done = code.newLabel();
        code.aload(ARRAY)
                .iload(AT)
                .iload(STRING_LIMIT)
                .invokestatic(VARINTS, "shortLength", MethodTypeDesc.of(CD_int, CD_byte.arrayType(), CD_int, CD_int))
                .dup()
                .istore(LENGTH)
                .iflt(other);
        code.iinc(AT, 1)
                .aload(ARRAY)
                .iload(AT)
                .iload(LENGTH)
                .invokestatic(STRINGS, "latin1", MethodTypeDesc.of(CD_String, CD_byte.arrayType(), CD_int, CD_int));
        code.iload(AT).iload(LENGTH).iadd().istore(AT).goto_(done).labelBinding(other);
        storePosition();
        code.aload(READER)
                .getfield(CodecGenerator.READER, "strings", SLOTS)
                .invokevirtual(SLOTS, "readCounted", MethodTypeDesc.of(CD_String));
        loadPosition();
        code.labelBinding(done);
    }

    private void emitAny() {
        storePosition();
        code.aload(READER).invokevirtual(CodecGenerator.READER, "readRef", MethodTypeDesc.of(CD_Object));
    }

    private void emitExpected(Member member, DynamicConstantDesc<?> expected) {
        Label other = code.newLabel();
        Label done = code.newLabel();
        code.aload(READER)
                .loadConstant(expected)
                .aload(ARRAY)
                .iload(AT)
                .iload(LIMIT)
                .invokevirtual(CodecGenerator.READER, "begin", BEGIN)
                .ifeq(other);
        emitBody(member, expected);
        code.aload(READER)
                .invokevirtual(CodecGenerator.READER, "end", MethodTypeDesc.of(CD_void))
                .goto_(done);
        code.labelBinding(other);
        emitAny();
        code.labelBinding(done);
    }

    private void emitBody(Member member, DynamicConstantDesc<?> expected) {
        @Nullable BuiltInCodec<?> value = generator.expectedValue(member);
        @Nullable DynamicConstantDesc<?> element = generator.elementCodec(shape.type(), member);
        if (value != null) {
            code.loadConstant(generator.constant(value.reader, FUNCTION))
                    .aload(READER)
                    .invokeinterface(FUNCTION, "apply", MethodTypeDesc.of(CD_Object, CD_Object));
            return;
        }
        code.loadConstant(expected).aload(READER);
        if (element != null) {
            code.loadConstant(element);
        }
        code.invokevirtual(CodecGenerator.TYPE_CODEC, "read", element == null ? READ : READ_LIST);
    }

    private void emitConstruction() {
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
