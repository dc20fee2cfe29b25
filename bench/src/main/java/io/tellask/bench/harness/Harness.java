package io.tellask.bench.harness;

import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Runs a suite: checks the names that were asked for, takes its turns, judges its goals. */
public final class Harness {
    /** A peer that needs this many times its careful figure is badly tuned or badly warmed. */
    private static final double VOID_RATIO = 1.25;

    /** Names no case: for a report of the runs that a folder keeps. */
    private static final String NO_CASE = "none";

    private Harness() {}

    /**
     * Measures what the options ask for; progress goes to a stream.
     *
     * @throws IllegalArgumentException if they name a contender or a case that does not exist
     */
    public static Report run(String name, Suite suite, Options options, PrintStream progress)
            throws IOException, InterruptedException {
        Comparison comparison = Comparison.of(name);
        List<Contender> contenders = comparison.contenders();
        requireKnown(
                "contender",
                options.contenders(),
                contenders.stream().map(Contender::name).toList());
        Stream<String> labels = comparison.caseNames().stream().flatMap(each -> suite.labels(each, options).stream());
        requireKnown(
                "case",
                options.cases(),
                Stream.concat(labels, Stream.of(NO_CASE)).toList());
        Report report = new Report(name, suite.effort(comparison, options));
        Path results = options.results();
        if (results != null) {
            report.continueIn(results);
        }
        try (Turns turns = new Turns(report, progress)) {
            suite.plan(comparison, options, turns);
            turns.run();
        }
        suite.doubt(report);
        if (options.isFull()) {
            comparison.goals().forEach(goal -> goal.judge(report));
            contenders.forEach(each -> doubt(each, report));
        } else {
            report.note(
                    "no ratios and no goals: only a full run is warm enough for them, leave out --quick and --tiny");
        }
        return report;
    }

    private static void requireKnown(String what, List<String> wanted, Collection<String> known) {
        for (String each : wanted) {
            if (!known.contains(each)) {
                throw new IllegalArgumentException("unknown " + what + ": " + what + "=" + each + "; one of "
                        + String.join(", ", known.stream().distinct().toList()));
            }
        }
    }

    /** Warns of a peer that ran worse than it can, for then ours looks better than it is. */
    static void doubt(Contender contender, Report report) {
        contender.references().forEach((label, reference) -> {
            double nanos = report.median(label, contender.name(), Run.CPU);
            if (nanos > reference * VOID_RATIO) {
                report.warn(String.format(
                        Locale.ROOT,
                        "run is void as a comparison with %s: case=%s, CPU ns/op=%.0f, limit=%.0f (%.2f times %.0f); use a quiet machine",
                        contender.name(),
                        label,
                        nanos,
                        reference * VOID_RATIO,
                        VOID_RATIO,
                        reference));
            }
        });
    }
}
