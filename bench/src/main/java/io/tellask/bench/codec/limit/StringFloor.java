package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Subject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** One string: a byte that says how wide its characters are, then the characters; two copies where they are wide. */
final class StringFloor implements Subject {
    private static final int SHORT = 16;
    private static final int MOST = 1 << 15;

    private final byte[] buffer = new byte[2 * MOST + 1];
    private final MemorySegment target = MemorySegment.ofArray(buffer);
    private final char[] characters = new char[MOST];
    private final MemorySegment wide = MemorySegment.ofArray(characters);
    private int length;

    @Override
    @SuppressWarnings("deprecation") // one array copy, for strings known to be Latin-1
    public int encode(Object value) {
        String string = (String) value;
        int count = string.length();
        if (isLatin(string, count)) {
            buffer[0] = 0;
            string.getBytes(0, count, buffer, 1);
            length = 1 + count;
        } else {
            buffer[0] = 1;
            string.getChars(0, count, characters, 0);
            MemorySegment.copy(wide, ValueLayout.JAVA_CHAR, 0, target, ValueLayout.JAVA_CHAR_UNALIGNED, 1, count);
            length = 1 + 2 * count;
        }
        return length;
    }

    /** Long strings are asked whether they know their number of code points, which only Latin-1 ones do. */
    private static boolean isLatin(String string, int count) {
        if (count > SHORT) {
            return string.codePoints().spliterator().getExactSizeIfKnown() >= 0;
        }
        int any = 0;
        for (int i = 0; i < count; i++) {
            any |= string.charAt(i);
        }
        return any < 0x100;
    }

    @Override
    public byte[] encoded() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    @SuppressWarnings("deprecation") // one array copy
    public Object decode(byte[] bytes) {
        if (bytes[0] == 0) {
            return new String(bytes, 0, 1, bytes.length - 1);
        }
        int count = (bytes.length - 1) / 2;
        MemorySegment source = MemorySegment.ofArray(bytes);
        MemorySegment.copy(source, ValueLayout.JAVA_CHAR_UNALIGNED, 1, wide, ValueLayout.JAVA_CHAR, 0, count);
        return new String(characters, 0, count);
    }
}
