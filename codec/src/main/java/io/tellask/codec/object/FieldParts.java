package io.tellask.codec.object;

import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassShape;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Objects of a class or record as parts: its fields, each through its handle. */
public final class FieldParts implements Parts {
    private final ClassShape shape;
    private final @Nullable RecordBuilder builder;

    FieldParts(ClassShape shape) {
        this.shape = shape;
        this.builder = shape.isRecord() ? new RecordBuilder(shape) : null;
    }

    /** Makes an object without fields. */
    public static Object allocate(ClassShape shape, GraphReader in) {
        in.unbacked.takeObject(shape.unbackedSlots(), in);
        in.unbacked.countHeap(shape.heapBytes(), in);
        try {
            return shape.requireAllocator().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new DecodeException(
                    "decode: class=" + shape.type().getName() + " cannot be built, offset=" + in.in.offset() + ": " + e,
                    e);
        }
    }

    /** Reads the fields of an object that exists. */
    public static void readInto(ClassShape shape, GraphReader in, Object object) {
        new ObjectReader(shape, object).readAll(in);
    }

    /** Writes the fields of an object. */
    static void write(ClassShape shape, GraphWriter out, Object object) {
        new ObjectWriter(shape, object).writeAll(out);
    }

    @Override
    public Parts.Reader reader(GraphReader in) {
        try {
            if (builder != null) {
                return new RecordReader(builder, shape, in);
            }
            Object object = allocate(shape, in);
            in.register(object);
            return new ObjectReader(shape, object);
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, shape, -1);
        }
    }

    @Override
    public Parts.Writer writer(GraphWriter out, Object value) {
        return new ObjectWriter(shape, value);
    }

    /** Fields that are read one after the other. */
    public abstract static class Reader extends Parts.Reader {
        private final FieldValues.Input values = new FieldValues.Input();
        private final int count;
        private int index;

        protected Reader(int count) {
            this.count = count;
        }

        /** The kind of a field. */
        protected abstract char kind(int field);

        protected abstract void store(GraphReader in, int field, @Nullable Object value) throws Throwable;

        /** The field that is read now. */
        final int index() {
            return index;
        }

        @Override
        public final @Nullable TypeCodec next(GraphReader in) throws Throwable {
            while (index < count) {
                char kind = kind(index);
                if (kind == 'L') {
                    TypeCodec part = reference(in);
                    if (part != null) {
                        return part;
                    }
                } else {
                    take(in, values.read(in, kind));
                }
            }
            return null;
        }

        @Override
        public final void take(GraphReader in, @Nullable Object part) throws Throwable {
            store(in, index, part);
            index++;
        }
    }

    /** The fields of a class here, each with its handle. */
    private abstract static class ShapeReader extends Reader {
        final ClassShape shape;

        ShapeReader(ClassShape shape) {
            super(shape.members().size());
            this.shape = shape;
        }

        @Override
        public char kind(int field) {
            return shape.members().get(field).kind();
        }

        @Override
        public Throwable failed(Throwable failure, GraphReader in) {
            return FailurePath.reading(failure, in, shape, index());
        }
    }

    /** The fields of an object that exists. */
    private static final class ObjectReader extends ShapeReader {
        private final Object object;

        ObjectReader(ClassShape shape, Object object) {
            super(shape);
            this.object = object;
        }

        @Override
        public void store(GraphReader in, int field, @Nullable Object value) throws Throwable {
            MethodHandle setter = shape.members().get(field).requireSetter().handle();
            Placeholder hole = in.patches.take(value);
            if (hole != null) {
                hole.then(built -> storeBuilt(in, setter, built));
            } else {
                setter.invoke(object, value);
            }
        }

        private void storeBuilt(GraphReader in, MethodHandle setter, @Nullable Object built) {
            try {
                setter.invoke(object, built);
            } catch (Throwable e) {
                throw FailurePath.readingStep(e, in, object.getClass(), "");
            }
        }

        @Override
        public Object end(GraphReader in) {
            return object;
        }
    }

    /** A record has no object before its constructor runs. */
    private static final class RecordReader extends ShapeReader {
        private final RecordBuilder builder;
        private final @Nullable Object[] components;
        private final int number;

        RecordReader(RecordBuilder builder, ClassShape shape, GraphReader in) {
            super(shape);
            this.builder = builder;
            in.unbacked.takeObject(shape.unbackedSlots(), in);
            in.unbacked.countHeap(shape.heapBytes(), in);
            components = new @Nullable Object[shape.members().size()];
            number = in.reserve();
        }

        @Override
        public void store(GraphReader in, int field, @Nullable Object value) {
            components[shape.members().get(field).component()] = value;
        }

        @Override
        public Object end(GraphReader in) {
            return builder.build(in, number, components);
        }
    }

    /** Fields that are written one after the other. */
    public abstract static class Writer extends Parts.Writer {
        private final FieldValues.Output values;
        private final int count;
        private int index = -1;

        protected Writer(int count, int flags) {
            this.count = count;
            this.values = new FieldValues.Output(flags);
        }

        /** The kind of a field. */
        protected abstract char kind(int field);

        protected abstract @Nullable Object value(int field) throws Throwable;

        /** The field that is written now. */
        final int index() {
            return index;
        }

        @Override
        public final @Nullable Object next(GraphWriter out) throws Throwable {
            while (++index < count) {
                char kind = kind(index);
                Object value = value(index);
                if (kind == 'T') {
                    out.writeString((String) value);
                    SentParts.offer(out);
                } else if (kind != 'L') {
                    values.write(out, kind, value);
                } else if (value != null) {
                    return value;
                } else {
                    out.out.writeByte(HeadNumbers.NULL);
                }
            }
            return null;
        }
    }

    /** The fields of an object. */
    private static final class ObjectWriter extends Writer {
        private final ClassShape shape;
        private final Object object;

        ObjectWriter(ClassShape shape, Object object) {
            super(shape.members().size(), shape.flagCount());
            this.shape = shape;
            this.object = object;
        }

        @Override
        public char kind(int field) {
            return shape.members().get(field).kind();
        }

        @Override
        public @Nullable Object value(int field) throws Throwable {
            return (@Nullable Object)
                    shape.members().get(field).requireGetter().handle().invoke(object);
        }

        @Override
        public Throwable failed(Throwable failure) {
            return FailurePath.writing(failure, shape, index());
        }
    }
}
