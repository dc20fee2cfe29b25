package io.tellask.codec.builtin;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.CallSite;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.NamedTypes;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.references.Placeholder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Arrays: of primitives as one copy of fixed-width little-endian elements, of strings as string slots, of objects as
 * references.
 */
public final class ArrayCodecs {
    private ArrayCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(
                new ObjectArrays(Object[].class, HeadNumbers.ARRAY),
                new ObjectArrays(Object[].class, 4),
                new StringArrays(),
                new PrimitiveArrays(byte[].class, 6, ValueLayout.JAVA_BYTE),
                new PrimitiveArrays(short[].class, 7, ValueLayout.JAVA_SHORT_UNALIGNED),
                new PrimitiveArrays(char[].class, 8, ValueLayout.JAVA_CHAR_UNALIGNED),
                new PrimitiveArrays(int[].class, 9, ValueLayout.JAVA_INT_UNALIGNED),
                new PrimitiveArrays(long[].class, 10, ValueLayout.JAVA_LONG_UNALIGNED),
                new PrimitiveArrays(float[].class, 11, ValueLayout.JAVA_FLOAT_UNALIGNED),
                new PrimitiveArrays(double[].class, 12, ValueLayout.JAVA_DOUBLE_UNALIGNED),
                new BooleanArrays());
    }

    /** The codec of an array class that has no number of its own. */
    public static TypeCodec of(Class<?> arrayType) {
        return new ObjectArrays(arrayType, HeadNumbers.ARRAY);
    }

    /** {@code Object[]} has a head of its own; every other array of references names its component type first. */
    private static class ObjectArrays extends PartsCodec {
        ObjectArrays(Class<?> type, int head) {
            super(
                    type,
                    head,
                    true,
                    false,
                    head == HeadNumbers.ARRAY ? Layout.REFERENCES.afterType() : Layout.REFERENCES);
        }

        private Object[] begin(GraphWriter out, Object value) {
            if (head == HeadNumbers.ARRAY) {
                NamedTypes.write(out, type.componentType());
            }
            Object[] array = (Object[]) value;
            out.countSlots(array.length, 1);
            out.out.writeVarInt(array.length);
            return array;
        }

        final Object[] begin(GraphReader in) {
            Class<?> component = head == HeadNumbers.ARRAY ? in.heads.readType() : Object.class;
            Object[] array = (Object[]) Array.newInstance(component, in.unbacked.takeReferences(in.readSlots(1), in));
            in.register(array);
            return array;
        }

        void store(GraphReader in, Object[] array, int index, @Nullable Object element) {
            array[index] = element;
        }

        @Override
        public final Parts.Writer writer(GraphWriter out, Object value) {
            return new SequenceParts.Writer(begin(out, value), value.getClass(), true);
        }

        @Override
        public final Parts.Reader reader(GraphReader in) {
            Object[] array = begin(in);
            return new SequenceParts.Reader(ElementReader.references(in, array.length), array.getClass()) {
                @Override
                public void take(GraphReader source, int index, @Nullable Object element) {
                    store(source, array, index, element);
                }

                @Override
                public Object end(GraphReader source) {
                    return array;
                }
            };
        }

        @Override
        public final void write(GraphWriter out, Object value) {
            Object[] array = begin(out, value);
            CallSite site = new CallSite();
            int index = 0;
            try {
                for (; index < array.length; index++) {
                    out.writeRef(array[index], site);
                }
            } catch (Throwable e) {
                throw FailurePath.writingElement(e, array.getClass(), index);
            }
        }

        @Override
        public TypeCodec patient() {
            return new PatientArrays(type, head);
        }

        @Override
        public Object read(GraphReader in) {
            Object[] array = begin(in);
            int index = 0;
            try {
                for (; index < array.length; index++) {
                    array[index] = in.readRef();
                }
            } catch (Throwable e) {
                throw FailurePath.readingElement(e, in, array.getClass(), index);
            }
            return array;
        }
    }

    /** Reads arrays whose elements may not be built yet, in a message that is read anew. */
    private static final class PatientArrays extends ObjectArrays {
        PatientArrays(Class<?> type, int head) {
            super(type, head);
        }

        @Override
        public TypeCodec patient() {
            return this;
        }

        @Override
        public void store(GraphReader in, Object[] array, int index, @Nullable Object element) {
            Placeholder hole = in.patches.take(element);
            if (hole != null) {
                in.patches.awaitElement(array, index, hole);
            } else {
                array[index] = element;
            }
        }

        @Override
        public Object read(GraphReader in) {
            return reader(in).readAll(in);
        }
    }

    private static final class StringArrays extends TypeCodec {
        StringArrays() {
            super(String[].class, 5, true);
        }

        @Override
        public Layout layout() {
            return Layout.STRINGS;
        }

        @Override
        public void write(GraphWriter out, Object value) {
            String[] array = (String[]) value;
            out.countSlots(array.length, 1);
            out.out.writeVarInt(array.length);
            for (String element : array) {
                out.writeString(element);
                SentParts.offer(out);
            }
        }

        @Override
        public Object read(GraphReader in) {
            String[] array = new String[in.unbacked.takeReferences(in.readSlots(1), in)];
            in.register(array);
            int index = 0;
            try {
                for (; index < array.length; index++) {
                    array[index] = in.strings.readString();
                }
            } catch (Throwable e) {
                throw FailurePath.readingElement(e, in, type, index);
            }
            return array;
        }
    }

    private static final class PrimitiveArrays extends TypeCodec {
        private final ValueLayout layout;
        private final int bytesEach;

        PrimitiveArrays(Class<?> type, int head, ValueLayout layout) {
            super(type, head, true);
            this.layout = layout.withOrder(ByteOrder.LITTLE_ENDIAN);
            this.bytesEach = (int) layout.byteSize();
        }

        @Override
        public void write(GraphWriter out, Object value) {
            int length = Array.getLength(value);
            out.countNumbers(length, bytesEach);
            out.out.writeVarInt(length);
            if (SentParts.isUsed(out)) {
                writeParts(out, value, length);
            } else {
                write(out.out, value, 0, length);
            }
        }

        private void writeParts(GraphWriter out, Object value, int length) {
            int most = StreamedArrays.CHUNK_BYTES / bytesEach;
            for (int from = 0, left = length; left > 0; from += most, left -= most) {
                write(out.out, value, from, Math.min(most, left));
                SentParts.offer(out);
            }
        }

        private void write(ByteWriter bytes, Object value, int from, int count) {
            bytes.reserve(count * bytesEach);
            int at = bytes.position();
            MemorySegment source = StreamedArrays.segment(value);
            MemorySegment target = MemorySegment.ofArray(bytes.array());
            MemorySegment.copy(source, nativeLayout(), (long) from * bytesEach, target, layout, at, count);
            bytes.position(at + count * bytesEach);
        }

        @Override
        public Object read(GraphReader in) {
            if (in.in.isStreamed()) {
                return StreamedArrays.read(in, type.componentType(), layout);
            }
            int length = in.readSlots(bytesEach);
            Object array = Array.newInstance(type.componentType(), length);
            int at = in.in.position();
            MemorySegment source = MemorySegment.ofArray(in.in.array());
            MemorySegment.copy(source, layout, at, StreamedArrays.segment(array), nativeLayout(), 0, length);
            in.in.position(at + length * bytesEach);
            in.register(array);
            return array;
        }

        private ValueLayout nativeLayout() {
            return layout.withOrder(ByteOrder.nativeOrder());
        }
    }

    /** One byte an element: 0 or 1. */
    private static final class BooleanArrays extends TypeCodec {
        BooleanArrays() {
            super(boolean[].class, 13, true);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            boolean[] array = (boolean[]) value;
            out.countNumbers(array.length, 1);
            out.out.writeVarInt(array.length);
            for (boolean element : array) {
                out.out.writeBoolean(element);
                SentParts.offer(out);
            }
        }

        @Override
        public Object read(GraphReader in) {
            if (in.in.isStreamed()) {
                return StreamedArrays.readBooleans(in);
            }
            boolean[] array = new boolean[in.readSlots(1)];
            for (int i = 0; i < array.length; i++) {
                array[i] = in.in.readBoolean();
            }
            in.register(array);
            return array;
        }
    }
}
