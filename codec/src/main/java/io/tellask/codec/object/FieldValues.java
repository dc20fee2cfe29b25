package io.tellask.codec.object;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.bytes.FieldNumbers;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of one object as boxed values, in the order of its description: what generated code does, only slower. */
public final class FieldValues {
    private FieldValues() {}

    /** Reads fields that another version of a class wrote, of an object of class {@code owner} here. */
    public static void read(GraphReader in, List<FieldSpec> fields, Class<?> owner, Target target) {
        Input values = new Input();
        int index = 0;
        try {
            for (; index < fields.size(); index++) {
                target.take(index, values.read(in, fields.get(index).kind()));
            }
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, owner, "." + fields.get(index).name());
        }
    }

    /** Takes the value of the field of an index. */
    @FunctionalInterface
    public interface Target {
        void take(int index, @Nullable Object value);
    }

    /** Reads fields; booleans lie eight to a byte, where the first of them is. Not thread-safe. */
    public static final class Input {
        private int bits;
        private int count;

        public @Nullable Object read(GraphReader graph, char kind) {
            ByteReader in = graph.in;
            return switch (kind) {
                case 'Z' -> readFlag(in);
                case 'B' -> in.readByte();
                case 'S' -> in.readInt16();
                case 'C' -> graph.wide ? (char) in.readInt16() : FieldNumbers.readChar(in);
                case 'I' -> graph.wide ? in.readInt32() : FieldNumbers.readInt(in);
                case 'J' -> graph.wide ? in.readInt64() : FieldNumbers.readLong(in);
                case 'F' -> in.readFloat();
                case 'D' -> in.readDouble();
                case 'T' -> graph.strings.readString();
                default -> graph.readRef();
            };
        }

        boolean readFlag(ByteReader in) {
            if (count % Byte.SIZE == 0) {
                bits = in.readByte();
            }
            return (bits >>> count++ % Byte.SIZE & 1) != 0;
        }
    }

    /** Writes fields; booleans are collected, eight to a byte. Not thread-safe. */
    public static final class Output {
        private final int flags;
        private int bits;
        private int count;

        /** For an object of which so many fields are booleans. */
        public Output(int flags) {
            this.flags = flags;
        }

        public void write(GraphWriter graph, char kind, @Nullable Object value) {
            switch (kind) {
                case 'T' -> graph.writeString((String) value);
                case 'L' -> graph.writeRef(value);
                default -> writePrimitive(graph, kind, Objects.requireNonNull(value));
            }
        }

        private void writePrimitive(GraphWriter graph, char kind, Object value) {
            ByteWriter out = graph.out;
            switch (kind) {
                case 'Z' -> writeFlag((boolean) value, out);
                case 'B' -> out.writeByte((byte) value);
                case 'S' -> out.writeInt16((short) value);
                case 'F' -> out.writeFloat((float) value);
                case 'D' -> out.writeDouble((double) value);
                default -> writeNumber(graph, kind, value);
            }
        }

        private static void writeNumber(GraphWriter graph, char kind, Object value) {
            ByteWriter out = graph.out;
            boolean wide = graph.isWide();
            switch (kind) {
                case 'C' -> {
                    if (wide) {
                        out.writeInt16((char) value);
                    } else {
                        FieldNumbers.writeChar(out, (char) value);
                    }
                }
                case 'I' -> {
                    if (wide) {
                        out.writeInt32((int) value);
                    } else {
                        FieldNumbers.writeInt(out, (int) value);
                    }
                }
                default -> {
                    if (wide) {
                        out.writeInt64((long) value);
                    } else {
                        FieldNumbers.writeLong(out, (long) value);
                    }
                }
            }
        }

        private void writeFlag(boolean flag, ByteWriter out) {
            bits |= flag ? 1 << count % Byte.SIZE : 0;
            if (++count % Byte.SIZE == 0 || count == flags) {
                out.writeByte(bits);
                bits = 0;
            }
        }
    }
}
