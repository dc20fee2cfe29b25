package io.tellask.bench.codec;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.UnavailableException;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What does a codec need to turn objects into bytes and back? Small messages, a batch of business objects, large arrays
 * and single strings; beside Tellask the serializers that people use, and codecs written by hand for one class each.
 *
 * <p>Command: {@code tellask bench codec}. JMH forks a JVM for each measurement, on the class path of the contender's
 * module; figures are CPU time and allocation of the measuring thread. Contenders take turns within each round. Not
 * shown: cold caches, many different values, several threads.
 */
public final class CodecSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** The group of cases that are the wait for the first message of a class. */
    private static final String FIRST = "first";

    private static final String CLASS_PATH = "java.class.path";
    /** What a fork needs to know; a try without forks measures in this process. */
    private static final List<String> EFFORT = List.of(
            "forks",
            "warmUpCpuMillis",
            "idleCompilerMillis",
            "warmUpMillis",
            "windows",
            "windowMillis",
            "freshClasses");

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (int) comparison.number(name, options)));
        return effort;
    }

    @Override
    public void plan(Comparison comparison, Options options, Turns turns) throws IOException {
        Path log = Files.createTempFile("tellask-bench-", ".log");
        log.toFile().deleteOnExit();
        Bench bench = new Bench(comparison, options, turns.report(), log, new HashMap<>());
        for (int round = 1; round <= options.rounds(comparison.rounds()); round++) {
            for (Workload workload : Workload.values()) {
                for (Contender contender : due(comparison, workload.label(), round, options)) {
                    String title = "round " + round + " " + workload.label() + " " + contender.name();
                    turns.add(workload.label(), contender, title, () -> bench.measure(workload, contender));
                }
            }
        }
        for (Contender contender : due(comparison, FIRST, 1, options)) {
            for (String label : comparison.group(FIRST)) {
                if (options.wantsCase(label)) {
                    turns.add(label, contender, label + " " + contender.name(), () -> bench.first(label, contender));
                }
            }
        }
    }

    /** Who has a turn in a round of a group, if any of its cases is wanted. */
    static List<Contender> due(Comparison comparison, String group, int round, Options options) {
        boolean isWanted =
                options.wantsCase(group) || comparison.group(group).stream().anyMatch(options::wantsCase);
        return comparison.contenders().stream()
                .filter(each -> isWanted)
                .filter(each -> comparison.isDue(each, group, round, options))
                .toList();
    }

    /** Runs JMH, and processes that meet a class for the first time. */
    private record Bench(
            Comparison comparison, Options options, Report report, Path log, Map<Workload, Double> checksums) {
        /** Measures both directions and says what came out. */
        String measure(Workload workload, Contender contender) throws IOException {
            report.flags(contender.name(), flags(contender));
            Run encode = run(workload, contender, "encode");
            Run decode = run(workload, contender, "decode");
            Run both = Run.of(workload.roundTrip(), contender.name(), encode.unit(), encode.value() + decode.value())
                    .with(Run.BYTES, encode.number(Run.BYTES));
            for (String name : List.of(Run.CPU, Run.ALLOCATED, "wallNanosRuns")) {
                both = both.with(name, encode.number(name) + decode.number(name));
            }
            Stream.of(encode, decode, both)
                    .filter(each -> options.wantsCase(each.label(), workload.label()))
                    .forEach(report::add);
            return String.format(
                    Locale.ROOT,
                    "%.0f bytes  encode %.1f  decode %.1f ns",
                    encode.number(Run.BYTES),
                    encode.value(),
                    decode.value());
        }

        /** One direction, in a fork of its own; arrays and strings need half of the warm-up. */
        private Run run(Workload workload, Contender contender, String direction) throws IOException {
            int forks = contender.home().equals(Contender.OWN) ? number("forks") : 1;
            OptionsBuilder jmh = new OptionsBuilder();
            jmh.include("^" + CodecBenchmark.class.getName().replace(".", "\\.") + "\\." + direction + "$")
                    .param("provider", contender.mains().getFirst())
                    .param("contender", contender.name())
                    .param("workload", workload.label())
                    .forks(forks)
                    .param("warmUpCpuMillis", "" + number("warmUpCpuMillis") / (workload.isObjects() ? 1 : 2))
                    .param("idleCompilerMillis", "" + (workload.isObjects() ? number("idleCompilerMillis") : 0))
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(number("warmUpMillis")))
                    .measurementIterations(number("windows"))
                    .measurementTime(TimeValue.milliseconds(number("windowMillis")))
                    .jvmArgs(flags(contender).toArray(String[]::new))
                    .addProfiler(ThreadCost.class)
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.NORMAL)
                    .output(log.toString());
            RunResult result = run(contender, new Runner(jmh.build()));
            double checksum = median(result, ThreadCost.CHECKSUM);
            if (checksum != checksums.computeIfAbsent(workload, none -> checksum)) {
                report.warn("checksums differ: case=" + workload.label() + ", contender=" + contender.name());
            }
            double nanos = median(result, ThreadCost.CPU_NANOS);
            return Run.of(workload.label() + "-" + direction, contender.name(), "CPU ns/op", nanos)
                    .with(Run.CPU, nanos)
                    .with(Run.BYTES, median(result, ThreadCost.BYTES))
                    .with(Run.ALLOCATED, median(result, ThreadCost.ALLOCATED_BYTES))
                    .with("wallNanosRuns", result.getPrimaryResult().getScore());
        }

        /** JMH gives its forks the class path that this process says it has. */
        private RunResult run(Contender contender, Runner runner) throws IOException {
            if (options.effort() == Options.Effort.TINY) {
                // a try may go on beside whatever else measures on this machine
                System.setProperty("jmh.ignoreLock", "true");
            }
            String own = System.getProperty(CLASS_PATH);
            System.setProperty(CLASS_PATH, contender.classPath());
            try {
                return runner.runSingle();
            } catch (RunnerException e) {
                String problems = Files.readAllLines(log).stream()
                        .filter(line -> line.contains("Exception") || line.contains("Error"))
                        .limit(5)
                        .collect(Collectors.joining(" | "));
                throw new UnavailableException(e.getMessage() + ": " + problems);
            } finally {
                System.setProperty(CLASS_PATH, own);
            }
        }

        private static double median(RunResult result, String name) {
            return Figure.median(result.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .map(each -> Objects.requireNonNull(
                                    each.getSecondaryResults().get(name))
                            .getScore())
                    .toList());
        }

        /** The first message of classes that a contender meets, in a new process: of the first class there, or of others after that. */
        String first(String label, Contender contender) throws IOException, InterruptedException {
            report.flags(contender.name(), flags(contender));
            boolean cold = label.endsWith("-cold");
            for (int start = 0; start < (cold ? number("coldStarts") : 1); start++) {
                try (ChildProcess process = contender.start(
                        options.collectorFlags(),
                        FirstMessage.class.getName(),
                        contender.mains().getFirst(),
                        contender.name(),
                        cold ? "0" : "" + number("freshClasses"))) {
                    for (String nanos : process.await("first", PATIENCE).split(" ")) {
                        report.add(Run.of(label, contender.name(), Run.MICROSECONDS, Double.parseDouble(nanos) / 1e3));
                    }
                }
            }
            return String.format(Locale.ROOT, "%.0f us", report.median(label, contender.name(), ""));
        }

        private int number(String name) {
            return (int) comparison.number(name, options);
        }

        private List<String> flags(Contender contender) {
            return Stream.concat(options.collectorFlags().stream(), contender.flags().stream())
                    .toList();
        }
    }
}
