package io.tellask.cli.pauselog;

import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the pauses of unified logs, one log after the other, in the order of their first times. Not thread-safe. */
final class LogReader {
    /** How to log what is needed here. */
    static final String REMEDY = "log with -Xlog:gc*,safepoint*:file=gc.log:time,uptime,level,tags";

    /** How far the time may go back between two lines: threads write them, not always in the order of their times. */
    static final long MOST_BACK_NANOS = 1_000_000_000;

    /** Before all times. */
    private static final long NEVER = Long.MIN_VALUE + MOST_BACK_NANOS;

    private final PauseStatistics statistics;
    private final Notes notes;
    private final Clock clock;
    private final PauseMessage message = new PauseMessage();
    private final Decorations decorations = new Decorations();
    private final PauseMerger merger;
    private long lines;
    private long safepoints;
    private long collections;
    private @Nullable String withoutSafepoints;
    private boolean someWithSafepoints;
    private long malformed;
    private long firstMalformed;
    private long previousNanos = NEVER;
    private int offsetSeconds;

    LogReader(PauseStatistics statistics, Notes notes, Clock clock) {
        this.statistics = statistics;
        this.notes = notes;
        this.clock = clock;
        merger = new PauseMerger(statistics::add);
    }

    /** Reads a log to its end. */
    void read(LogSource source, LongConsumer progress) {
        begin(source);
        LogLines log = null;
        try (InputStream in = source.open(progress)) {
            log = new LogLines(in, source.name());
            while (log.next()) {
                readLine(source, log);
            }
        } catch (IOException e) {
            throw LogSource.unreadable(source.name(), log == null ? 1 : log.number() + 1, e);
        }
        merger.end();
        lines += log.number();
        end(source, log);
    }

    private void begin(LogSource source) {
        offsetSeconds = source.offsetSeconds();
        malformed = 0;
        safepoints = 0;
        collections = 0;
        if (clock == Clock.WALL) {
            previousNanos = NEVER; // each may be of a JVM of its own
        }
    }

    private void readLine(LogSource source, LogLines log) {
        byte[] bytes = log.bytes();
        int messageFrom = Decorations.messageStart(bytes, log.from(), log.to());
        switch (message.read(bytes, messageFrom, log.to())) {
            case SAFEPOINT -> {
                safepoints++;
                merger.safepoint(pause(source, log, CollectorOperations.includes(message.cause())), sighting(log));
            }
            case GC_PAUSE -> {
                collections++;
                merger.gcPause(pause(source, log, true), sighting(log));
            }
            case MALFORMED -> {
                firstMalformed = malformed == 0 ? log.number() : firstMalformed;
                malformed++;
            }
            case OTHER -> {}
        }
    }

    private Sighting sighting(LogLines log) {
        return statistics.isLong(message.nanos()) ? log.sighting() : log.place();
    }

    /** The pause that the line tells of, which is written at its end. */
    private Pause pause(LogSource source, LogLines log, boolean gc) {
        if (!decorations.read(log.bytes(), log.from(), log.to())) {
            throw failure(source, log, "tells no time before its message; " + REMEDY);
        }
        if (decorations.clock() != clock) {
            throw failure(
                    source,
                    log,
                    "counts time from " + from(decorations.clock()) + ", and lines before from " + from(clock)
                            + "; read logs of one kind together, and " + REMEDY);
        }
        checkOrder(source, log);
        long end = decorations.nanos();
        return new Pause(end - message.nanos(), message.nanos(), message.reachingNanos(), gc, message.cause());
    }

    private static String from(@Nullable Clock clock) {
        return clock == Clock.WALL ? "1970" : "the JVM's start";
    }

    private void checkOrder(LogSource source, LogLines log) {
        long now = decorations.nanos();
        if (now < previousNanos - MOST_BACK_NANOS) {
            String back = "time goes back from " + text(previousNanos) + " to " + text(now);
            if (clock == Clock.UPTIME) {
                throw failure(source, log, back + ": another JVM wrote this; read each JVM's log alone, or " + REMEDY);
            }
            notes.add("file=" + SafeText.of(source.name()) + ", line=" + log.number() + ": " + back
                    + "; the clock was set, or another JVM wrote on; read parts of the log with --from and --to");
        }
        previousNanos = now;
        if (clock == Clock.WALL && decorations.offsetSeconds() != offsetSeconds) {
            notes.add("file=" + SafeText.of(source.name()) + ", line=" + log.number()
                    + ": the offset from UTC changes from "
                    + ZoneOffset.ofTotalSeconds(offsetSeconds) + " to "
                    + ZoneOffset.ofTotalSeconds(decorations.offsetSeconds())
                    + "; all times are shown with that of the first line");
            offsetSeconds = decorations.offsetSeconds();
        }
    }

    private String text(long nanos) {
        return clock == Clock.WALL
                ? Instant.ofEpochSecond(0, nanos)
                        .atOffset(ZoneOffset.ofTotalSeconds(offsetSeconds))
                        .toString()
                : nanos / 1_000_000 + "ms";
    }

    private static PauseLogException failure(LogSource source, LogLines log, String what) {
        return new PauseLogException("pauses: file=" + SafeText.of(source.name()) + ", line=" + log.number() + ": '"
                + SafeText.of(log.text()) + "' " + what);
    }

    private void end(LogSource source, LogLines log) {
        someWithSafepoints |= safepoints > 0;
        if (safepoints == 0 && collections > 0 && withoutSafepoints == null) {
            withoutSafepoints = source.name();
        }
        if (malformed > 0) {
            notes.add(
                    "file=" + SafeText.of(source.name()) + ", line=" + firstMalformed + ": lines=" + malformed
                            + " begin as those of pauses and go on in another way; they are left out: the log is cut, or several wrote it");
        }
        if (log.cutLines() > 0) {
            notes.add("file=" + SafeText.of(source.name()) + ": lines=" + log.cutLines() + " are longer than lineBytes="
                    + LogLines.LINE_BYTES + "; what stands behind that was not looked at");
        }
    }

    /** How many lines were read. */
    long lines() {
        return lines;
    }

    /** Notes what all logs together lack, behind the last one. */
    void end() {
        if (withoutSafepoints != null) {
            notes.add("file=" + SafeText.of(withoutSafepoints) + " tells of the collector's pauses only"
                    + (someWithSafepoints
                            ? ", and another of safepoints: of the same time they count twice; read one of them, or "
                            : ", which are not all and leave out the time to stop the threads; ")
                    + REMEDY);
        }
    }
}
