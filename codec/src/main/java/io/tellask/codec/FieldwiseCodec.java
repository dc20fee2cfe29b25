package io.tellask.codec;

import io.tellask.codec.ClassShape.Member;
import java.lang.invoke.MethodHandle;

/** The codec of a class or record that calls one handle per field: what generated code does, only slower; for classes too large to generate. */
final class FieldwiseCodec extends ObjectCodec {
    private final ConvertingReader reader;

    FieldwiseCodec(ClassShape shape, int ordinal) {
        super(shape, ordinal);
        reader = new ConvertingReader(shape, shape.descriptor());
    }

    @Override
    void write(GraphWriter out, Object value) {
        writeMembers(shape, out, value);
    }

    static void writeMembers(ClassShape shape, GraphWriter out, Object value) {
        try {
            int flags = 0;
            int flagCount = 0;
            for (Member member : shape.members()) {
                if (member.kind() != 'Z') {
                    write(out, value, member.kind(), member.getter());
                    continue;
                }
                flags |= (boolean) member.getter().invokeExact(value) ? 1 << flagCount % Byte.SIZE : 0;
                if (++flagCount % Byte.SIZE == 0 || flagCount == shape.flagCount()) {
                    out.out.writeByte(flags);
                    flags = 0;
                }
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new EncodeException("encode: class=" + shape.type().getName() + " failed while it was read: " + e, e);
        }
    }

    private static void write(GraphWriter graph, Object value, char kind, MethodHandle getter) throws Throwable {
        ByteWriter out = graph.out;
        switch (kind) {
            case 'B' -> out.writeByte((byte) getter.invokeExact(value));
            case 'S' -> out.writeInt16((short) getter.invokeExact(value));
            case 'C' -> out.writeVarInt((char) getter.invokeExact(value));
            case 'I' -> out.writeZigZagInt((int) getter.invokeExact(value));
            case 'J' -> out.writeZigZagLong((long) getter.invokeExact(value));
            case 'F' -> out.writeFloat((float) getter.invokeExact(value));
            case 'D' -> out.writeDouble((double) getter.invokeExact(value));
            case 'T' -> graph.writeString((String) (Object) getter.invokeExact(value));
            default -> graph.writeRef((Object) getter.invokeExact(value));
        }
    }

    @Override
    Object read(GraphReader in) {
        return reader.read(in);
    }
}
