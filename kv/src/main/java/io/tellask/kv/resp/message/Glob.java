package io.tellask.kv.resp.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pattern as Redis matches it: {@code *}, {@code ?}, {@code [a-z]}, {@code [^a]}, and {@code \} before a character that means itself.
 *
 * <p>Stars divide it into segments. The first must be where the text begins, the last where it ends, and those between are searched from left to
 * right: the leftmost place is the best. So the time is that of walking over the text once, times two for literal segments and times a 64th of
 * their length for others ({@link GlobSegment}), whatever the pattern and the text. Immutable.
 */
public final class Glob {
    private static final int BASE_BYTES = 64;

    private final GlobSegment[] segments;
    private final int least;
    private final int heldBytes;

    private Glob(GlobSegment[] segments, int heldBytes) {
        this.segments = segments;
        this.heldBytes = heldBytes;
        least = Arrays.stream(segments).mapToInt(GlobSegment::length).sum();
    }

    /** Reads a pattern; all are valid. */
    public static Glob of(byte[] pattern) {
        return new Reader(pattern).read();
    }

    /** Whether it matches a text; counts what that took. */
    public boolean matches(byte[] text, MatchCost steps) {
        steps.add(1);
        if (text.length < least || segments.length == 1 && text.length > least) {
            return false;
        }
        GlobSegment first = segments[0];
        GlobSegment last = segments[segments.length - 1];
        int end = text.length - last.length();
        if (!first.isAt(text, 0, steps) || segments.length > 1 && !last.isAt(text, end, steps)) {
            return false;
        }
        int at = first.length();
        for (int i = 1; i < segments.length - 1; i++) {
            at = segments[i].endOfFirst(text, at, end, steps);
            if (at < 0) {
                return false;
            }
        }
        return true;
    }

    /** The most steps that a text of so many bytes takes. */
    public long mostSteps(int textBytes) {
        long perByte = 0;
        for (int i = 1; i < segments.length - 1; i++) {
            perByte = Math.max(perByte, segments[i].stepsPerByte());
        }
        return 1 + segments[0].length() + segments[segments.length - 1].length() + perByte * textBytes;
    }

    /** What it takes of memory, about. */
    public int heldBytes() {
        return heldBytes;
    }

    /** Takes a pattern apart. */
    private static final class Reader {
        private final byte[] pattern;
        private final GlobTable.Builder table = new GlobTable.Builder();
        private final List<GlobSegment.Builder> segments = new ArrayList<>();
        private int at;

        private Reader(byte[] pattern) {
            this.pattern = pattern;
        }

        private Glob read() {
            GlobSegment.Builder segment = begin();
            boolean behindStar = false;
            while (at < pattern.length) {
                boolean star = pattern[at] == '*';
                if (!star) {
                    one(segment);
                } else if (!behindStar) {
                    segment = begin();
                }
                at += star ? 1 : 0;
                behindStar = star;
            }
            GlobTable built = table.build();
            GlobSegment[] all = new GlobSegment[segments.size()];
            int heldBytes = BASE_BYTES + built.heldBytes();
            for (int i = 0; i < all.length; i++) {
                all[i] = segments.get(i).build(built, i > 0 && i < all.length - 1);
                heldBytes += all[i].heldBytes();
            }
            return new Glob(all, heldBytes);
        }

        private GlobSegment.Builder begin() {
            GlobSegment.Builder segment = new GlobSegment.Builder(table);
            segments.add(segment);
            return segment;
        }

        /** Reads the part of the pattern that matches one character. */
        private void one(GlobSegment.Builder segment) {
            byte wanted = pattern[at++];
            switch (wanted) {
                case '?' -> segment.add(GlobTable.ANY);
                case '[' -> segment.add(members());
                case '\\' -> segment.add(pattern[at < pattern.length ? at++ : at - 1]);
                default -> segment.add(wanted);
            }
        }

        /** A class that is not closed ends with the pattern. */
        private long[] members() {
            boolean negated = at < pattern.length && pattern[at] == '^';
            if (negated) {
                at++;
            }
            long[] members = new long[GlobTable.SET_WORDS];
            while (at < pattern.length && pattern[at] != ']') {
                member(members);
            }
            at = Math.min(at + 1, pattern.length);
            for (int i = 0; negated && i < members.length; i++) {
                members[i] = ~members[i];
            }
            return members;
        }

        private void member(long[] members) {
            if (pattern[at] == '\\' && at + 1 < pattern.length) {
                GlobTable.add(members, pattern[at + 1] & 0xFF);
                at += 2;
                return;
            }
            int first = pattern[at] & 0xFF;
            if (at + 2 < pattern.length && pattern[at + 1] == '-') {
                int last = pattern[at + 2] & 0xFF;
                for (int member = Math.min(first, last); member <= Math.max(first, last); member++) {
                    GlobTable.add(members, member);
                }
                at += 3;
            } else {
                GlobTable.add(members, first);
                at++;
            }
        }
    }
}
