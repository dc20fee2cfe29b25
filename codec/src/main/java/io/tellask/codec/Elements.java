package io.tellask.codec;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a collection: a shape byte, then string slots where all are strings or null, else references.
 *
 * <p>Strings are told apart because they are the usual elements and a slot saves a byte each.
 */
final class Elements {
    static final int MIXED = 0;
    static final int STRINGS = 1;

    private Elements() {}

    static void write(GraphWriter out, Collection<?> elements, int count) {
        boolean strings = count > 0 && allStrings(elements);
        out.out.writeByte(strings ? STRINGS : MIXED);
        int written = 0;
        try {
            TypeCodec last = RefusedCodec.NONE;
            for (Object element : elements) {
                last = write(out, element, strings, last);
                written++;
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, elements.getClass(), written);
        }
        if (written != count) {
            throw changed(elements, count, written);
        }
    }

    static EncodeException changed(Collection<?> elements, int count, int written) {
        return new EncodeException(
                "encode: collection of class=" + elements.getClass().getName() + " changed from size=" + count
                        + " to size=" + written + " while it was written; let one thread use it at a time");
    }

    static void write(GraphWriter out, @Nullable Object[] elements) {
        boolean strings = elements.length > 0 && allStrings(elements);
        out.out.writeByte(strings ? STRINGS : MIXED);
        int index = 0;
        try {
            TypeCodec last = RefusedCodec.NONE;
            for (; index < elements.length; index++) {
                last = write(out, elements[index], strings, last);
            }
        } catch (Throwable e) {
            throw FailurePath.writingElement(e, elements.getClass(), index);
        }
    }

    /** Writes one element and returns its codec, likely that of the next. */
    static TypeCodec write(GraphWriter out, @Nullable Object element, boolean string, TypeCodec last) {
        if (string) {
            out.writeString((String) element);
            return last;
        }
        if (element == null) {
            out.out.writeByte(GraphWriter.NULL);
            return last;
        }
        TypeCodec codec = last.type == element.getClass() ? last : out.table.codecOf(element.getClass());
        out.writeValue(element, codec);
        return codec;
    }

    static boolean readShape(GraphReader in) {
        int shape = in.in.readByte();
        if (shape != MIXED && shape != STRINGS) {
            throw in.damaged("shape=" + shape + " of a collection is unknown");
        }
        return shape == STRINGS;
    }

    static @Nullable Object read(GraphReader in, boolean string) {
        return string ? in.readString() : in.readRef();
    }

    static @Nullable Object[] readAll(GraphReader in) {
        int count = in.readSlots(1);
        boolean strings = readShape(in);
        @Nullable Object[] elements = new @Nullable Object[count];
        int index = 0;
        try {
            for (; index < count; index++) {
                elements[index] = read(in, strings);
            }
        } catch (Throwable e) {
            throw FailurePath.readingElement(e, in, elements.getClass(), index);
        }
        return elements;
    }

    private static boolean allStrings(Collection<?> elements) {
        for (Object element : elements) {
            if (!isString(element)) {
                return false;
            }
        }
        return true;
    }

    private static boolean allStrings(@Nullable Object[] elements) {
        for (Object element : elements) {
            if (!isString(element)) {
                return false;
            }
        }
        return true;
    }

    static boolean isString(@Nullable Object element) {
        return element == null || element.getClass() == String.class;
    }
}
