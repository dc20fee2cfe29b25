package io.tellask.codec;

import io.tellask.codec.ClassShape.Member;
import io.tellask.codec.Descriptor.FieldSpec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields that a writer described into an object of the class here, matching them by name.
 *
 * <p>A field unknown here is read and dropped, one that was not written keeps its default, and a number is widened. A
 * reference that does not fit its field, or a number that would have to be narrowed, is refused.
 */
final class ConvertingReader extends TypeCodec {
    private final ClassShape shape;
    private final Descriptor remote;
    private final char[] kinds;
    private final @Nullable Member[] targets;
    private final @Nullable MethodHandle[] setters;
    private final @Nullable MethodHandle spreadCanonical;

    ConvertingReader(ClassShape shape, Descriptor remote) {
        super(shape.type(), DESCRIBED, true, shape.isRecord());
        this.shape = shape;
        this.remote = remote;
        int count = remote.fields.size();
        kinds = new char[count];
        targets = new Member[count];
        setters = new MethodHandle[count];
        for (int i = 0; i < count; i++) {
            FieldSpec field = remote.fields.get(i);
            kinds[i] = field.kind();
            Member target = target(shape, field);
            targets[i] = target;
            if (target != null && target.setter() != null) {
                setters[i] = target.setter().asType(MethodType.methodType(void.class, Object.class, Object.class));
            }
        }
        MethodHandle canonical = shape.canonical();
        spreadCanonical = canonical == null
                ? null
                : canonical
                        .asSpreader(Object[].class, shape.members().size())
                        .asType(MethodType.methodType(Object.class, Object[].class));
    }

    /** The member that takes a written field, or null where there is none of its name. */
    static @Nullable Member target(ClassShape shape, FieldSpec field) {
        for (Member member : shape.members()) {
            if (member.name().equals(field.name())) {
                if (!FieldConversion.exists(field.kind(), member.type())) {
                    throw new DecodeException("decode: field=" + shape.type().getName() + "." + field.name()
                            + " was written as kind=" + field.kind() + " and is "
                            + member.type().getSimpleName() + " here; only widening is possible");
                }
                return member;
            }
        }
        return null;
    }

    @Override
    void write(GraphWriter out, Object value) {
        throw new IllegalStateException("a converter only reads");
    }

    @Override
    Object read(GraphReader in) {
        if (spreadCanonical != null) {
            return readRecord(in, spreadCanonical);
        }
        Object object = allocate(shape, in);
        in.register(object);
        readInto(in, object);
        return object;
    }

    static Object allocate(ClassShape shape, GraphReader in) {
        try {
            return shape.requireAllocator().newInstance();
        } catch (ReflectiveOperationException e) {
            throw cannotBuild(shape, in, e);
        }
    }

    private static DecodeException cannotBuild(ClassShape shape, GraphReader in, Throwable cause) {
        return new DecodeException(
                "decode: class=" + shape.type().getName() + " cannot be built, offset=" + in.in.position() + ": "
                        + cause,
                cause);
    }

    /** Reads the described fields into an object that exists. */
    void readInto(GraphReader in, Object object) {
        Flags flags = new Flags();
        int index = 0;
        try {
            for (; index < kinds.length; index++) {
                @Nullable Object value = kinds[index] == 'Z' ? flags.read(in.in) : readValue(in, kinds[index]);
                Member target = targets[index];
                if (target != null) {
                    Object converted = FieldConversion.convert(value, target.type());
                    if (converted != null || !target.type().isPrimitive()) {
                        store(setters[index], object, converted, in);
                    }
                }
            }
        } catch (Throwable e) {
            throw fieldFailed(e, in, index);
        }
    }

    private RuntimeException fieldFailed(Throwable failure, GraphReader in, int index) {
        return FailurePath.readingStep(
                failure, in, type, "." + remote.fields.get(index).name());
    }

    private void store(MethodHandle setter, Object object, @Nullable Object value, GraphReader in) {
        try {
            setter.invokeExact(object, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw cannotBuild(shape, in, e);
        }
    }

    private Object readRecord(GraphReader in, MethodHandle canonical) {
        int number = in.reserve();
        Flags flags = new Flags();
        Object[] arguments = new Object[shape.members().size()];
        for (Member member : shape.members()) {
            arguments[member.component()] = FieldConversion.defaultOf(member.type());
        }
        int index = 0;
        try {
            for (; index < kinds.length; index++) {
                @Nullable Object value = kinds[index] == 'Z' ? flags.read(in.in) : readValue(in, kinds[index]);
                Member target = targets[index];
                if (target != null) {
                    Object converted = FieldConversion.convert(value, target.type());
                    if (converted != null || !target.type().isPrimitive()) {
                        arguments[target.component()] = converted;
                    }
                }
            }
        } catch (Throwable e) {
            throw fieldFailed(e, in, index);
        }
        try {
            Object built = (Object) canonical.invokeExact(arguments);
            in.fill(number, built);
            return built;
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, shape, -1);
        }
    }

    static @Nullable Object readValue(GraphReader graph, char kind) {
        ByteReader in = graph.in;
        return switch (kind) {
            case 'B' -> in.readByte();
            case 'S' -> in.readInt16();
            case 'C' -> in.readChar();
            case 'I' -> in.readZigZagInt();
            case 'J' -> in.readZigZagLong();
            case 'F' -> in.readFloat();
            case 'D' -> in.readDouble();
            case 'T' -> graph.readString();
            default -> graph.readRef();
        };
    }

    /** Booleans, eight to a byte. */
    static final class Flags {
        private int bits;
        private int count;

        boolean read(ByteReader in) {
            if (count % Byte.SIZE == 0) {
                bits = in.readByte();
            }
            return (bits >>> count++ % Byte.SIZE & 1) != 0;
        }
    }
}
