package io.tellask.kv.resp.message;

/**
 * Patterns matched in the plainest way: after a star that turned out too short everything behind it is tried again. What {@link Glob} is compared
 * with. Used once.
 */
final class PlainGlob {
    private final byte[] pattern;
    private int at;

    private PlainGlob(byte[] pattern) {
        this.pattern = pattern;
    }

    static boolean matches(byte[] pattern, byte[] text) {
        return isAll(pattern) || new PlainGlob(pattern).matches(text);
    }

    private static boolean isAll(byte[] pattern) {
        return pattern.length == 1 && pattern[0] == '*';
    }

    private boolean matches(byte[] text) {
        int behindStar = -1;
        int retry = 0;
        int position = 0;
        while (position < text.length || at < pattern.length) {
            if (at < pattern.length && pattern[at] == '*') {
                behindStar = ++at;
                retry = position;
            } else if (at < pattern.length && position < text.length && matchesOne(text[position])) {
                position++;
            } else if (behindStar >= 0 && retry < text.length) {
                at = behindStar;
                position = ++retry;
            } else {
                return false;
            }
        }
        return true;
    }

    /** Whether the part of the pattern at its position matches a character; moves behind that part. */
    private boolean matchesOne(byte character) {
        byte wanted = pattern[at++];
        switch (wanted) {
            case '?':
                return true;
            case '[':
                return matchesClass(character & 0xFF);
            case '\\':
                return pattern[at < pattern.length ? at++ : at - 1] == character;
            default:
                return wanted == character;
        }
    }

    /** A class that is not closed ends with the pattern. */
    private boolean matchesClass(int character) {
        boolean negated = at < pattern.length && pattern[at] == '^';
        if (negated) {
            at++;
        }
        boolean found = false;
        while (at < pattern.length && pattern[at] != ']') {
            found |= matchesMember(character);
        }
        at = Math.min(at + 1, pattern.length);
        return found != negated;
    }

    private boolean matchesMember(int character) {
        if (pattern[at] == '\\' && at + 1 < pattern.length) {
            at += 2;
            return (pattern[at - 1] & 0xFF) == character;
        }
        int first = pattern[at] & 0xFF;
        if (at + 2 < pattern.length && pattern[at + 1] == '-') {
            int last = pattern[at + 2] & 0xFF;
            at += 3;
            return character >= Math.min(first, last) && character <= Math.max(first, last);
        }
        at++;
        return first == character;
    }
}
