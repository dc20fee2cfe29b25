package io.tellask.bench.codec.limit;

import java.util.List;

/**
 * MediaContent in which the names of persons may hold any character, and every other string is Latin-1. A name's first
 * byte is its length in bytes, odd ends marked: Latin-1 has the lowest bit clear, two bytes a character have it set.
 */
final class WideMediaFloor extends MediaFloor {
    private static final int LONGEST = 127;

    private final char[] characters = new char[LONGEST];

    @Override
    int putPerson(byte[] bytes, int at, String name) {
        int count = name.length();
        int any = 0;
        for (int i = 0; i < count; i++) {
            any |= name.charAt(i);
        }
        return any < 0x100 ? putLatin(bytes, at, name, count) : putWide(bytes, at, name, count);
    }

    @SuppressWarnings("deprecation") // one array copy, as in Floor
    private static int putLatin(byte[] bytes, int at, String name, int count) {
        bytes[at] = (byte) (count << 1);
        name.getBytes(0, count, bytes, at + 1);
        return at + 1 + count;
    }

    private static int putWide(byte[] bytes, int at, String name, int count) {
        bytes[at] = (byte) (count << 1 | 1);
        for (int i = 0; i < count; i++) {
            putChar(bytes, at + 1 + 2 * i, name.charAt(i));
        }
        return at + 1 + 2 * count;
    }

    @Override
    @SuppressWarnings("deprecation") // one array copy, as in Floor
    int person(byte[] bytes, int at, List<String> persons) {
        int count = (bytes[at] & 0xff) >> 1;
        if ((bytes[at] & 1) == 0) {
            persons.add(new String(bytes, 0, at + 1, count));
            return at + 1 + count;
        }
        char[] wide = characters;
        for (int i = 0; i < count; i++) {
            wide[i] = charAt(bytes, at + 1 + 2 * i);
        }
        persons.add(new String(wide, 0, count));
        return at + 1 + 2 * count;
    }
}
