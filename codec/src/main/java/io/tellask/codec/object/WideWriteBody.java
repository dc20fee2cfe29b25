package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.builtin.WideValue;
import io.tellask.codec.bytes.Strings;
import io.tellask.codec.graph.CallSite;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits {@code writeAt} of the wide form: one check of room for all that has a bound, then numbers, strings and
 * references at a position that is a local.
 *
 * <p>Locals: 1 the writer, 2 the object, 3 the position, 4 the array, 5 a reference, 6 the position behind it,
 * 7 whether strings have numbers.
 */
final class WideWriteBody {
    private static final ClassDesc STEPS = ClassDesc.of("io.tellask.codec.graph.PositionWriter");
    private static final ClassDesc VARINTS = ClassDesc.of("io.tellask.codec.bytes.Varints");
    private static final ClassDesc SLOTS = ClassDesc.of("io.tellask.codec.graph.StringSlotWriter");
    private static final ClassDesc STRINGS = ClassDesc.of("io.tellask.codec.bytes.Strings");
    private static final ClassDesc VALUE_FORM = ClassDesc.of("io.tellask.codec.builtin.WideValue");
    private static final ClassDesc BYTES = CD_byte.arrayType();
    private static final int WRITER = 1;
    private static final int OBJECT = 2;
    private static final int AT = 3;
    private static final int ARRAY = 4;
    private static final int VALUE = 5;
    private static final int END = 6;
    private static final int TRACKING = 7;

    /** Of a slot whose head takes one byte. */
    private static final int STRING_ROOM = Strings.BYTE_HEAD_CHARS + 1;

