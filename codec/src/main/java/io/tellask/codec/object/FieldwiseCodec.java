package io.tellask.codec.object;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.bytes.FieldNumbers;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a class or record that calls one handle per field: what generated code does, only slower; for classes
 * too large to generate.
 */
public final class FieldwiseCodec extends ObjectCodec {
    final ConvertingReader reader;

    public FieldwiseCodec(ClassShape shape, int ordinal) {
        super(shape, ordinal);
        reader = new ConvertingReader(shape);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        writeMembers(shape, out, value);
    }

    static void writeMembers(ClassShape shape, GraphWriter out, Object value) {
        int index = 0;
        try {
            Flags flags = new Flags(shape.flagCount());
            for (; index < shape.members().size(); index++) {
                Member member = shape.members().get(index);
                if (member.kind() == 'Z') {
                    flags.write((boolean) member.requireGetter().invokeExact(value), out.out);
                } else {
                    write(out, value, member.kind(), member.requireGetter());
                }
            }
        } catch (Throwable e) {
            throw FailurePath.writing(e, shape, index);
        }
    }

    /** Writes fields whose values were read before, by their names on the wire. */
    public static void writeValues(ClassShape shape, GraphWriter graph, Map<String, @Nullable Object> values) {
        Flags flags = new Flags(shape.flagCount());
        ByteWriter out = graph.out;
        int index = 0;
        try {
            for (; index < shape.members().size(); index++) {
                Member member = shape.members().get(index);
                Object value = values.get(member.name());
                switch (member.kind()) {
                    case 'T' -> graph.writeString((String) value);
                    case 'L' -> graph.writeRef(value);
                    case 'Z' -> flags.write((boolean) Objects.requireNonNull(value), out);
                    default -> writeNumber(out, member.kind(), Objects.requireNonNull(value));
                }
            }
        } catch (Throwable e) {
            throw FailurePath.writing(e, shape, index);
        }
    }

    public static void writeNumber(ByteWriter out, char kind, Object value) {
        switch (kind) {
            case 'B' -> out.writeByte((byte) value);
            case 'S' -> out.writeInt16((short) value);
            case 'C' -> FieldNumbers.writeChar(out, (char) value);
            case 'I' -> FieldNumbers.writeInt(out, (int) value);
            case 'J' -> FieldNumbers.writeLong(out, (long) value);
            case 'F' -> out.writeFloat((float) value);
            default -> out.writeDouble((double) value);
        }
    }

    /** Writes a field that is no flag. */
    static void write(GraphWriter graph, Object value, char kind, MethodHandle getter) throws Throwable {
        ByteWriter out = graph.out;
        switch (kind) {
            case 'B' -> out.writeByte((byte) getter.invokeExact(value));
            case 'S' -> out.writeInt16((short) getter.invokeExact(value));
            case 'C' -> FieldNumbers.writeChar(out, (char) getter.invokeExact(value));
            case 'I' -> FieldNumbers.writeInt(out, (int) getter.invokeExact(value));
            case 'J' -> FieldNumbers.writeLong(out, (long) getter.invokeExact(value));
            case 'F' -> out.writeFloat((float) getter.invokeExact(value));
            case 'D' -> out.writeDouble((double) getter.invokeExact(value));
            case 'T' -> graph.writeString((String) (Object) getter.invokeExact(value));
            default -> graph.writeRef((Object) getter.invokeExact(value));
        }
    }

    @Override
    public Object read(GraphReader in) {
        return reader.read(in);
    }

    /** Collects booleans, eight to a byte. */
    public static final class Flags {
        private final int total;
        private int bits;
        private int count;

        public Flags(int total) {
            this.total = total;
        }

        public void write(boolean flag, ByteWriter out) {
            bits |= flag ? 1 << count % Byte.SIZE : 0;
            if (++count % Byte.SIZE == 0 || count == total) {
                out.writeByte(bits);
                bits = 0;
            }
        }
    }
}
