package io.tellask.cli.pauselog;

import io.tellask.cli.pauselog.Pause.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The time among the decorations of a log line: all of {@code -Xlog} are known by their shape, whichever were chosen. One is read at a time; not
 * thread-safe.
 *
 * <pre>
 *   [2026-11-26T20:34:05.697+0100]  time, utctime    since 1970
 *   [1795725253715ms]               timemillis       since 1970
 *   [0.079s]                        uptime           since the JVM's start
 *   [79ms]                          uptimemillis     since the JVM's start
 *   [60254149ns]                    uptimenanos; timenanos counts from somewhere, too, and stands before it
 *   [host] [4711] [info] [gc,start] hostname, pid, tid, level, tags
 * </pre>
 *
 * The first that tells the time since 1970 counts, else the first of uptime and uptimemillis, else the last one in nanoseconds.
 */
final class Decorations {
    private static final int ISO_BYTES = 28;
    private static final int MOST_DIGITS = 18;

    /** Milliseconds from which on they count from 1970: an uptime of three years is below. */
    private static final long WALL_MILLIS = 100_000_000_000L;

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long MILLI_NANOS = 1_000_000;

    /** The years of which nanoseconds since 1970 fit a long. */
    private static final int LAST_YEAR = 2_261;

    private @Nullable Clock clock;
    private boolean exactUptime;
    private long nanos;
    private int offsetSeconds;
    private int messageFrom;

    /** Where the message begins, behind decorations that begin at {@code from}. */
    static int messageStart(byte[] line, int from, int to) {
        int position = from;
        while (position < to && line[position] == '[') {
            int end = closing(line, position, to);
            if (end < 0) {
                return position;
            }
            position = end + 1;
        }
        return position > from && position < to && line[position] == ' ' ? position + 1 : position;
    }

    private static int closing(byte[] line, int from, int to) {
        int position = from + 1;
        while (position < to && line[position] != ']') {
            position++;
        }
        return position < to ? position : -1;
    }

    /** Reads the decorations of a line; whether they tell a time. */
    boolean read(byte[] line, int from, int to) {
        clock = null;
        exactUptime = false;
        messageFrom = messageStart(line, from, to);
        int position = from;
        while (position < messageFrom && line[position] == '[') {
            int end = closing(line, position, messageFrom);
            if (end < 0) {
                break;
            }
            if (clock != Clock.WALL) {
                take(line, position + 1, end);
            }
            position = end + 1;
        }
        return clock != null;
    }

    private void take(byte[] line, int from, int to) {
        if (to - from == ISO_BYTES && line[from + 10] == 'T') {
            takeIso(line, from);
        } else if (to - from > 1 && line[to - 1] == 's') {
            switch (line[to - 2]) {
                case 'm' -> takeMillis(number(line, from, to - 2));
                case 'n' -> takeUptime(number(line, from, to - 2), 1, false);
                default -> takeSeconds(line, from, to - 1);
            }
        }
    }

    private void takeIso(byte[] line, int from) {
        long year = number(line, from, from + 4);
        long month = number(line, from + 5, from + 7);
        long day = number(line, from + 8, from + 10);
        long hour = number(line, from + 11, from + 13);
        long minute = number(line, from + 14, from + 16);
        long second = number(line, from + 17, from + 19);
        long milli = number(line, from + 20, from + 23);
        long zoneHour = number(line, from + 24, from + 26);
        long zoneMinute = number(line, from + 26, from + 28);
        byte sign = line[from + 23];
        boolean complete = (year | month | day | hour | minute | second | milli | zoneHour | zoneMinute) >= 0;
        boolean inRange =
                year <= LAST_YEAR && hour < 24 && minute < 60 && second <= 60 && zoneHour <= 18 && zoneMinute < 60;
        if (!complete || !inRange || (sign != '+' && sign != '-')) {
            return;
        }
        try {
            long days = LocalDate.of((int) year, (int) month, (int) day).toEpochDay();
            int zone = (int) (zoneHour * 3_600 + zoneMinute * 60) * (sign == '-' ? -1 : 1);
            long seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - zone;
            takeWall(Math.multiplyExact(seconds, SECOND_NANOS) + milli * MILLI_NANOS, zone);
        } catch (DateTimeException | ArithmeticException ignored) {
            // looks like a date and is none: a decoration without a time
        }
    }

    private void takeMillis(long millis) {
        if (millis >= WALL_MILLIS && millis <= Long.MAX_VALUE / MILLI_NANOS) {
            takeWall(millis * MILLI_NANOS, 0);
        } else if (millis < WALL_MILLIS) {
            takeUptime(millis, MILLI_NANOS, true);
        }
    }

    private void takeSeconds(byte[] line, int from, int to) {
        int point = to - 4;
        if (point > from && (line[point] == '.' || line[point] == ',')) {
            long seconds = number(line, from, point);
            long millis = number(line, point + 1, to);
            if (seconds >= 0 && seconds < WALL_MILLIS / 1_000 && millis >= 0) {
                takeUptime(seconds * 1_000 + millis, MILLI_NANOS, true);
            }
        }
    }

    private void takeUptime(long count, long unitNanos, boolean exact) {
        if (count >= 0 && !exactUptime) {
            clock = Clock.UPTIME;
            nanos = count * unitNanos;
            exactUptime = exact;
        }
    }

    private void takeWall(long sinceEpoch, int zone) {
        clock = Clock.WALL;
        nanos = sinceEpoch;
        offsetSeconds = zone;
    }

    /** A number of digits only; -1 if it is none. */
    static long number(byte[] line, int from, int to) {
        if (to <= from || to - from > MOST_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = line[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    @Nullable
    Clock clock() {
        return clock;
    }

    long nanos() {
        return nanos;
    }

    /** The offset of the time from UTC that the line was written with; 0 if it tells none. */
    int offsetSeconds() {
        return offsetSeconds;
    }

    /** Where the message begins. */
    int messageFrom() {
        return messageFrom;
    }
}
