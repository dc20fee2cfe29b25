package io.tellask.bench.encoding;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Eta;
import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What does a codec need to turn objects into bytes and back? Small messages, a batch of business objects, large arrays
 * and single strings; beside Tellask the serializers that people use, and codecs written by hand for one class each.
 *
 * <p>Command: {@code tellask bench codec}. JMH forks a JVM for each measurement, on the class path of the contender's
 * module; figures are CPU time and allocation of the measuring thread. Contenders take turns within each round. Not
 * shown: cold caches, many different values, several threads.
 */
public final class CodecBench {
    /** Results in microseconds from meeting a class to its first decoded message. */
    static final String FIRST_WARM = "first-message";

    static final String FIRST_COLD = "first-message-cold";

    /** A peer that needs this many times its careful figure is badly tuned or badly warmed. */
    static final double VOID_RATIO = 1.25;

    private static final String UNIT = "CPU ns/op";
    private static final String MICROS = "us";
    private static final int COLD_STARTS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> DIRECTIONS = List.of("encode", "decode");

    private final BenchOptions options;
    private final PrintStream progress;
    private final CodecPlan plan;
    private final Report report;
    private final CodecHosts hosts;
    private final Set<String> refused = new HashSet<>();
    private final Map<String, Double> bytes = new HashMap<>();
    private final Map<CodecCase, String> checksums = new HashMap<>();

    private CodecBench(BenchOptions options, PrintStream progress, CodecHosts hosts) {
        this.options = options;
        this.progress = progress;
        this.plan = CodecPlan.of(options.effort());
        this.report = new Report("codec", plan.toJson());
        this.hosts = hosts;
    }

    public static Report run(BenchOptions options, PrintStream progress) throws IOException, InterruptedException {
        try (CodecHosts hosts = new CodecHosts(options.collector())) {
            CodecBench bench = new CodecBench(options, progress, hosts);
            List<CodecTurn> turns = CodecTurn.all(options, bench.plan);
            bench.flags(turns);
            Eta eta = new Eta(turns.size());
            for (CodecTurn turn : turns) {
                progress.printf(Locale.ROOT, "%s  %s%n", eta.next(), bench.take(turn));
            }
            bench.firstMessages();
            bench.judge(turns);
            return bench.report;
        }
    }

    private void flags(List<CodecTurn> turns) {
        turns.stream()
                .map(CodecTurn::contender)
                .distinct()
                .forEach(each -> report.flags(each.name(), each.home().jvmFlags(options.collector())));
    }

    /** Measures both directions and says what came out. */
    private String take(CodecTurn turn) throws IOException, InterruptedException {
        if (refused.contains(turn.key())) {
            return turn + "  not run";
        }
        try {
            double size = check(turn);
            double[] encode = measure(turn, DIRECTIONS.get(0));
            double[] decode = measure(turn, DIRECTIONS.get(1));
            record(turn, turn.workload().encode(), encode, size);
            record(turn, turn.workload().decode(), decode, size);
            record(turn, turn.workload().roundTrip(), sum(encode, decode), size);
            return String.format(
                    Locale.ROOT, "%s  %.0f bytes  encode %.1f  decode %.1f ns", turn, size, encode[0], decode[0]);
        } catch (UnavailableException | ChildProcess.FailedException e) {
            refused.add(turn.key());
            report.unavailable(turn.workload().label(), turn.contender().name(), String.valueOf(e.getMessage()));
            return turn + "  not run: " + e.getMessage();
        }
    }

    /**
     * Before the first turn: the round trip is compared in the contender's process, and here its checksum with those of
     * the others. Gives the message's bytes.
     */
    private double check(CodecTurn turn) throws IOException, InterruptedException {
        Double known = bytes.get(turn.key());
        if (known != null) {
            return known;
        }
        String[] words = hosts.ask(turn.contender(), "check " + turn.key(), PATIENCE);
        String checksum = checksums.computeIfAbsent(turn.workload(), key -> words[1]);
        if (!checksum.equals(words[1])) {
            report.warn("checksums differ: workload and contender=" + turn.key());
        }
        double size = Double.parseDouble(words[0]);
        bytes.put(turn.key(), size);
        return size;
    }

    /** CPU nanoseconds, allocated bytes and wall clock nanoseconds per operation. */
    private double[] measure(CodecTurn turn, String direction) throws IOException, InterruptedException {
        String command = String.join(" ", "measure", turn.key(), direction, plan.words(turn.workload()));
        String[] words = hosts.ask(turn.contender(), command, PATIENCE);
        return new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2])};
    }

    private void record(CodecTurn turn, String label, double[] measured, double size) {
        if (options.wantsCase(label) || options.wantsCase(turn.workload().label())) {
            Figure figure = report.figure(label, turn.contender().name(), UNIT, false);
            figure.add(measured[0], measured[0], size, Double.NaN);
            figure.addAllocation(measured[1]);
            figure.append("wallNanosRuns", measured[2]);
        }
    }

    private static double[] sum(double[] first, double[] second) {
        double[] sum = new double[first.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = first[i] + second[i];
        }
        return sum;
    }

    /** In a process that has used another class, and in new processes. */
    private void firstMessages() throws IOException, InterruptedException {
        for (CodecContender contender : CodecContenders.all()) {
            String name = contender.name();
            if (!options.wantsContender(name) || CodecContenders.WRITTEN_AHEAD.contains(name)) {
                continue;
            }
            if (options.wantsCase(FIRST_WARM) && (plan.isFull() || contender.isJudged())) {
                first(contender, FIRST_WARM);
            }
            if (options.wantsCase(FIRST_COLD) && (plan.isFull() || contender.isJudged())) {
                first(contender, FIRST_COLD);
            }
        }
    }

    private void first(CodecContender contender, String label) throws IOException, InterruptedException {
        String name = contender.name();
        try {
            List<Double> nanos = new ArrayList<>();
            if (label.equals(FIRST_WARM)) {
                String[] words = hosts.ask(contender, "first " + name + " " + plan.freshClasses(), PATIENCE);
                for (String word : words) {
                    nanos.add(Double.parseDouble(word));
                }
            } else {
                for (int i = 0; i < (plan.isFull() ? COLD_STARTS : 1); i++) {
                    nanos.add(hosts.coldNanos(contender, PATIENCE));
                }
            }
            Figure figure = report.figure(label, name, MICROS, false);
            nanos.forEach(each -> figure.add(each / 1e3, Double.NaN, Double.NaN, Double.NaN));
            progress.printf(Locale.ROOT, "%s %s  %.0f us%n", label, name, figure.median());
        } catch (UnavailableException | ChildProcess.FailedException e) {
            report.unavailable(label, name, String.valueOf(e.getMessage()));
            progress.println(label + " " + name + "  not run: " + e.getMessage());
        }
    }

    private void judge(List<CodecTurn> turns) {
        for (CodecTurn turn : turns.stream().filter(each -> each.round() == 1).toList()) {
            CodecContender contender = turn.contender();
            double nanos = report.median(turn.workload().roundTrip(), contender.name());
            contender.reference(turn.workload()).ifPresent(reference -> {
                if (plan.isMeasurement() && nanos > reference * VOID_RATIO) {
                    report.warn(String.format(
                            Locale.ROOT,
                            "void: %s needs %.0f ns for %s, %.2f times the %.0f ns of a careful measurement",
                            contender.name(),
                            nanos,
                            turn.workload().label(),
                            nanos / reference,
                            reference));
                }
            });
        }
        report.tabulate(new CodecTable(report)::print);
        new CodecGoals(report).judge().forEach(report::note);
    }
}
