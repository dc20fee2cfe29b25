package io.tellask.codec.object;

import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.PartReader;
import io.tellask.codec.graph.PartWriter;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects of a class or record as parts: its fields. */
final class FieldParts implements Parts {
    private final ObjectCodec codec;

    FieldParts(ObjectCodec codec) {
        this.codec = codec;
    }

    @Override
    public PartReader reader(GraphReader in) {
        try {
            return codec.shape.isRecord() ? new RecordReader(codec, in) : new Reader(codec, in);
        } catch (Throwable e) {
            throw FailurePath.reading(e, in, codec.shape, -1);
        }
    }

    @Override
    public PartWriter writer(GraphWriter out, Object value) {
        return new Writer(codec.shape, value);
    }

    /** An object with the index of the field that comes next. */
    private abstract static class FieldReader extends PartReader {
        final ObjectCodec codec;
        private ConvertingReader.@Nullable Flags flags;
        int index;

        FieldReader(ObjectCodec codec) {
            this.codec = codec;
        }

        abstract void readPrimitive(GraphReader in, Member member) throws Throwable;

        abstract void take(boolean flag, Member member) throws Throwable;

        final Member member() {
            return codec.shape.members().get(index);
        }

        @Override
        public final @Nullable TypeCodec next(GraphReader in) throws Throwable {
            int count = codec.shape.members().size();
            while (index < count) {
                Member member = member();
                if (member.kind() == 'L') {
                    TypeCodec part = reference(in);
                    if (part != null) {
                        return part;
                    }
                } else if (member.kind() == 'Z') {
                    take(flags().read(in.in), member);
                    index++;
                } else {
                    readPrimitive(in, member);
                    index++;
                }
            }
            return null;
        }

        private ConvertingReader.Flags flags() {
            ConvertingReader.Flags made = flags;
            if (made == null) {
                made = new ConvertingReader.Flags();
                flags = made;
            }
            return made;
        }

        @Override
        public final Throwable failed(Throwable failure, GraphReader in) {
            return FailurePath.reading(failure, in, codec.shape, index);
        }
    }

    private static final class Reader extends FieldReader {
        private final Object object;

        Reader(ObjectCodec codec, GraphReader in) {
            super(codec);
            object = ConvertingReader.allocate(codec.shape, in);
            in.register(object);
        }

        @Override
        public void readPrimitive(GraphReader in, Member member) throws Throwable {
            ConvertingReader.readField(in, object, member.kind(), member.requireSetter());
        }

        @Override
        public void take(boolean flag, Member member) throws Throwable {
            member.requireSetter().invokeExact(object, flag);
        }

        @Override
        public void take(GraphReader in, @Nullable Object part) throws Throwable {
            ConvertingReader.storeReference(in, object, member().requireSetter(), part);
            index++;
        }

        @Override
        public Object end(GraphReader in) {
            return object;
        }
    }

    /** A record has no object before its constructor runs. */
    private static final class RecordReader extends FieldReader {
        private final @Nullable Object[] components;
        private final int number;

        RecordReader(ObjectCodec codec, GraphReader in) {
            super(codec);
            in.unbacked.takeObject(codec.shape.unbackedSlots(), in);
            in.unbacked.countHeap(codec.shape.heapBytes(), in);
            components = new @Nullable Object[codec.shape.members().size()];
            number = in.reserve();
        }

        @Override
        public void readPrimitive(GraphReader in, Member member) {
            components[member.component()] = ConvertingReader.readValue(in, member.kind());
        }

        @Override
        public void take(boolean flag, Member member) {
            components[member.component()] = flag;
        }

        @Override
        public void take(GraphReader in, @Nullable Object part) {
            components[member().component()] = part;
            index++;
        }

        @Override
        public Object end(GraphReader in) {
            return codec.fieldwise().reader.build(in, number, components);
        }
    }

    private static final class Writer extends PartWriter {
        private final ClassShape shape;
        private final Object object;
        private FieldwiseCodec.@Nullable Flags flags;
        private int index = -1;

        Writer(ClassShape shape, Object object) {
            this.shape = shape;
            this.object = object;
        }

        @Override
        public @Nullable Object next(GraphWriter out) throws Throwable {
            List<Member> members = shape.members();
            while (++index < members.size()) {
                Member member = members.get(index);
                if (member.kind() == 'Z') {
                    flags().write((boolean) member.requireGetter().invokeExact(object), out.out);
                } else if (member.kind() != 'L') {
                    FieldwiseCodec.write(out, object, member.kind(), member.requireGetter());
                } else {
                    Object part = (@Nullable Object) member.requireGetter().invokeExact(object);
                    if (part != null) {
                        return part;
                    }
                    out.out.writeByte(HeadNumbers.NULL);
                }
            }
            return null;
        }

        private FieldwiseCodec.Flags flags() {
            FieldwiseCodec.Flags made = flags;
            if (made == null) {
                made = new FieldwiseCodec.Flags(shape.flagCount());
                flags = made;
            }
            return made;
        }

        @Override
        public Throwable failed(Throwable failure) {
            return FailurePath.writing(failure, shape, index);
        }
    }
}
