package io.tellask.codec.object;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import io.tellask.codec.bytes.FieldNumbers;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.WrittenRecord;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects through one handle per field: what generated code does, only slower; for classes too large to generate,
 * for versions of a class that are rarely met, and for the fields of exceptions.
 */
public final class ConvertingReader {
    private final ClassShape shape;
    private final List<Member> members;
    private final @Nullable MethodHandle spreadCanonical;

    public ConvertingReader(ClassShape shape) {
        this.shape = shape;
        members = shape.members();
        MethodHandle canonical = shape.canonical();
        spreadCanonical = canonical == null ? null : WrittenRecord.spread(canonical);
    }

    Object read(GraphReader in) {
        if (spreadCanonical != null) {
            return readRecord(in, spreadCanonical);
        }
        Object object = allocate(in);
        in.register(object);
        readInto(in, object);
        return object;
    }

    /** Makes an object of the shape that is read. */
    public Object allocate(GraphReader in) {
        return allocate(shape, in);
    }

    public static Object allocate(ClassShape shape, GraphReader in) {
        in.unbacked.takeObject(shape.unbackedSlots(), in);
        in.unbacked.countHeap(shape.heapBytes(), in);
        try {
            return shape.requireAllocator().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new DecodeException(
                    "decode: class=" + shape.type().getName() + " cannot be built, offset=" + in.in.position() + ": "
                            + e,
                    e);
        }
    }

    /** Reads the fields into an object that exists. */
    public void readInto(GraphReader in, Object object) {
        Flags flags = new Flags();
        int index = 0;
        try {
            for (; index < members.size(); index++) {
                Member member = members.get(index);
                if (member.kind() == 'Z') {
                    member.requireSetter().invokeExact(object, flags.read(in.in));
                } else {
                    readField(in, object, member.kind(), member.requireSetter());
                }
            }
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, shape, index);
        }
    }

    /** Reads a field that is no flag. */
    static void readField(GraphReader graph, Object object, char kind, MethodHandle setter) throws Throwable {
        ByteReader in = graph.in;
        switch (kind) {
            case 'B' -> setter.invokeExact(object, in.readByte());
            case 'S' -> setter.invokeExact(object, in.readInt16());
            case 'C' -> setter.invokeExact(object, FieldNumbers.readChar(in));
            case 'I' -> setter.invokeExact(object, FieldNumbers.readInt(in));
            case 'J' -> setter.invokeExact(object, FieldNumbers.readLong(in));
            case 'F' -> setter.invokeExact(object, in.readFloat());
            case 'D' -> setter.invokeExact(object, in.readDouble());
            case 'T' -> setter.invokeExact(object, (Object) graph.strings.readString());
            default -> storeReference(graph, object, setter, graph.readRef());
        }
    }

    /** Sets a field to what was read, now or when that is built. */
    static void storeReference(GraphReader graph, Object object, MethodHandle setter, @Nullable Object value)
            throws Throwable {
        Placeholder hole = graph.patches.take(value);
        if (hole != null) {
            hole.then(built -> store(graph, object, setter, built));
        } else {
            setter.invokeExact(object, value);
        }
    }

    private static void store(GraphReader in, Object object, MethodHandle setter, @Nullable Object built) {
        try {
            setter.invokeExact(object, built);
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, object.getClass(), "");
        }
    }

    private Object readRecord(GraphReader in, MethodHandle canonical) {
        in.unbacked.takeObject(shape.unbackedSlots(), in);
        in.unbacked.countHeap(shape.heapBytes(), in);
        int number = in.reserve();
        Flags flags = new Flags();
        @Nullable Object[] arguments = new @Nullable Object[members.size()];
        int index = 0;
        try {
            for (; index < members.size(); index++) {
                Member member = members.get(index);
                arguments[member.component()] =
                        member.kind() == 'Z' ? (Object) flags.read(in.in) : readValue(in, member.kind());
            }
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, shape, index);
        }
        return in.build(number, arguments, parts -> construct(in, canonical, parts));
    }

    /** Builds the record that took {@code number} from its components. */
    Object build(GraphReader in, int number, @Nullable Object[] components) {
        return in.build(number, components, parts -> construct(in, Objects.requireNonNull(spreadCanonical), parts));
    }

    private Object construct(GraphReader in, MethodHandle canonical, @Nullable Object[] arguments) {
        Object built;
        try {
            built = (Object) canonical.invokeExact(arguments);
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, shape, -1);
        }
        for (Member member : members) {
            if (in.patches.isPartial(arguments[member.component()])) {
                requireKept(in, built, member.name(), arguments[member.component()]);
            }
        }
        return built;
    }

    /** A constructor that copies what is not complete yet would lose what comes later. */
    private void requireKept(GraphReader in, Object built, String component, @Nullable Object argument) {
        Object kept = ((ObjectCodec) in.table.codecOf(shape.type())).shape.valueOf(built, component, argument);
        if (kept != argument) {
            throw new DecodeException(
                    "decode: the constructor of record=" + shape.type().getName()
                            + " copies component=" + component
                            + ", which lies on a cycle through it and is not complete yet; keep what is given, or use a class");
        }
    }

    public static @Nullable Object readValue(GraphReader graph, char kind) {
        ByteReader in = graph.in;
        return switch (kind) {
            case 'B' -> in.readByte();
            case 'S' -> in.readInt16();
            case 'C' -> FieldNumbers.readChar(in);
            case 'I' -> FieldNumbers.readInt(in);
            case 'J' -> FieldNumbers.readLong(in);
            case 'F' -> in.readFloat();
            case 'D' -> in.readDouble();
            case 'T' -> graph.strings.readString();
            default -> graph.readRef();
        };
    }

    /** Booleans, eight to a byte. */
    public static final class Flags {
        private int bits;
        private int count;

        public boolean read(ByteReader in) {
            if (count % Byte.SIZE == 0) {
                bits = in.readByte();
            }
            return (bits >>> count++ % Byte.SIZE & 1) != 0;
        }
    }
}
