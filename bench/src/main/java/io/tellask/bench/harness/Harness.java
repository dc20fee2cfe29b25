package io.tellask.bench.harness;

import io.tellask.bench.harness.Suite.Block;
import io.tellask.bench.harness.Suite.Turn;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Runs a suite: checks the names that were asked for, takes its turns one after the other, with the processes that are kept from turn to
 * turn, and judges its goals. A contender that cannot run or fails is listed with its reason, and its other turns in the same cases are left
 * out. Used by one thread.
 */
public final class Harness implements AutoCloseable {
    /** A peer that needs this many times its careful figure is badly tuned or badly warmed. */
    private static final double VOID_RATIO = 1.25;

    /** Names no case: for a report of the runs that a folder keeps. */
    private static final String NO_CASE = "none";

    private final Suite suite;
    private final Comparison comparison;
    private final Options options;
    private final Report report;
    private final Map<String, ChildProcess> kept = new LinkedHashMap<>();
    private final Map<String, UnavailableException> missing = new HashMap<>();
    private String keptAt = "";

    private Harness(Suite suite, Comparison comparison, Options options, Report report) {
        this.suite = suite;
        this.comparison = comparison;
        this.options = options;
        this.report = report;
    }

    /** Starts what is kept from turn to turn. */
    public interface Starting {
        ChildProcess start() throws IOException, InterruptedException;
    }

    /**
     * Measures what the options ask for; progress goes to a stream.
     *
     * @throws IllegalArgumentException if they name a contender or a case that does not exist
     */
    public static Report run(String name, Suite suite, Options options, PrintStream progress)
            throws IOException, InterruptedException {
        Comparison comparison = Comparison.of(name);
        List<Contender> contenders = comparison.contenders();
        List<String> names = contenders.stream().map(Contender::name).toList();
        requireKnown("contender", options.contenders(), names);
        requireKnown("case", options.cases(), caseNames(suite, comparison, options));
        Report report = new Report(name, suite.effort(comparison, options), suite.columns());
        Path results = options.path("--results");
        if (results != null) {
            report.continueIn(results);
        }
        try (Harness harness = new Harness(suite, comparison, options, report)) {
            suite.begin(report);
            harness.takeAll(plan(suite, comparison, options), progress);
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

    /** Groups and cases, each also with its size where it has one; without, it means all sizes. */
    private static Set<String> caseNames(Suite suite, Comparison comparison, Options options) {
        Set<String> names = new LinkedHashSet<>(Set.of(NO_CASE));
        for (Block block : suite.blocks(comparison, options)) {
            for (String group : block.groups()) {
                names.add(group);
                comparison.group(group).forEach(label -> names.addAll(List.of(label, label + block.suffix())));
            }
        }
        return names;
    }

    private static void requireKnown(String what, List<String> wanted, Collection<String> known) {
        for (String each : wanted) {
            if (!known.contains(each)) {
                throw new IllegalArgumentException(
                        "unknown " + what + ": " + what + "=" + each + "; one of " + String.join(", ", known));
            }
        }
    }

    /** All turns in their order: contenders alternate within each round. */
    public static List<Turn> plan(Suite suite, Comparison comparison, Options options) {
        List<Turn> turns = new ArrayList<>();
        for (Block block : suite.blocks(comparison, options)) {
            for (int round = block.firstRound(); round <= block.lastRound(); round++) {
                for (String group : block.groups()) {
                    turns.addAll(plan(block, round, group, comparison, options));
                }
            }
        }
        return turns;
    }

    private static List<Turn> plan(Block block, int round, String group, Comparison comparison, Options options) {
        List<String> wanted = comparison.group(group).stream()
                .filter(label -> options.wantsCase(label, label + block.suffix(), group))
                .toList();
        List<Turn> turns = new ArrayList<>();
        for (List<String> labels :
                block.isSplit() ? wanted.stream().map(List::of).toList() : List.of(wanted)) {
            for (Contender contender : comparison.contenders()) {
                List<String> due = labels.stream()
                        .filter(label -> comparison.isDue(contender, group, label, round, options))
                        .toList();
                if (!due.isEmpty()) {
                    turns.add(new Turn(block, round, group, due, contender));
                }
            }
        }
        return turns;
    }

    private void takeAll(List<Turn> turns, PrintStream progress) throws IOException, InterruptedException {
        Set<String> absent = new HashSet<>();
        long start = System.nanoTime();
        for (int taken = 0; taken < turns.size(); taken++) {
            Turn turn = turns.get(taken);
            double seconds = (System.nanoTime() - start) / 1e9 / Math.max(1, taken) * (turns.size() - taken);
            String left = taken == 0 ? "" : String.format(Locale.ROOT, ", %.0f s left", seconds);
            progress.print((taken + 1) + "/" + turns.size() + left + "  " + turn.title() + "  ");
            boolean isAbsent =
                    absent.contains(turn.label() + " " + turn.contender().name());
            progress.println(isAbsent ? "not run" : take(turn, absent));
        }
    }

    private String take(Turn turn, Set<String> absent) throws IOException, InterruptedException {
        String contender = turn.contender().name();
        try {
            return suite.take(turn, this);
        } catch (UnavailableException e) {
            absent.add(turn.label() + " " + contender);
            ChildProcess broken = kept.remove(contender);
            if (broken != null) {
                broken.close();
            }
            report.unavailable(turn.label(), contender, String.valueOf(e.getMessage()));
            return "not run: " + e.getMessage();
        }
    }

    /** Who takes part in what. */
    public Comparison comparison() {
        return comparison;
    }

    public Options options() {
        return options;
    }

    /** The report that the turns fill. */
    public Report report() {
        return report;
    }

    /** A whole number of the suite, by the effort of this run. */
    public int number(String name) {
        return (int) comparison.number(name, options);
    }

    /**
     * The process that an earlier turn of a contender has started at a place, or that is started now. The processes of one place live at
     * a time: whoever asks at another one ends them all. What could not be started there is not tried again.
     */
    public ChildProcess keep(String place, Contender contender, Starting starting)
            throws IOException, InterruptedException {
        if (!place.equals(keptAt)) {
            close();
            keptAt = place;
        }
        UnavailableException reason = missing.get(contender.name());
        if (reason != null) {
            throw reason;
        }
        ChildProcess known = kept.get(contender.name());
        if (known == null) {
            try {
                known = starting.start();
            } catch (UnavailableException e) {
                missing.put(contender.name(), e);
                throw e;
            }
            kept.put(contender.name(), known);
        }
        return known;
    }

    /** Adds what a turn came to, under its contender and with the suffix of its block, and says it in words. */
    public String record(Turn turn, List<Run> runs) {
        StringBuilder words = new StringBuilder();
        for (Run each : runs) {
            Run run = each.as(
                    each.label() + turn.block().suffix(), turn.contender().name());
            report.add(run);
            boolean hasCpu = run.numbers().containsKey(Run.CPU);
            words.append(String.format(
                    Locale.ROOT,
                    "%s %.1f %s  ",
                    run.label(),
                    hasCpu ? run.number(Run.CPU) : run.value(),
                    hasCpu ? "ns" : run.unit()));
        }
        return words.toString();
    }

    @Override
    public void close() {
        kept.values().forEach(ChildProcess::close);
        kept.clear();
        missing.clear();
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
