package io.tellask.cli.pauses;

import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.pauselog.PauseLogs;
import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.PauseStatistics.Window;
import io.tellask.cli.plot.PausePlot;
import io.tellask.cli.plot.PlotFormat;
import io.tellask.cli.plot.TerminalPlot;
import io.tellask.cli.plot.TimeAxis;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.DurationConverter;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.terminal.TerminalText;
import io.tellask.cli.terminal.Termination;
import io.tellask.text.SafeText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask pauses}: when and for how long a JVM stood still. */
@Command(
        name = "pauses",
        header = "Shows when and for how long a JVM stood still.",
        description = {
            "Reads unified logs of JDK 17 and newer, of any size, rotated or packed by gzip, and flight recordings. The logs need"
                    + " the time, and lines of safepoints: -Xlog:gc*,safepoint*:file=gc.log:time,uptime,level,tags. Prints percentiles,"
                    + " causes, and the longest pauses with the lines around them.",
            "With --pid it watches a JVM of this machine and user, which needs no flag: each pause is printed as it happens."
        })
public final class PausesCommand implements Callable<Integer> {
    /** The most of the longest pauses that can be asked for. */
    static final int MOST_LONGEST = 1_000;

    @Parameters(paramLabel = "LOG", arity = "0..*", description = "Logs and recordings, in any order, such as gc.log*.")
    private List<String> logs = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only pauses from then on: 09:30, 2026-11-26T09:30, or 5m after the log's start.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only pauses before then, written as for --from.")
    private @Nullable String to;

    @Option(names = "--log-scale", description = "Draw the pauses' lengths on a logarithmic scale.")
    private boolean logScale;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Draw them into a file whose name ends in .png, .svg or .html.")
    private @Nullable String output;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write all figures into a file, as JSON; - for standard output, instead of the text.")
    private @Nullable String json;

    @Option(names = "--force", description = "Replace files that exist.")
    private boolean force;

    @Option(
            names = "--longest",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many of the longest pauses to list, 0 to 1000. Default: ${DEFAULT-VALUE}.")
    private int longest;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "Watch the JVM with this process id instead of reading logs.")
    private @Nullable Long pid;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "With --pid: how long to watch, such as 30s; until interrupted otherwise.")
    private @Nullable Duration duration;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        check();
        if (pid != null) {
            watch(pid);
        } else {
            read();
        }
        return 0;
    }

    private void check() {
        usage(logs.isEmpty() != (pid == null), "pauses: name either logs, such as gc.log*, or a JVM with --pid");
        usage(pid != null || duration == null, "pauses: --for needs --pid; logs are read whole");
        usage(
                pid == null || from == null && to == null,
                "pauses: --from and --to need logs; --pid watches from now on");
        usage(
                0 <= longest && longest <= MOST_LONGEST,
                "pauses: longest=" + longest + ", limit=" + MOST_LONGEST + "; ask for 0 to " + MOST_LONGEST);
        usage(pid == null || duration == null || duration.isPositive(), "pauses: --for is no time; write 1s or more");
        if (output != null) {
            CommandFailure.unless(
                    PlotFormat.of(output).isPresent(),
                    "pauses: output=" + Quantities.printable(output)
                            + " ends in none of .png, .svg and .html; name the format by the ending");
            OutputFile.check("output", output, force);
        }
        if (json != null && !json.equals(OutputFile.STANDARD_OUTPUT)) {
            OutputFile.check("json", json, force);
            CommandFailure.unless(
                    output == null || !OutputFile.areSame(output, json),
                    "pauses: output=" + Quantities.printable(json) + " and json are the same file; name two");
        }
    }

    private void usage(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private void read() {
        PauseLogs files = PauseLogs.of(logs);
        Window window = window(files);
        PauseStatistics statistics;
        try (Progress progress = Progress.ofBytes("reading", files.bytes())) {
            statistics = files.read(window, longest, progress::moveTo);
        }
        if (statistics.count() == 0) {
            throw new CommandFailure("pauses: none of the " + statistics.outside() + " pauses is in the window: from="
                    + shown(from, "start") + ", to=" + shown(to, "end")
                    + "; the logs begin at " + axis(files, 0, 1).text(files.firstNanos()) + ", name a time of theirs");
        }
        long begin = from == null ? Math.min(files.firstNanos(), statistics.firstStartNanos()) : window.fromNanos();
        long end = to == null ? statistics.lastEndNanos() : window.toNanos();
        report(statistics, axis(files, begin, Math.max(end, begin + 1)), files.files(), files.notes());
    }

    private Window window(PauseLogs files) {
        long begin = from == null ? Long.MIN_VALUE : TimeBound.nanos("from", from, files);
        long end = to == null ? Long.MAX_VALUE : TimeBound.nanos("to", to, files);
        CommandFailure.unless(
                begin < end,
                "pauses: the window is empty: from=" + shown(from, "start") + ", to=" + shown(to, "end")
                        + "; name a later time with --to");
        return new Window(begin, end);
    }

    private static String shown(@Nullable String bound, String otherwise) {
        return bound == null ? otherwise : Quantities.printable(bound);
    }

    private static TimeAxis axis(PauseLogs files, long begin, long end) {
        return new TimeAxis(files.clock(), files.offset(), begin, end);
    }

    private void watch(long process) {
        ZoneOffset offset = ZoneId.systemDefault().getRules().getOffset(Instant.now());
        PauseStatistics statistics = new PauseStatistics(Window.ALL, longest);
        Termination termination = Termination.install();
        try {
            long now = nanos(Instant.now());
            TimeAxis start = new TimeAxis(Clock.WALL, offset, now, now + 1);
            long begin = nanos(new LiveWatch(statistics, start, lines()).run(process, duration, termination));
            if (statistics.count() == 0 && output == null && json == null) {
                spec.commandLine().getOut().println("no pauses");
            } else {
                TimeAxis whole = new TimeAxis(
                        Clock.WALL,
                        offset,
                        Math.min(begin, statistics.firstStartNanos()),
                        Math.max(nanos(Instant.now()), statistics.lastEndNanos() + 1));
                report(statistics, whole, List.of("pid " + process), List.of());
            }
            spec.commandLine().getOut().flush();
            termination.ended(0);
        } finally {
            termination.ended(Failures.EXIT_CODE);
        }
    }

    /** Where pauses are printed as they happen: not among JSON for programs. */
    private PrintWriter lines() {
        return OutputFile.STANDARD_OUTPUT.equals(json)
                ? spec.commandLine().getErr()
                : spec.commandLine().getOut();
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    private void report(PauseStatistics statistics, TimeAxis axis, List<String> files, List<String> notes) {
        PausePlot plot = new PausePlot(statistics, axis, logScale);
        PrintWriter out = spec.commandLine().getOut();
        if (!OutputFile.STANDARD_OUTPUT.equals(json)) {
            TextReport.print(statistics, axis, TerminalPlot.lines(plot), out);
        }
        for (String note : notes) {
            spec.commandLine().getErr().println("tellask: note: " + SafeText.message(note));
        }
        if (output != null) {
            PlotFormat format = PlotFormat.of(output).orElseThrow();
            OutputFile.write(output, force, file -> format.write(plot, notes, file));
        }
        if (json != null) {
            writeJson(json, JsonReport.text(statistics, axis, files, notes), out);
        }
    }

    private void writeJson(String file, String text, PrintWriter out) {
        if (file.equals(OutputFile.STANDARD_OUTPUT)) {
            out.println(TerminalText.of(text));
        } else {
            OutputFile.write(file, force, bytes -> bytes.write((text + "\n").getBytes(StandardCharsets.UTF_8)));
        }
    }
}
