package io.tellask.cli.pauses;

import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.pauselog.PauseLogs;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.DurationConverter;
import io.tellask.cli.terminal.Quantities;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import picocli.CommandLine.TypeConversionException;

/** An end of a window of time, as the user writes it. Stateless. */
final class TimeBound {
    private static final String FORMS =
            "write a time of day as 09:30 or 09:30:15.250, for the log's first day; a time of another day as"
                    + " 2026-11-26T09:30, or with its offset as 2026-11-26T09:30+01:00; a time since the log's start, or the JVM's where"
                    + " the log tells uptimes only, as 90s, 5m or 2h";

    private static final DurationConverter DURATION = new DurationConverter();

    private TimeBound() {}

    /** The time that an option names, as the logs' clock counts. */
    static long nanos(String option, String text, PauseLogs logs) {
        boolean wall = logs.clock() == Clock.WALL;
        try {
            if (text.indexOf(':') < 0) {
                return Math.addExact(
                        wall ? logs.firstNanos() : 0, DURATION.convert(text).toNanos());
            }
            Instant time = time(text, logs);
            CommandFailure.unless(
                    wall,
                    "pauses: " + option + "=" + Quantities.printable(text)
                            + " is a time of day, and the log tells uptimes only; " + FORMS);
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000), time.getNano());
        } catch (DateTimeException | ArithmeticException | TypeConversionException e) {
            throw new CommandFailure(
                    "pauses: " + option + "=" + Quantities.printable(text) + " is no time; " + FORMS, e);
        }
    }

    private static Instant time(String text, PauseLogs logs) {
        int day = text.indexOf('T');
        if (day < 0) {
            LocalDate first = Instant.ofEpochSecond(0, logs.firstNanos())
                    .atOffset(logs.offset())
                    .toLocalDate();
            return first.atTime(LocalTime.parse(text)).toInstant(logs.offset());
        }
        boolean offset = text.endsWith("Z") || text.indexOf('+') > 0 || text.indexOf('-', day) > 0;
        return offset
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).toInstant(logs.offset());
    }
}
