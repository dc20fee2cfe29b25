package io.tellask.codec.elements;

import io.tellask.codec.EncodeException;
import io.tellask.codec.bytes.Strings;
import io.tellask.codec.bytes.Varints;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PositionWriter;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.SentParts;
import io.tellask.codec.graph.TypeCodec;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a collection: the varint of {@code count << 2 | shape}, then what the shape says.
 *
 * <p>Strings are told apart because they are the usual elements and a slot saves a byte each; elements of one class
 * have one head before them all, and short latin strings one block of characters. An object that may be a back
 * reference needs a head of its own, so the writer takes the last two shapes only where none can be.
 */
public final class Elements {
    /** References. */
    public static final int MIXED = 0;

    /** String slots. */
    public static final int STRINGS = 1;

    /** One head, then bodies. */
    public static final int UNIFORM = 2;

    /** {@link PackedStrings}. */
    public static final int PACKED = 3;

    private static final int MOST_COUNT_BYTES = 5;

    /** A graph in parts packs no more strings at once. */
    private static final int MOST_PACKED_IN_PARTS = 1_024;

    private Elements() {}

    public static EncodeException changed(Class<?> type, int count, int written) {
        return new EncodeException("encode: collection of class=" + type.getName() + " changed from size=" + count
                + " to size=" + written + " while it was written; let one thread use it at a time");
    }

    /** Writes count, shape and elements of a collection of class {@code owner}. */
    public static void write(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        write(out, elements, owner, RefusedCodec.NONE);
    }

    /** The same where the elements likely have the class of {@code expected}, a constant in generated code. */
    public static void write(GraphWriter out, ArrayList<?> elements, Class<?> owner, TypeCodec expected) {
        int count = elements.size();
        out.countSlots(count, 1);
        if (count == 0) {
            out.out.writeByte(0);
            return;
        }
        if (out.isWide() && elements.get(0) instanceof String && areStrings(elements)) {
            writeCount(out, count, STRINGS);
            int end = writeWideSlots(out, elements, count, out.out.position());
            if (end < 0) {
                throw changed(owner, count, elements.size());
            }
            out.out.advanceTo(end);
            return;
        }
        Class<?> type = commonClass(elements);
        if (type == String.class) {
            writeStrings(out, elements, owner);
        } else if (type == expected.type && out.isUniform(expected)) {
            writeUniform(out, elements, owner, expected);
        } else {
            writeOthers(out, elements, owner, type);
        }
    }

    /**
     * As {@link #write(GraphWriter, ArrayList, Class, TypeCodec)}, in the wide form from a position on; gives the one behind
     * the elements.
     */
    public static int writeAt(GraphWriter out, ArrayList<?> elements, Class<?> owner, TypeCodec expected, int at) {
        int count = elements.size();
        Object first = count == 0 ? null : elements.get(0);
        int end = -1;
        if (first instanceof String) {
            end = out.isTracking() && !areStrings(elements)
                    ? -1
                    : writeWideSlots(out, elements, count, putCount(out, count, STRINGS, at));
        } else if (first != null) {
            Class<?> type = first.getClass();
            TypeCodec codec = type == expected.type ? expected : out.codecOf(type);
            if (!out.isUniform(codec) || commonClass(elements) == null) {
                end = writeMixedAt(out, elements, count, owner, codec, putCount(out, count, MIXED, at));
            } else if (PositionWriter.headByte(out, codec) > 0) {
                int behind = putCount(out, count, UNIFORM, at);
                PositionWriter.room(out, behind, 1)[behind] = (byte) PositionWriter.headByte(out, codec);
                end = codec.writeElementsAt(out, elements, owner, behind + 1);
            }
        }
        if (end >= 0) {
            out.countSlots(count, 1);
            return end;
        }
        out.out.advanceTo(at);
        write(out, elements, owner, expected);
        return out.out.position();
    }

    private static int putCount(GraphWriter out, int count, int shape, int at) {
        byte[] array = PositionWriter.room(out, at, MOST_COUNT_BYTES);
        return Varints.putVarInt(array, at, count << GraphReader.SHAPE_BITS | shape);
    }

    /** Begins a collection whose elements are written part by part; strings are written at once. */
    public static Parts.Writer writer(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        if (areStrings(elements)) {
            return stringWriter(out, elements, owner);
        }
        out.countSlots(elements.size(), 1);
        Class<?> type = commonClass(elements);
        TypeCodec codec = type == null ? RefusedCodec.NONE : out.codecOf(type);
        boolean uniform = out.isUniform(codec);
        writeCount(out, elements.size(), uniform ? UNIFORM : MIXED);
        if (uniform) {
            out.writeHead(codec);
        }
        return new SequenceParts.Writer(elements, owner, !uniform);
    }

    /** Strings are written at once, but in a graph in parts, where there may be many. */
    private static Parts.Writer stringWriter(GraphWriter out, ArrayList<?> strings, Class<?> owner) {
        if (!SentParts.isUsed(out) || strings.isEmpty() || isPacked(out, strings)) {
            write(out, strings, owner);
            return SequenceParts.Writer.done();
        }
        out.countSlots(strings.size(), 1);
        writeCount(out, strings.size(), STRINGS);
        return new SequenceParts.StringWriter(strings, owner);
    }

    private static boolean isPacked(GraphWriter out, ArrayList<?> strings) {
        return !out.isWide()
                && !out.isTracking()
                && strings.size() <= MOST_PACKED_IN_PARTS
                && commonClass(strings) == String.class
                && PackedStrings.lengthsOf(strings) != PackedStrings.NONE;
    }

