package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.builtin.BuiltInCodec;
import io.tellask.codec.bytes.RepeatedStrings;
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
 * Emits {@code write} of the compact form: room for all primitives is reserved once and they are stored at a local position; strings and
 * references follow.
 *
 * <p>Locals: 1 the writer, 2 the object, 3 the byte writer, 4 its array, 5 the position, 6 a reference.
 */
final class WriteBody {
    private static final ClassDesc BYTES = ClassDesc.of("io.tellask.codec.ByteWriter");
    private static final ClassDesc VARINTS = ClassDesc.of("io.tellask.codec.bytes.Varints");
    private static final ClassDesc CONSUMER = ClassDesc.of("java.util.function.BiConsumer");
    private static final int WRITER = 1;
    private static final int OBJECT = 2;
    private static final int OUT = 3;
    private static final int ARRAY = 4;
    private static final int AT = 5;
    private static final int VALUE = 6;
    private static final MethodTypeDesc BEGIN = MethodTypeDesc.of(CD_boolean, CD_Object, CodecGenerator.TYPE_CODEC);
    private static final MethodTypeDesc WRITE = MethodTypeDesc.of(CD_void, CodecGenerator.WRITER, CD_Object);
    private static final MethodTypeDesc WRITE_LIST =
            MethodTypeDesc.of(CD_void, CodecGenerator.WRITER, CD_Object, CodecGenerator.TYPE_CODEC);

    private static final ClassDesc SLOTS = ClassDesc.of("io.tellask.codec.graph.StringSlotWriter");

    private final CodecGenerator generator;
    private final CodeBuilder code;

    WriteBody(CodecGenerator generator, CodeBuilder code) {
        this.generator = generator;
        this.code = code;
    }

    /** {@code ordinal} tells the class from others of the codec. */
    void emit(ClassShape shape, int ordinal) {
        code.iconst_m1().istore(CodecGenerator.MEMBER);
        Label start = code.newBoundLabel();
        List<Member> primitives = shape.members().stream()
                .filter(member -> member.type().isPrimitive())
                .toList();
        if (!primitives.isEmpty()) {
            emitPrimitives(primitives);
        }
        for (int i = 0; i < shape.members().size(); i++) {
            Member member = shape.members().get(i);
            if (member.kind() == 'T') {
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
                emitString(member, RepeatedStrings.siteOf(ordinal, i));
            } else if (member.kind() == 'L') {
                code.loadConstant(i).istore(CodecGenerator.MEMBER);
                emitReference(shape, member);
            }
        }
        code.return_();
        generator.emitFailure(code, start, shape, false);
    }

    private void loadArray() {
        code.aload(OUT)
                .invokevirtual(BYTES, "array", MethodTypeDesc.of(CD_byte.arrayType()))
                .astore(ARRAY);
    }

    private void emitPrimitives(List<Member> primitives) {
        emitRoom(primitives.stream()
                .mapToInt(member -> FieldSpec.mostBytes(member.kind()))
                .sum());
        emitNumbers(primitives);
        code.aload(OUT).iload(AT).invokevirtual(BYTES, "advanceTo", MethodTypeDesc.of(CD_void, CD_int));
    }

    /** Reserves so many bytes; array and position are locals from here on. */
    private void emitRoom(int bytes) {
        code.aload(WRITER).getfield(CodecGenerator.WRITER, "out", BYTES).astore(OUT);
        code.aload(OUT).loadConstant(bytes).invokevirtual(BYTES, "reserve", MethodTypeDesc.of(CD_void, CD_int));
        loadArray();
        code.aload(OUT)
                .invokevirtual(BYTES, "position", MethodTypeDesc.of(CD_int))
                .istore(AT);
    }

    private void emitNumbers(List<Member> primitives) {
        List<Member> flags =
                primitives.stream().filter(member -> member.kind() == 'Z').toList();
        for (Member member : primitives) {
            if (member.kind() != 'Z') {
                code.aload(ARRAY).iload(AT);
                emitGet(member);
                emitPut(member.kind());
            } else if (flags.indexOf(member) % Byte.SIZE == 0) {
                int first = flags.indexOf(member);
                emitFlags(flags.subList(first, Math.min(flags.size(), first + Byte.SIZE)));
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
            case 'S' -> "putInt16";
            case 'J' -> "putZigZagLong";
            case 'I' -> "putZigZagInt";
            case 'C' -> "putChar";
            default -> "putByte";
        };
        ClassDesc taken = kind == 'B' ? CD_int : ClassDesc.ofDescriptor(String.valueOf(kind));
        code.invokestatic(VARINTS, method, MethodTypeDesc.of(CD_int, CD_byte.arrayType(), CD_int, taken))
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

    private void emitString(Member member, int site) {
        code.aload(WRITER).getfield(CodecGenerator.WRITER, "strings", SLOTS);
        emitGet(member);
        code.checkcast(CD_String)
                .loadConstant(site)
                .invokevirtual(SLOTS, "write", MethodTypeDesc.of(CD_void, CD_String, CD_int));
    }

    private void emitReference(ClassShape shape, Member member) {
        @Nullable DynamicConstantDesc<?> expected = generator.expectedCodec(member);
        DynamicConstantDesc<?> site = generator.constant(new CallSite(), CodecGenerator.SITE);
        emitGet(member);
        code.astore(VALUE);
        if (expected == null) {
            emitBySite(site);
        } else {
            Label done = code.newLabel();
            emitExpected(expected, member, generator.elementCodec(shape.type(), member), done);
            emitBySite(site);
            code.labelBinding(done);
        }
    }

    private void emitBySite(DynamicConstantDesc<?> site) {
        code.aload(WRITER)
                .aload(VALUE)
                .loadConstant(site)
                .invokevirtual(
                        CodecGenerator.WRITER, "writeRef", MethodTypeDesc.of(CD_void, CD_Object, CodecGenerator.SITE));
    }

    /** Writes the body in line and goes to {@code done} where the object has the class that is expected. */
    private void emitExpected(
            DynamicConstantDesc<?> codec, Member member, @Nullable DynamicConstantDesc<?> element, Label done) {
        Label other = code.newLabel();
        code.aload(VALUE).ifnull(other);
        code.aload(VALUE)
                .invokevirtual(CD_Object, "getClass", MethodTypeDesc.of(CD_Class))
                .loadConstant(generator.constant(CodecGenerator.likely(member), CD_Class))
                .if_acmpne(other);
        code.aload(WRITER).aload(VALUE).loadConstant(codec).invokevirtual(CodecGenerator.WRITER, "begin", BEGIN);
        code.ifeq(done);
        @Nullable BuiltInCodec<?> value = generator.expectedValue(member);
        if (value != null) {
            code.loadConstant(generator.constant(value.writer, CONSUMER))
                    .aload(WRITER)
                    .aload(VALUE)
                    .invokeinterface(CONSUMER, "accept", MethodTypeDesc.of(CD_void, CD_Object, CD_Object));
        } else {
            code.loadConstant(codec).aload(WRITER).aload(VALUE);
            if (element != null) {
                code.loadConstant(element);
            }
            code.invokevirtual(CodecGenerator.TYPE_CODEC, "write", element == null ? WRITE : WRITE_LIST);
        }
        code.aload(WRITER)
                .invokevirtual(CodecGenerator.WRITER, "end", MethodTypeDesc.of(CD_void))
                .goto_(done);
        code.labelBinding(other);
    }
}
