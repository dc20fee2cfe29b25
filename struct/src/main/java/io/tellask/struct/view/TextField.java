package io.tellask.struct.view;

import io.tellask.struct.StructBoundsException;
import io.tellask.struct.StructValueException;
import io.tellask.text.SafeText;
import java.nio.charset.StandardCharsets;

/**
 * Strings in structs, as UTF-8: fixed ones are filled up with zeros, bounded ones begin with two bytes that count the others. Bytes behind
 * the text are zero, so that equal structs have equal bytes. Texts of ASCII are written and compared without garbage. Stateless.
 */
public final class TextField {
    /** Bytes that count those of a bounded text. */
    public static final int PREFIX_BYTES = 2;

    private static final long NO_WORD = -1;
    private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

    private TextField() {}

    /** The text up to the first zero. */
    public static String readFixed(StructView view, long at, int max, boolean isWordInside) {
        if (max > Long.BYTES) {
            return read(view, at, fixedLength(view, at, max));
        }
        long word = word(view, at, max, isWordInside);
        byte[] utf8 = new byte[upToZero(word)];
        for (int i = 0; i < utf8.length; i++) {
            utf8[i] = (byte) (word >>> (i << 3));
        }
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /** Writes a text and fills up with zeros. */
    public static void writeFixed(StructView view, long at, int max, String value, String field) {
        long word = asciiWord(value, max);
        if (word == NO_WORD) {
            writeLongFixed(view, at, max, value, field);
        } else if (max == Long.BYTES) {
            view.longAtLittle(at, word);
        } else {
            for (int i = 0; i < max; i++) {
                view.byteAt(at + i, (byte) (word >>> (i << 3)));
            }
        }
    }

    /**
     * The characters as the bytes of a little-endian number; {@link #NO_WORD} if there are more than a field has, more than eight, or one that is zero or
     * not of ASCII. The loop ends with the field and not with the value, so that the compiler unrolls it.
     */
    private static long asciiWord(String value, int max) {
        int length = value.length();
        if (length > max || max > Long.BYTES) {
            return NO_WORD;
        }
        int all = 0;
        long word = 0;
        for (int i = 0; i < max; i++) {
            if (i < length) {
                char unit = value.charAt(i);
                all |= unit;
                word |= (long) unit << (i << 3);
            }
        }
        return all < 0x80 && upToZero(word) == length ? word : NO_WORD;
    }

    /** A field of up to eight bytes as a little-endian number, without what is behind the first zero; read at once if the struct does not end before. */
    private static long word(StructView view, long at, int max, boolean isWordInside) {
        long word = 0;
        if (isWordInside) {
            word = view.longAtLittle(at) & -1L >>> ((Long.BYTES - max) << 3);
        } else {
            for (int i = 0; i < max; i++) {
                word |= (view.byteAt(at + i) & 0xffL) << (i << 3);
            }
        }
        int length = upToZero(word);
        return length == Long.BYTES ? word : word & ((1L << (length << 3)) - 1);
    }

    /** Bytes of a little-endian number before the first that is zero: Warren, Hacker's Delight, 6-1. */
    private static int upToZero(long word) {
        return Long.numberOfTrailingZeros((word - LOWEST_BITS) & ~word & HIGHEST_BITS) >>> 3;
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
    public static boolean fixedEquals(StructView view, long at, int max, boolean isWordInside, String value) {
        long word = asciiWord(value, max);
        if (word != NO_WORD) {
            return word(view, at, max, isWordInside) == word;
        }
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
        int length = requireLength(value.length(), max, value, field);
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
        int length = requireLength(utf8.length, max, value, field);
        if (!new String(utf8, StandardCharsets.UTF_8).equals(value)) {
            throw new StructValueException("struct: field=" + field
                    + ", value contains half of a pair of surrogates, which UTF-8 cannot keep; leave it out");
        }
        for (int i = 0; i < length; i++) {
            view.byteAt(at + i, utf8[i]);
        }
        return length;
    }

    private static int requireLength(int length, int max, String value, String field) {
        if (length > max) {
            throw new StructBoundsException("struct: field=" + field + ", value=" + SafeText.of(value) + ", length="
                    + length + " bytes of UTF-8, limit=" + max + "; shorten the text, or enlarge the field's length");
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