    private static void writeCount(GraphWriter out, int count, int shape) {
        out.out.writeVarInt(count << GraphReader.SHAPE_BITS | shape);
    }

    /** The class of all elements; null where one is null or they differ. */
    private static @Nullable Class<?> commonClass(ArrayList<?> elements) {
        Object first = elements.get(0);
        if (first == null) {
            return null;
        }
        Class<?> type = first.getClass();
        for (int i = 1; i < elements.size(); i++) {
            Object element = elements.get(i);
            if (element == null || element.getClass() != type) {
                return null;
            }
        }
        return type;
    }

    private static void writeStrings(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        int lengths = out.isTracking() ? PackedStrings.NONE : PackedStrings.lengthsOf(elements);
        if (lengths != PackedStrings.NONE) {
            writeCount(out, elements.size(), PACKED);
            PackedStrings.write(out, elements, lengths);
        } else {
            writeSlots(out, elements, owner);
        }
    }

    private static void writeSlots(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        writeCount(out, elements.size(), STRINGS);
        int index = 0;
        try {
            for (; index < elements.size(); index++) {
                out.writeString((String) elements.get(index));
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, owner, index);
        }
    }

    /**
     * Slots of strings or nulls, most of them short and latin, with room for one at a time, from a position on; gives the
     * one behind them, or -1 where an element is neither: only where objects have no numbers may there be any.
     */
    private static int writeWideSlots(GraphWriter out, ArrayList<?> elements, int count, int from) {
        boolean tracking = out.isTracking();
        int at = from;
        for (int i = 0; i < count; i++) {
            Object element = elements.get(i);
            if (element != null && element.getClass() != String.class) {
                return -1;
            }
            String value = (String) element;
            byte[] array = PositionWriter.room(out, at, Strings.BYTE_HEAD_CHARS + 1);
            int end = tracking ? PositionWriter.putKnown(out, value, array, at) : -1;
            if (end < 0) {
                end = Strings.putShort(array, at, value);
            }
            at = end < 0 ? out.strings.writeOther(Objects.requireNonNull(value), at) : end;
        }
        out.addObjects(count);
        return at;
    }

    private static void writeUniform(GraphWriter out, ArrayList<?> elements, Class<?> owner, TypeCodec codec) {
        writeCount(out, elements.size(), UNIFORM);
        out.writeHead(codec);
        codec.writeElements(out, elements, owner);
    }

    private static void writeOthers(GraphWriter out, ArrayList<?> elements, Class<?> owner, @Nullable Class<?> type) {
        TypeCodec codec = type == null ? RefusedCodec.NONE : out.codecOf(type);
        if (out.isUniform(codec)) {
            writeUniform(out, elements, owner, codec);
        } else if (areStrings(elements)) {
            writeSlots(out, elements, owner);
        } else {
            writeMixed(out, elements, owner);
        }
    }

    private static void writeMixed(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        writeCount(out, elements.size(), MIXED);
        int index = 0;
        try {
            TypeCodec last = RefusedCodec.NONE;
            for (; index < elements.size(); index++) {
                last = write(out, elements.get(index), false, last);
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, owner, index);
        }
    }

    /** References to objects of a few classes from a position on, with the codecs of the last four; gives the one behind them. */
    private static int writeMixedAt(
            GraphWriter out, ArrayList<?> elements, int count, Class<?> owner, TypeCodec expected, int from) {
        int index = 0;
        int at = from;
        try {
            TypeCodec last = expected;
            TypeCodec second = RefusedCodec.NONE;
            TypeCodec third = second;
            TypeCodec fourth = second;
            for (; index < count; index++) {
                Object element = elements.get(index);
                byte[] array = PositionWriter.room(out, at, 1);
                if (element == null) {
                    array[at++] = HeadNumbers.NULL;
                    continue;
                }
                Class<?> type = element.getClass();
                TypeCodec codec = last.type == type
                        ? last
                        : second.type == type
                                ? second
                                : third.type == type ? third : fourth.type == type ? fourth : null;
                if (codec == null) {
                    fourth = third;
                    third = second;
                    second = last;
                    last = out.codecOf(type);
                    codec = last;
                }
                at = PositionWriter.beginAt(out, element, codec, array, at);
                if (at >= 0) {
                    at = codec.writeAt(out, element, at);
                    out.end();
                } else {
                    at = ~at;
                }
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, owner, index);
        }
        return at;
    }

    /** Writes one element and returns its codec, likely that of the next. */
    public static TypeCodec write(GraphWriter out, @Nullable Object element, boolean string, TypeCodec last) {
        if (string) {
            out.writeString((String) element);
            return last;
        }
        if (element == null) {
            out.out.writeByte(HeadNumbers.NULL);
            return last;
        }
        TypeCodec codec = last.type == element.getClass() ? last : out.codecOf(element.getClass());
        out.writeValue(element, codec);
        return codec;
    }

    public static @Nullable Object read(GraphReader in, boolean string) {
        return string ? in.strings.readString() : in.readRef();
    }

    private static boolean areStrings(ArrayList<?> elements) {
        for (int i = 0; i < elements.size(); i++) {
            if (!isString(elements.get(i))) {
                return false;
            }
        }
        return true;
    }

    public static boolean isString(@Nullable Object element) {
        return element == null || element.getClass() == String.class;
    }
}
