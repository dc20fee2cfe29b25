package io.tellask.cli.pauselog;

import io.tellask.cli.pauselog.LogSource.Kind;
import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.pauselog.PauseStatistics.Window;
import io.tellask.cli.terminal.Failures;
import io.tellask.text.SafeText;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordingFile;

/**
 * Logs and recordings to read together: the parts of a rotated log in any order, packed or not, and flight recordings. They are read once, in the
 * order of their first times, and in memory that depends on none of their sizes. Not thread-safe.
 */
public final class PauseLogs {
    /** The most files that are read together. */
    public static final int MOST_FILES = 10_000;

    private static final long OVERLAP_NANOS = 1_000_000_000;

    private final List<LogSource> sources;
    private final LogSource first;
    private final Notes notes = new Notes();

    private PauseLogs(List<LogSource> sources) {
        this.sources = sources;
        first = sources.getFirst();
    }

    /**
     * Looks at all files.
     *
     * @throws PauseLogException if one cannot be read, or if their times cannot be put into one order
     */
    public static PauseLogs of(List<String> names) {
        if (names.isEmpty() || names.size() > MOST_FILES) {
            throw new PauseLogException(
                    "pauses: files=" + names.size() + ", limit=" + MOST_FILES + "; name 1 to " + MOST_FILES);
        }
        Map<Object, LogSource> sources = new LinkedHashMap<>();
        for (String name : names) {
            LogSource source = LogSource.of(name);
            try {
                sources.putIfAbsent(source.path().toRealPath(), source);
            } catch (IOException e) {
                throw LogSource.unreadable(name, 1, e);
            }
        }
        List<LogSource> timed =
                sources.values().stream().filter(each -> each.clock() != null).toList();
        if (timed.isEmpty()) {
            LogSource any = sources.values().iterator().next();
            throw new PauseLogException(
                    "pauses: file=" + SafeText.of(any.name()) + " has no line with a time among the first "
                            + LogSource.LINES_WITHOUT_TIME + "; " + LogReader.REMEDY);
        }
        checkClocks(timed);
        List<LogSource> sorted = new ArrayList<>(timed);
        sorted.sort(Comparator.comparingLong(LogSource::firstNanos));
        PauseLogs logs = new PauseLogs(sorted);
        sources.values().stream().filter(each -> each.clock() == null).forEach(logs::noteUntimed);
        return logs;
    }

    private static void checkClocks(List<LogSource> sources) {
        LogSource one = sources.getFirst();
        for (LogSource other : sources) {
            if (other.clock() != one.clock()) {
                LogSource uptime = one.clock() == Clock.UPTIME ? one : other;
                throw new PauseLogException("pauses: file=" + SafeText.of(uptime.name())
                        + " tells uptimes only, and others the time of day; read it alone, or " + LogReader.REMEDY);
            }
        }
    }

    private void noteUntimed(LogSource source) {
        notes.add("file=" + SafeText.of(source.name()) + " has no line with a time among the first "
                + LogSource.LINES_WITHOUT_TIME + "; it is left out: " + LogReader.REMEDY);
    }

    /** What the times of all files count from. */
    public Clock clock() {
        return Objects.requireNonNull(first.clock());
    }

    /** The first time of all files. */
    public long firstNanos() {
        return first.firstNanos();
    }

    /** The offset from UTC that the first time was written with; of a recording, that of this machine. */
    public ZoneOffset offset() {
        return ZoneOffset.ofTotalSeconds(first.offsetSeconds());
    }

    /** The bytes of all files. */
    public long bytes() {
        return sources.stream().mapToLong(LogSource::bytes).sum();
    }

    /** The files, in the order in which they are read. */
    public List<String> files() {
        return sources.stream().map(LogSource::name).toList();
    }

    /** What a reader of the result should know of the logs, after {@link #read}; not safe to print as it is. */
    public List<String> notes() {
        return notes.all();
    }

    /**
     * Reads all files.
     *
     * @param mostLongest how many of the longest pauses are kept
     * @param progress is told how many bytes of all files were read
     * @throws PauseLogException if one cannot be read to its end, or if there are no pauses in any of them
     */
    public PauseStatistics read(Window window, int mostLongest, LongConsumer progress) {
        PauseStatistics statistics = new PauseStatistics(window, mostLongest);
        LogReader reader = new LogReader(statistics, notes, clock());
        long before = 0;
        long events = 0;
        for (LogSource source : sources) {
            long base = before;
            noteOverlap(source, statistics);
            if (source.kind() == Kind.RECORDING) {
                events += readRecording(source, statistics);
            } else {
                reader.read(source, bytes -> progress.accept(base + bytes));
            }
            before += source.bytes();
            progress.accept(before);
        }
        if (statistics.count() + statistics.outside() == 0) {
            throw none(reader, events);
        }
        reader.end();
        return statistics;
    }

    /** Parts of a rotated log follow one another; a log and a recording of one JVM, or a copy, do not. */
    private void noteOverlap(LogSource source, PauseStatistics statistics) {
        if (statistics.count() > 0 && source.firstNanos() + OVERLAP_NANOS < statistics.lastEndNanos()) {
            notes.add("file=" + SafeText.of(source.name())
                    + " begins before the pauses of other files end: if they are of one JVM, its pauses are counted twice;"
                    + " read its log or its recording");
        }
    }

    private long readRecording(LogSource source, PauseStatistics statistics) {
        EventPauses pauses = new EventPauses(source.name(), statistics::add);
        try {
            RecordingChunks.requireWhole(source.path());
            follow(source, pauses);
        } catch (IOException | RuntimeException e) {
            throw new PauseLogException(
                    "pauses: file=" + SafeText.of(source.name()) + " is a recording that cannot be read, reason="
                            + SafeText.of(Failures.line(e)) + "; copy it whole, with jcmd PID JFR.dump",
                    e);
        }
        pauses.end();
        notes.add("file=" + SafeText.of(source.name())
                + ": recordings leave out what is shorter than their settings say: all but the collector's pauses"
                + " under 10 ms, unless recorded with settings=profile");
        return pauses.events();
    }

    private static void follow(LogSource source, EventPauses pauses) throws IOException {
        try (RecordingFile whole = new RecordingFile(source.path());
                EventStream stream = EventStream.openFile(source.path())) {
            whole.hasMoreEvents(); // reads the first chunk: a stream of one that is damaged ends without a word
            pauses.listen(stream);
            stream.start();
        }
    }

    private PauseLogException none(LogReader reader, long events) {
        return new PauseLogException("pauses: file=" + SafeText.of(first.name())
                + (sources.size() > 1 ? " and " + (sources.size() - 1) + " more have" : " has")
                + " no pauses: lines=" + reader.lines() + ", events=" + events + "; " + LogReader.REMEDY
                + ", or record with -XX:StartFlightRecording:filename=app.jfr");
    }
}
