package io.tellask.cli.pauselog;

import java.nio.charset.StandardCharsets;

/**
 * The messages that tell of pauses, of JDK 17 to 25. One is read at a time; not thread-safe.
 *
 * <pre>
 *   Safepoint "NAME", Time since last: N ns, Reaching safepoint: N ns, [Cleanup: N ns, ]At safepoint: N ns,
 *       [Leaving safepoint: N ns, ]Total: N ns[, Threads: N runnable, N total]
 *   GC(N) [PHASE: ]Pause WORDS[ 23M->4M(256M)] N.NNNms
 * </pre>
 */
final class PauseMessage {
    /** What a message is. */
    enum Kind {
        /** A safepoint, from the first thread that was stopped to the last that went on. */
        SAFEPOINT,
        /** A pause of the collector, as a rule within a safepoint. */
        GC_PAUSE,
        /** Begins like one of those and goes on in another way. */
        MALFORMED,
        OTHER
    }

    /** The longest pause that is believed. */
    static final long MOST_NANOS = 30L * 86_400 * 1_000_000_000;

    /** The most characters of a cause. */
    static final int MOST_CAUSE_CHARS = 120;

    private static final byte[] SAFEPOINT = ascii("Safepoint \"");
    private static final byte[] REACHING = ascii("Reaching safepoint: ");
    private static final byte[] TOTAL = ascii("Total: ");
    private static final byte[] UNIT = ascii(" ns");
    private static final byte[] GC = ascii("GC(");
    private static final byte[] PAUSE = ascii("Pause ");
    private static final byte[] ARROW = ascii("->");

    private long nanos;
    private long reachingNanos;
    private String cause = "";

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads a message; one of another kind costs a look at its first bytes. */
    Kind read(byte[] line, int from, int to) {
        if (from >= to || (line[from] != 'S' && line[from] != 'G')) {
            return Kind.OTHER;
        }
        if (startsWith(line, from, to, SAFEPOINT)) {
            return readSafepoint(line, from + SAFEPOINT.length, to);
        }
        return startsWith(line, from, to, GC) ? readGc(line, from + GC.length, to) : Kind.OTHER;
    }

    private Kind readSafepoint(byte[] line, int from, int to) {
        int quote = indexOf(line, from, to, (byte) '"');
        if (quote < 0) {
            return Kind.MALFORMED;
        }
        nanos = field(line, quote, to, TOTAL);
        reachingNanos = Math.max(0, field(line, quote, to, REACHING));
        if (nanos < 0 || nanos > MOST_NANOS || reachingNanos > nanos) {
            return Kind.MALFORMED;
        }
        cause = text(line, from, quote);
        return Kind.SAFEPOINT;
    }

    /** The nanoseconds behind a name, up to a comma or the end; below 0 if there are none. */
    private static long field(byte[] line, int from, int to, byte[] name) {
        int at = indexOf(line, from, to, name);
        if (at < 0) {
            return -1;
        }
        int digits = at + name.length;
        int end = digits;
        while (end < to && '0' <= line[end] && line[end] <= '9') {
            end++;
        }
        int behind = end + UNIT.length;
        boolean ended = startsWith(line, end, to, UNIT) && (behind == to || line[behind] == ',');
        return ended ? Decorations.number(line, digits, end) : -1;
    }

    private Kind readGc(byte[] line, int from, int to) {
        int start = indexOf(line, from, to, (byte) ')') + 2;
        if (start < 2 || Decorations.number(line, from, start - 2) < 0) {
            return Kind.OTHER;
        }
        // the phases of generational ZGC are called after their generation: Y, y and O
        int words = start + 2 < to && line[start + 1] == ':' ? start + 3 : start;
        if (!startsWith(line, words, to, PAUSE)) {
            return Kind.OTHER;
        }
        int space = lastSpace(line, words, to);
        if (to - space < 4 || line[to - 2] != 'm' || line[to - 1] != 's') {
            return Kind.OTHER; // it begins, or tells something else
        }
        nanos = decimalMillis(line, space + 1, to - 2);
        if (nanos < 0 || nanos > MOST_NANOS) {
            return Kind.MALFORMED;
        }
        reachingNanos = 0;
        int heap = lastSpace(line, words, space);
        cause = text(line, start, indexOf(line, heap, space, ARROW) >= 0 ? heap : space);
        return Kind.GC_PAUSE;
    }

    private static int lastSpace(byte[] line, int from, int to) {
        int position = to - 1;
        while (position > from && line[position] != ' ') {
            position--;
        }
        return position;
    }

    /** Milliseconds with three decimals, as nanoseconds; -1 if they are written in another way. */
    private static long decimalMillis(byte[] line, int from, int to) {
        int point = to - 4;
        if (point <= from || (line[point] != '.' && line[point] != ',')) {
            return -1;
        }
        long millis = Decorations.number(line, from, point);
        long micros = Decorations.number(line, point + 1, to);
        return millis < 0 || micros < 0 || millis > MOST_NANOS / 1_000_000 ? -1 : millis * 1_000_000 + micros * 1_000;
    }

    private static String text(byte[] line, int from, int to) {
        return new String(line, from, Math.min(to - from, MOST_CAUSE_CHARS), StandardCharsets.UTF_8);
    }

    private static boolean startsWith(byte[] line, int from, int to, byte[] start) {
        if (to - from < start.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if (line[from + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static int indexOf(byte[] line, int from, int to, byte searched) {
        for (int i = from; i < to; i++) {
            if (line[i] == searched) {
                return i;
            }
        }
        return -1;
    }

    private static int indexOf(byte[] line, int from, int to, byte[] searched) {
        for (int i = from; i <= to - searched.length; i++) {
            if (line[i] == searched[0] && startsWith(line, i, to, searched)) {
                return i;
            }
        }
        return -1;
    }

    /** How long the pause was. */
    long nanos() {
        return nanos;
    }

    /** How long it took to stop all threads; 0 if it is not said. */
    long reachingNanos() {
        return reachingNanos;
    }

    /** The operation of a safepoint, or the collector's words. */
    String cause() {
        return cause;
    }
}
