package io.tellask.codec.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The two forms of a string: one byte a character where all are below 256, else UTF-16.
 *
 * <p>No public call tells which form a string has inside. Short strings are scanned; for longer ones the spliterator
 * over code points happens to know its size exactly when all characters are below 256, which a self-test confirms when
 * this class is initialised; where it does not hold, every string is scanned.
 */
public final class Strings {
    /** Strings up to this length have a header of one byte and are scanned. */
    public static final int SHORT = 48;

    /** The head of a string slot with UTF-16 characters behind their number. */
    public static final int WIDE_HEAD = 2;

    /** The head of an empty latin string; that of a longer one is higher by its length. */
    public static final int FIRST_LATIN_HEAD = 4;

    /** Characters of the longest latin string with a head of one byte. */
    public static final int BYTE_HEAD_CHARS = Byte.MAX_VALUE - FIRST_LATIN_HEAD;

    /** Characters of two bytes that take no more than those. */
    private static final int MOST_WIDE = (BYTE_HEAD_CHARS - 1) / 2;

    private static final ValueLayout.OfChar UTF_16 = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final boolean SIZE_TELLS = sizeTells("only latin letters: \u00e9\u00ff, and more of them", true)
            && sizeTells("wide letters too: \u0100, and many latin letters beside", false)
            && sizeTells("a pair: \ud83d\ude00, and many latin letters beside it", false)
            && sizeTells("", true);

    /** Whether a string here had wide characters behind a latin one; a race costs one more scan. */
    private static boolean mixedSeen;

    private Strings() {}

    /**
     * Whether all characters are below 256, by a scan that stops at the first other one: where all strings are latin inside,
     * the compiler sees that no character can stop it and drops the loop.
     *
     * <p>It does so as long as the method that is asked for each character has met no other string. {@code charAt} meets one
     * in any program, and where such strings are few they stay a call within the loop, which then takes longer than all else
     * there is to do for a string. {@code codePointBefore} is hardly called by anybody; but where strings here are often of
     * both kinds, {@code charAt} is the faster one.
     */
    public static boolean isShortLatin1(String value) {
        if (mixedSeen) {
            return isScannedLatin1(value);
        }
        if (!value.isEmpty() && value.charAt(0) > 0xFF) {
            return false;
        }
        for (int i = 2, length = value.length(); i <= length; i++) {
            if (value.codePointBefore(i) > 0xFF) {
                mixedSeen = true;
                return false;
            }
        }
        return true;
    }

    private static boolean isScannedLatin1(String value) {
        for (int i = 0, length = value.length(); i < length; i++) {
            if (value.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    public static boolean isLatin1(String value) {
        return SIZE_TELLS && value.length() > SHORT && hasExactSize(value) || isShortLatin1(value);
    }

    private static boolean sizeTells(String probe, boolean latin) {
        return hasExactSize(probe) == latin;
    }

    private static boolean hasExactSize(String value) {
        return value.codePoints().spliterator().getExactSizeIfKnown() == value.length();
    }

    /**
     * Writes the slot of null, or of a string whose slot takes no more than that of a latin one with a head of one byte, at
     * {@code at}, and gives the position behind it, or -1 for any other.
     */
    public static int putShort(byte[] array, int at, @Nullable String value) {
        if (value == null) {
            array[at] = 0;
            return at + 1;
        }
        int length = value.length();
        if (length > BYTE_HEAD_CHARS) {
            return -1;
        }
        if (!isShortLatin1(value)) {
            return length > MOST_WIDE ? -1 : putShortWide(array, at, value);
        }
        array[at] = (byte) (length + FIRST_LATIN_HEAD);
        putLatin1(value, array, at + 1);
        return at + 1 + length;
    }

    private static int putShortWide(byte[] array, int at, String value) {
        int length = value.length();
        array[at] = WIDE_HEAD;
        array[at + 1] = (byte) length;
        int to = at + 2;
        for (int i = 0; i < length; i++) {
            to = Varints.putInt16(array, to, (short) value.charAt(i));
        }
        return to;
    }

    /** Copies a string of characters below 256: one array copy, where {@code getBytes(charset)} would allocate. */
    @SuppressWarnings("deprecation")
    public static void putLatin1(String value, byte[] target, int at) {
        value.getBytes(0, value.length(), target, at);
    }

    /**
     * A string of characters below 256. The compiler is told that they are not at 0, as hardly any are: {@code
     * Arrays.copyOfRange} asks first whether the range is the whole array, and lays its code out by who called it most since
     * the virtual machine started.
     */
    @SuppressWarnings("deprecation")
    public static String latin1(byte[] source, int at, int length) {
        return at == 0 ? latin1AtStart(source, length) : new String(source, 0, Math.max(at, 1), length);
    }

    @SuppressWarnings("deprecation")
    private static String latin1AtStart(byte[] source, int length) {
        return new String(source, 0, 0, length);
    }

    public static void putUtf16(String value, char[] scratch, byte[] target, int at) {
        int length = value.length();
        if (length <= SHORT) {
            for (int i = 0; i < length; i++) {
                Varints.putInt16(target, at + 2 * i, (short) value.charAt(i));
            }
            return;
        }
        for (int from = 0; from < length; from += scratch.length) {
            int to = Math.min(from + scratch.length, length);
            value.getChars(from, to, scratch, 0);
            MemorySegment.copy(scratch, 0, MemorySegment.ofArray(target), UTF_16, at + 2L * from, to - from);
        }
    }

    public static String utf16(byte[] source, int at, int length, char[] scratch) {
        if (length <= SHORT) {
            for (int i = 0; i < length; i++) {
                scratch[i] = (char) Varints.int16(source, at + 2 * i);
            }
        } else {
            MemorySegment.copy(MemorySegment.ofArray(source), UTF_16, at, scratch, 0, length);
        }
        return new String(scratch, 0, length);
    }
}
