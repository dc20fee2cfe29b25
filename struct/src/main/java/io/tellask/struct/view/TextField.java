package io.tellask.struct.view;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.tellask.struct.StructBoundsException;
import io.tellask.struct.StructValueException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Strings in structs, as UTF-8: fixed ones are filled up with zeros, bounded ones begin with two bytes that count the others. Bytes behind
 * the text are zero, so that equal structs have equal bytes. Texts of ASCII are written and compared without garbage. Stateless.
 */
public final class TextField {
    /** Bytes that count those of a bounded text. */
    public static final int PREFIX_BYTES = 2;

    private static final ValueLayout.OfChar LITTLE = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfChar BIG = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private TextField() {}

    /** The text up to the first zero. */
    public static String readFixed(MemorySegment memory, long at, int max) {
        return read(memory, at, fixedLength(memory, at, max));
    }

    /** Writes a text and fills up with zeros. */
    public static void writeFixed(MemorySegment memory, long at, int max, String value, String field) {
        if (value.indexOf('\0') >= 0) {
            throw new StructValueException("struct: field=" + field + ", value contains U+0000, which ends a text of"
                    + " fixed length; leave it out, or use @MaxLength");
        }
        int length = write(memory, at, max, value, field);
        StructView.clear(memory, at + length, max - length);
    }

    /** Whether the text is this one. */
    public static boolean fixedEquals(MemorySegment memory, long at, int max, String value) {
        return equals(memory, at, fixedLength(memory, at, max), value);
    }

    /** The text, whose length comes first. */
    public static String readBounded(MemorySegment memory, long at, int max, boolean big, String field) {
        return read(memory, at + PREFIX_BYTES, boundedLength(memory, at, max, big, field));
    }

    /** Writes length and text, and zeros over what remains of a longer text before it. */
    public static void writeBounded(MemorySegment memory, long at, int max, boolean big, String value, String field) {
        int before = Math.min(max, memory.get(big ? BIG : LITTLE, at));
        int length = write(memory, at + PREFIX_BYTES, max, value, field);
        memory.set(big ? BIG : LITTLE, at, (char) length);
        StructView.clear(memory, at + PREFIX_BYTES + length, before - length);
    }

    /** Whether the text is this one. */
    public static boolean boundedEquals(
            MemorySegment memory, long at, int max, boolean big, String value, String field) {
        return equals(memory, at + PREFIX_BYTES, boundedLength(memory, at, max, big, field), value);
    }

    private static int fixedLength(MemorySegment memory, long at, int max) {
        int length = 0;
        while (length < max && memory.get(JAVA_BYTE, at + length) != 0) {
            length++;
        }
        return length;
    }

    private static int boundedLength(MemorySegment memory, long at, int max, boolean big, String field) {
        int length = memory.get(big ? BIG : LITTLE, at);
        if (length > max) {
            throw new StructValueException("struct: field=" + field + ", length=" + length + ", limit=" + max
                    + "; read with the layout of the writer");
        }
        return length;
    }

    private static String read(MemorySegment memory, long at, int length) {
        byte[] utf8 = new byte[length];
        MemorySegment.copy(memory, JAVA_BYTE, at, utf8, 0, length);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static boolean equals(MemorySegment memory, long at, int length, String value) {
        if (!isAscii(value)) {
            return read(memory, at, length).equals(value);
        }
        if (value.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (memory.get(JAVA_BYTE, at + i) != value.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The number of bytes written; none if the text is too long. */
    private static int write(MemorySegment memory, long at, int max, String value, String field) {
        if (!isAscii(value)) {
            return writeEncoded(memory, at, max, value, field);
        }
        int length = requireLength(value.length(), max, field);
        for (int i = 0; i < length; i++) {
            memory.set(JAVA_BYTE, at + i, (byte) value.charAt(i));
        }
        return length;
    }

    private static int writeEncoded(MemorySegment memory, long at, int max, String value, String field) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        int length = requireLength(utf8.length, max, field);
        if (!new String(utf8, StandardCharsets.UTF_8).equals(value)) {
            throw new StructValueException("struct: field=" + field
                    + ", value contains half of a pair of surrogates, which UTF-8 cannot keep; leave it out");
        }
        MemorySegment.copy(utf8, 0, memory, JAVA_BYTE, at, length);
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
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
