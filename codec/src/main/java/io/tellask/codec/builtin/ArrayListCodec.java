package io.tellask.codec.builtin;

import io.tellask.codec.ByteReader;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.Elements;
import io.tellask.codec.elements.PackedStrings;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.graph.PositionReader;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.StringSlots;
import io.tellask.codec.graph.TypeCodec;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The list that occurs most; generated code tells the class that its elements likely have. */
final class ArrayListCodec extends PartsCodec {
    ArrayListCodec(int head) {
        super(ArrayList.class, head, true, false, Layout.ELEMENTS);
    }

    @Override
    public Parts.Writer writer(GraphWriter out, Object value) {
        return Elements.writer(out, (ArrayList<?>) value, type);
    }

    @Override
    public Parts.Reader reader(GraphReader in) {
        ElementReader elements = ElementReader.open(in);
        ArrayList<@Nullable Object> list = new ArrayList<>(elements.count);
        in.register(list);
        return SequenceParts.into(list, elements);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        write(out, value, RefusedCodec.NONE);
    }

    @Override
    public void write(GraphWriter out, Object value, TypeCodec element) {
        ArrayList<?> list = (ArrayList<?>) value;
        int count = list.size();
        Elements.write(out, list, type, element);
        if (list.size() != count) {
            throw Elements.changed(type, count, list.size());
        }
    }

    @Override
    public int writeAt(GraphWriter out, Object value, int at) {
        return writeAt(out, value, RefusedCodec.NONE, at);
    }

    @Override
    public int writeAt(GraphWriter out, Object value, TypeCodec element, int at) {
        ArrayList<?> list = (ArrayList<?>) value;
        int count = list.size();
        int end = Elements.writeAt(out, list, type, element, at);
        if (list.size() != count) {
            throw Elements.changed(type, count, list.size());
        }
        return end;
    }

    @Override
    public @Nullable Object readAt(GraphReader in, int at) {
        return readAt(in, RefusedCodec.NONE, at);
    }

    @Override
    public @Nullable Object readAt(GraphReader in, TypeCodec element, int at) {
        byte[] array = in.in.array();
        int rest = in.in.limit() - at - 1;
        int head = rest > 0 ? array[at] : -1;
        int count = head >> GraphReader.SHAPE_BITS;
        int shape = head & (1 << GraphReader.SHAPE_BITS) - 1;
        if (head < 0
                || count > rest
                || shape == Elements.PACKED
                || shape == Elements.UNIFORM
                        && !(element.takesBytes() && PositionReader.isHeadOf(in, element, array[at + 1]))) {
            in.in.advanceTo(at);
            return read(in, element);
        }
        PositionReader.takeElements(in, count);
        if (shape == Elements.STRINGS) {
            return StringSlots.readList(in, count, at + 1);
        }
        ArrayList<@Nullable Object> list = new ArrayList<>(count);
        in.register(list);
        try {
            if (shape == Elements.MIXED) {
                readMixedAt(in, list, count, at + 1);
            } else {
                element.readElementsAt(in, list, count, at + 2);
            }
        } catch (Throwable e) {
            throw FailurePath.readingElement(e, in, type, list.size());
        }
        return list;
    }

    @Override
    public Object read(GraphReader in) {
        return read(in, RefusedCodec.NONE);
    }

    @Override
    public Object read(GraphReader in, TypeCodec element) {
        int count = in.readShaped(1);
        int shape = in.shape();
        if (in.wide && shape == Elements.STRINGS) {
            return StringSlots.readList(in, count, in.in.position());
        }
        ArrayList<@Nullable Object> list = new ArrayList<>(count);
        in.register(list);
        try {
            switch (shape) {
                case Elements.MIXED -> readMixed(in, list, count);
                case Elements.STRINGS -> readStrings(in, list, count);
                case Elements.PACKED -> readPacked(in, list, count);
                default -> readUniform(in, list, count, element);
            }
        } catch (Throwable e) {
            throw FailurePath.readingElement(e, in, type, list.size());
        }
        return list;
    }

    private static void readMixed(GraphReader in, ArrayList<@Nullable Object> list, int count) {
        for (int i = 0; i < count; i++) {
            list.add(in.readRef());
        }
    }

    private static void readMixedAt(GraphReader in, ArrayList<@Nullable Object> list, int count, int from) {
        ByteReader source = in.in;
        byte[] array = source.array();
        source.advanceTo(from);
        for (int i = 0, at = from; i < count; i++) {
            TypeCodec codec = PositionReader.beginAny(in, array, at, source.limit());
            if (codec != null) {
                list.add(codec.readAt(in, at + 1));
                in.end();
            } else {
                source.advanceTo(at);
                list.add(in.readRef());
            }
            at = source.position();
        }
    }

    private static void readStrings(GraphReader in, ArrayList<@Nullable Object> list, int count) {
        for (int i = 0; i < count; i++) {
            list.add(in.strings.readString());
        }
    }

    private static void readPacked(GraphReader in, ArrayList<@Nullable Object> list, int count) {
        PackedStrings packed = PackedStrings.open(in, count);
        for (int i = 0; i < count; i++) {
            list.add(packed.next(in));
        }
    }

    private static void readUniform(GraphReader in, ArrayList<@Nullable Object> list, int count, TypeCodec element) {
        TypeCodec codec = in.heads.readElementHead();
        if (codec == element) {
            element.readElements(in, list, count);
        } else {
            codec.readElements(in, list, count);
        }
    }
}
