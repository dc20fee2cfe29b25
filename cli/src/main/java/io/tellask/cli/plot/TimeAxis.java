package io.tellask.cli.plot;

import io.tellask.cli.pauselog.Pause.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The stretch of time of a plot, and how its times are written: as time of day at one offset from UTC, or as hours, minutes and seconds since the
 * start of the JVM. Immutable.
 *
 * @param fromNanos where it begins, as the clock counts
 * @param toNanos where it ends, behind {@code fromNanos}
 */
public record TimeAxis(Clock clock, ZoneOffset offset, long fromNanos, long toNanos) {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** The distances of ticks that people can count in. */
    private static final long[] STEPS = {
        MILLI,
        2 * MILLI,
        5 * MILLI,
        10 * MILLI,
        20 * MILLI,
        50 * MILLI,
        100 * MILLI,
        200 * MILLI,
        500 * MILLI,
        SECOND,
        2 * SECOND,
        5 * SECOND,
        10 * SECOND,
        15 * SECOND,
        30 * SECOND,
        MINUTE,
        2 * MINUTE,
        5 * MINUTE,
        10 * MINUTE,
        15 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        3 * HOUR,
        6 * HOUR,
        12 * HOUR,
        DAY,
        2 * DAY,
        7 * DAY,
        14 * DAY,
        30 * DAY,
        90 * DAY,
        365 * DAY,
        3_650 * DAY,
        36_500 * DAY
    };

    private static final DateTimeFormatter DATE_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);

    /** A place on the axis, and what is written there. */
    record Tick(long nanos, String label) {}

    public TimeAxis {
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException("axis: toNanos=" + toNanos + " <= fromNanos=" + fromNanos);
        }
    }

    /** Where a time is: 0 at the start, 1 at the end. */
    double fraction(long nanos) {
        return ((double) nanos - fromNanos) / ((double) toNanos - fromNanos);
    }

    /** At most so many ticks, at round times. */
    List<Tick> ticks(int most) {
        long step = STEPS[STEPS.length - 1];
        for (int i = STEPS.length - 1; i >= 0 && spans(STEPS[i]) < most; i--) {
            step = STEPS[i];
        }
        long shift = clock == Clock.WALL ? offset.getTotalSeconds() * SECOND : 0;
        List<Tick> ticks = new ArrayList<>();
        long first = Math.ceilDiv(fromNanos + shift, step) * step - shift;
        for (long at = first; at <= toNanos && ticks.size() < most; at += step) {
            ticks.add(new Tick(at, label(at, step)));
        }
        return ticks;
    }

    private double spans(long step) {
        return ((double) toNanos - fromNanos) / step;
    }

    private String label(long nanos, long step) {
        if (step >= DAY && clock == Clock.WALL) {
            return DATE.format(time(nanos));
        }
        String whole = clock == Clock.WALL ? DATE_TIME.format(time(nanos)).substring(11) : sinceStart(nanos);
        int cut = step >= MINUTE ? 7 : step >= SECOND ? 4 : 0;
        return whole.substring(0, whole.length() - cut);
    }

    private OffsetDateTime time(long nanos) {
        return Instant.ofEpochSecond(0, nanos).atOffset(offset);
    }

    /** Hours, minutes, seconds and milliseconds. */
    private static String sinceStart(long nanos) {
        long millis = Math.floorDiv(Math.abs(nanos), MILLI);
        return String.format(
                Locale.ROOT,
                "%s%d:%02d:%02d.%03d",
                nanos < 0 ? "-" : "",
                millis / 3_600_000,
                millis / 60_000 % 60,
                millis / 1_000 % 60,
                millis % 1_000);
    }

    /** A time in full, to the millisecond. */
    public String text(long nanos) {
        return clock == Clock.WALL ? DATE_TIME.format(time(nanos)) : sinceStart(nanos);
    }

    /** What the times mean. */
    public String unit() {
        return clock == Clock.WALL
                ? "time at UTC" + (offset.getTotalSeconds() == 0 ? "" : offset.getId())
                : "time since the start of the JVM, h:mm:ss";
    }
}
