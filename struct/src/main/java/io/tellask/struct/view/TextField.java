package io.tellask.struct.view;

import io.tellask.struct.StructBoundsException;
import io.tellask.struct.StructValueException;
import java.nio.charset.StandardCharsets;

/**
 * Strings in structs, as UTF-8: fixed ones are filled up with zeros, bounded ones begin with two bytes that count the others. Bytes behind
 * the text are zero, so that equal structs have equal bytes. Texts of ASCII are written and compared without garbage. Stateless.
 */
public final class TextField {
    /** Bytes that count those of a bounded text. */
    public static final int PREFIX_BYTES = 2;

    private TextField() {}

    /** The text up to the first zero. */
    public static String readFixed(StructView view, long at, int max) {
        return read(view, at, fixedLength(view, at, max));
    }

    /** Writes a text and fills up with zeros. */
    public static void writeFixed(StructView view, long at, int max, String value, String field) {
        if (max > Long.BYTES || value.length() > max || !writeWord(view, at, max, value)) {
            writeLongFixed(view, at, max, value, field);
        }
    }

    /** Writes a text of at most eight bytes in one pass; does nothing if it is not of ASCII, or has a zero. */
    private static boolean writeWord(StructView view, long at, int max, String value) {
        int all = 0;
        long word = 0;
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            all |= unit | (unit - 1); // a zero becomes -1
            word |= (long) unit << (i << 3);
        }
        if ((all & ~0x7f) != 0) {
            return false;
        }
        if (max == Long.BYTES) {
            view.longAtLittle(at, word);
            return true;
        }
        for (int i = 0; i < max; i++) {
            view.byteAt(at + i, (byte) (word >>> (i << 3)));
        }
        return true;
    }

    private static void writeLongFixed(StructView view, long at, int max, String value, String field) {
        if (value.indexOf('\0') >= 0) {
            throw new StructValueException("struct: field=" + field + ", value contains U+0000, which ends a text of"
                    + " fixed length; leave it out, or use @MaxLength");
        }
        int length = write(view, at, max, value, field);
        view.clear(at + length, max - length);
    }

    /** Whether the text is this one. */
    public static boolean fixedEquals(StructView view, long at, int max, String value) {
        return equals(view, at, fixedLength(view, at, max), value);
    }

    /** The text, whose length comes first. */
    public static String readBounded(StructView view, long at, int max, boolean big, String field) {
        return read(view, at + PREFIX_BYTES, boundedLength(view, at, max, big, field));
    }

    /** Writes length and text, and zeros over what remains of a longer text before it. */
    public static void writeBounded(StructView view, long at, int max, boolean big, String value, String field) {
        int before = Math.min(max, prefix(view, at, big));
        int length = write(view, at + PREFIX_BYTES, max, value, field);
        byte low = (byte) length;
        byte high = (byte) (length >>> 8);
        view.byteAt(at, big ? high : low);
        view.byteAt(at + 1, big ? low : high);
        view.clear(at + PREFIX_BYTES + length, before - length);
    }

    /** Whether the text is this one. */
    public static boolean boundedEquals(StructView view, long at, int max, boolean big, String value, String field) {
        return equals(view, at + PREFIX_BYTES, boundedLength(view, at, max, big, field), value);
    }

    private static int fixedLength(StructView view, long at, int max) {
        int length = 0;
        while (length < max && view.byteAt(at + length) != 0) {
            length++;
        }
        return length;
    }

    private static int boundedLength(StructView view, long at, int max, boolean big, String field) {
        int length = prefix(view, at, big);
        if (length > max) {
            throw new StructValueException("struct: field=" + field + ", length=" + length + ", limit=" + max
                    + "; read with the layout of the writer");
        }
        return length;
    }

    private static int prefix(StructView view, long at, boolean big) {
        int first = view.byteAt(at) & 0xff;
        int second = view.byteAt(at + 1) & 0xff;
        return big ? first << 8 | second : second << 8 | first;
    }

    private static String read(StructView view, long at, int length) {
        byte[] utf8 = new byte[length];
        for (int i = 0; i < length; i++) {
            utf8[i] = view.byteAt(at + i);
        }
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static boolean equals(StructView view, long at, int length, String value) {
        if (!isAscii(value)) {
            return read(view, at, length).equals(value);
        }
        if (value.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (view.byteAt(at + i) != value.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The number of bytes written; none if the text is too long. */
    private static int write(StructView view, long at, int max, String value, String field) {
        if (!isAscii(value)) {
            return writeEncoded(view, at, max, value, field);
        }
        int length = requireLength(value.length(), max, field);
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            view.longAtLittle(at + i, eight(value, i));
        }
        for (; i < length; i++) {
            view.byteAt(at + i, (byte) value.charAt(i));
        }
        return length;
    }

    private static long eight(String value, int from) {
        long word = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            word |= (long) value.charAt(from + i) << (i << 3);
        }
        return word;
    }

    private static int writeEncoded(StructView view, long at, int max, String value, String field) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int length = requireLength(utf8.length, max, field);
        if (!new String(utf8, StandardCharsets.UTF_8).equals(value)) {
            throw new StructValueException("struct: field=" + field
                    + ", value contains half of a pair of surrogates, which UTF-8 cannot keep; leave it out");
        }
        for (int i = 0; i < length; i++) {
            view.byteAt(at + i, utf8[i]);
        }
        return length;
    }

    private static int requireLength(int length, int max, String field) {
        if (length > max) {
            throw new StructBoundsException("struct: field=" + field + ", length=" + length + " bytes of UTF-8, limit="
                    + max + "; shorten the text, or enlarge the field's length");
        }
        return length;
    }

    private static boolean isAscii(String value) {
        int all = 0;
        for (int i = 0; i < value.length(); i++) {
            all |= value.charAt(i);
        }
        return all < 0x80;
    }
}