    private static final int HEAD_ROOM = 1;
    private static final int CONSTANT_ROOM = 2;
    private static final MethodTypeDesc PUT_STRING = MethodTypeDesc.of(CD_int, BYTES, CD_int, CD_String);
    private static final MethodTypeDesc PUT_KNOWN =
            MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CD_String, BYTES, CD_int);
    private static final MethodTypeDesc PUT_VALUE =
            MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CD_Object, BYTES, CD_int);
    private static final MethodTypeDesc PUT_CONSTANT =
            MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CodecGenerator.TYPE_CODEC, CD_Object, BYTES, CD_int);
    private static final MethodTypeDesc WRITE_OTHER_STRING = MethodTypeDesc.of(CD_int, CD_String, CD_int);
    private static final MethodTypeDesc BEGIN =
            MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CD_Object, CodecGenerator.TYPE_CODEC, BYTES, CD_int);
    private static final MethodTypeDesc WRITE = MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CD_Object, CD_int);
    private static final MethodTypeDesc WRITE_LIST =
            MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CD_Object, CodecGenerator.TYPE_CODEC, CD_int);
    private static final MethodTypeDesc WRITE_REFERENCE =
            MethodTypeDesc.of(CD_int, CodecGenerator.WRITER, CD_Object, CodecGenerator.SITE, CD_int);

    private final CodecGenerator generator;
    private final CodeBuilder code;
    private final ClassShape shape;

    /** What the members that are still to come take, as far as it has a bound. */
    private int room;

    WideWriteBody(CodecGenerator generator, CodeBuilder code, ClassShape shape) {
        this.generator = generator;
        this.code = code;
        this.shape = shape;
    }

    void emit() {
        code.iconst_m1().istore(CodecGenerator.MEMBER);
        Label start = code.newBoundLabel();
        List<Member> members = shape.members();
        room = members.stream().mapToInt(this::roomOf).sum() + (shape.flagCount() + 7) / 8;
        if (room > 0) {
            emitRoom();
        }
        emitNumbers();
        int strings = shape.count("T");
        if (strings > 0) {
            code.aload(WRITER)
                    .loadConstant(strings)
                    .invokevirtual(CodecGenerator.WRITER, "addObjects", MethodTypeDesc.of(CD_void, CD_int));
            code.aload(WRITER)
                    .invokevirtual(CodecGenerator.WRITER, "isTracking", MethodTypeDesc.of(CD_boolean))
                    .istore(TRACKING);
        }
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (!member.type().isPrimitive()) {
                room -= roomOf(member);
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
                emitGet(member);
                code.astore(VALUE);
                if (member.kind() == 'T') {
                    emitString();
                } else {
                    emitReference(member);
                }
            }
        }
        code.iload(AT).ireturn();
        generator.emitFailure(code, start, shape, false);
    }

    private int roomOf(Member member) {
        return switch (member.kind()) {
            case 'Z' -> 0;
            case 'T' -> STRING_ROOM;
            case 'L' -> {
                WideValue value = generator.wideValue(member);
                yield value != null ? HEAD_ROOM + value.bytes() : member.type().isEnum() ? CONSTANT_ROOM : HEAD_ROOM;
            }
            default -> FieldSpec.wideBytes(member.kind());
        };
    }

    /** Makes room for all members that are still to come. */
    private void emitRoom() {
        code.aload(WRITER)
                .iload(AT)
                .loadConstant(room)
                .invokestatic(STEPS, "room", MethodTypeDesc.of(BYTES, CodecGenerator.WRITER, CD_int, CD_int))
                .astore(ARRAY);
    }

    /** Goes on behind what was written elsewhere, where anything is still to come. */
    private void emitGoOn() {
        if (room > 0) {
            emitRoom();
        }
    }

    private void emitNumbers() {
        List<Member> flags =
                shape.members().stream().filter(member -> member.kind() == 'Z').toList();
        for (Member member : shape.members()) {
            if (member.kind() == 'Z') {
                int first = flags.indexOf(member);
                if (first % Byte.SIZE == 0) {
                    emitFlags(flags.subList(first, Math.min(flags.size(), first + Byte.SIZE)));
                    room--;
                }
            } else if (member.type().isPrimitive()) {
                code.aload(ARRAY).iload(AT);
                emitGet(member);
                emitPut(member.kind());
                room -= roomOf(member);
            }
        }
    }

    private void emitGet(Member member) {
        generator.emitGet(code, member, () -> code.aload(OBJECT));
    }

    private void emitPut(char kind) {
        String method = switch (kind) {
            case 'D' -> "putDouble";
            case 'F' -> "putFloat";
            case 'J' -> "putInt64";
            case 'I' -> "putInt32";
            case 'S', 'C' -> "putInt16";
            default -> "putByte";
        };
        ClassDesc taken = kind == 'B' ? CD_int : ClassDesc.ofDescriptor(String.valueOf(kind == 'C' ? 'S' : kind));
        code.invokestatic(VARINTS, method, MethodTypeDesc.of(CD_int, BYTES, CD_int, taken))
                .istore(AT);
    }

    /** Up to eight booleans as the bits of one byte, the first the lowest. */
    private void emitFlags(List<Member> flags) {
        code.aload(ARRAY).iload(AT);
        for (int i = 0; i < flags.size(); i++) {
            emitGet(flags.get(i));
            if (i > 0) {
                code.loadConstant(i).ishl().ior();
            }
        }
        emitPut('B');
    }

    private void emitString() {
        Label other = code.newLabel();
        Label done = code.newLabel();
        Label isNew = code.newLabel();
        Label known = code.newLabel();
        code.iload(TRACKING).ifeq(isNew);
        code.aload(WRITER)
                .aload(VALUE)
                .checkcast(CD_String)
                .aload(ARRAY)
                .iload(AT)
                .invokestatic(STEPS, "putKnown", PUT_KNOWN)
                .dup()
                .istore(END)
                .ifge(known)
                .labelBinding(isNew);
        code.aload(ARRAY)
                .iload(AT)
                .aload(VALUE)
                .checkcast(CD_String)
                .invokestatic(STRINGS, "putShort", PUT_STRING)
                .dup()
                .istore(END)
                .iflt(other);
        code.labelBinding(known).iload(END).istore(AT).goto_(done);
        code.labelBinding(other);
        code.aload(WRITER)
                .getfield(CodecGenerator.WRITER, "strings", SLOTS)
                .aload(VALUE)
                .checkcast(CD_String)
                .iload(AT)
                .invokevirtual(SLOTS, "writeOther", WRITE_OTHER_STRING)
                .istore(AT);
        emitGoOn();
        code.labelBinding(done);
    }

    private void emitReference(Member member) {
        Label done = code.newLabel();
        Label other = code.newLabel();
        @Nullable DynamicConstantDesc<?> expected = generator.expectedCodec(member);
        if (expected == null) {
            emitNull(done);
        } else if (member.type().isEnum()) {
            code.aload(WRITER)
                    .loadConstant(expected)
                    .aload(VALUE)
                    .aload(ARRAY)
                    .iload(AT)
                    .invokestatic(STEPS, "putConstant", PUT_CONSTANT);
            emitEnd(other, done);
        } else {
            emitNull(done);
            code.aload(VALUE)
                    .invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(CD_Class))
                    .loadConstant(generator.constant(CodecGenerator.likely(member), CD_Class))
                    .if_acmpne(other);
            emitExpected(member, expected, other, done);
        }
        code.labelBinding(other);
        code.aload(WRITER)
                .aload(VALUE)
                .loadConstant(generator.constant(new CallSite(), CodecGenerator.SITE))
                .iload(AT)
                .invokestatic(STEPS, "writeRefAt", WRITE_REFERENCE)
                .istore(AT);
        emitGoOn();
        code.labelBinding(done);
    }

    private void emitNull(Label done) {
        Label there = code.newLabel();
        code.aload(VALUE)
                .ifnonnull(there)
                .aload(ARRAY)
                .iload(AT)
                .iconst_0()
                .bastore()
                .iinc(AT, 1)
                .goto_(done)
                .labelBinding(there);
    }

    /** Takes the position on the stack, or goes to {@code other} where it is negative. */
    private void emitEnd(Label other, Label done) {
        code.dup().istore(END).iflt(other);
        code.iload(END).istore(AT).goto_(done);
    }

    /** Writes an object of the class that is expected and goes to {@code done}. */
    private void emitExpected(Member member, DynamicConstantDesc<?> expected, Label other, Label done) {
        @Nullable WideValue value = generator.wideValue(member);
        if (value != null) {
            code.loadConstant(generator.constant(value, VALUE_FORM))
                    .aload(WRITER)
                    .aload(VALUE)
                    .aload(ARRAY)
                    .iload(AT)
                    .invokevirtual(VALUE_FORM, "put", PUT_VALUE);
            emitEnd(other, done);
            return;
        }
        Label behind = code.newLabel();
        Label ended = code.newLabel();
        code.aload(WRITER)
                .aload(VALUE)
                .loadConstant(expected)
                .aload(ARRAY)
                .iload(AT)
                .invokestatic(STEPS, "beginAt", BEGIN)
                .dup()
                .istore(END)
                .iflt(ended);
        @Nullable DynamicConstantDesc<?> element = generator.elementCodec(shape.type(), member);
        code.loadConstant(expected).aload(WRITER).aload(VALUE);
        if (element != null) {
            code.loadConstant(element);
        }
        code.iload(END)
                .invokevirtual(CodecGenerator.TYPE_CODEC, "writeAt", element == null ? WRITE : WRITE_LIST)
                .istore(AT);
        code.aload(WRITER)
                .invokevirtual(CodecGenerator.WRITER, "end", MethodTypeDesc.of(CD_void))
                .goto_(behind);
        code.labelBinding(ended).iload(END).iconst_m1().ixor().istore(AT);
        code.labelBinding(behind);
        emitGoOn();
        code.goto_(done);
    }
}
