package io.tellask.bench.codec;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.JmhRun;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What does a codec need to turn objects into bytes and back? Small messages, a batch of business objects, large arrays
 * and single strings; beside Tellask the serializers that people use, and codecs written by hand for one class each.
 *
 * <p>Command: {@code tellask bench codec}. JMH forks a JVM for each measurement, on the class path of the contender's
 * module; figures are CPU time and allocation of the measuring thread. Contenders take turns within each round. What they need
 * before they are warm is the business of {@link ColdStart}. Not shown: many different values, several threads.
 */
public final class CodecSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** The group of cases that are the wait for the first message of a class. */
    private static final String FIRST = "first";

    /** What a fork needs to know; a try without forks measures in this process. */
    private static final List<String> EFFORT = List.of(
            "forks",
            "warmUpCpuMillis",
            "idleCompilerMillis",
            "warmUpMillis",
            "windows",
            "windowMillis",
            "freshClasses");

    private final Map<Workload, Double> checksums = new EnumMap<>(Workload.class);

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (int) comparison.number(name, options)));
        return effort;
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        int rounds = options.rounds(comparison.rounds());
        List<String> starts = new ArrayList<>(comparison.groups());
        starts.removeAll(Workload.labels());
        starts.remove(FIRST);
        return List.of(
                new Block(Workload.labels(), 0, "", 1, rounds, false),
                new Block(List.of(FIRST), 0, "", 1, 1, true),
                new Block(starts, 0, "", 1, rounds, false));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        harness.report().flags(contender.name(), flags(contender, harness));
        if (!Workload.labels().contains(turn.group())) {
            return start(turn, harness);
        }
        Workload workload = Workload.of(turn.group());
        Run encode = measure(workload, contender, "encode", harness);
        Run decode = measure(workload, contender, "decode", harness);
        Run both = Run.of(workload.label() + "-roundtrip", "", encode.unit(), encode.value() + decode.value())
                .with(Run.BYTES, encode.number(Run.BYTES));
        for (String name : List.of(Run.CPU, Run.ALLOCATED, "wallNanosRuns")) {
            both = both.with(name, encode.number(name) + decode.number(name));
        }
        List<Run> wanted = Stream.of(encode, decode, both)
                .filter(each -> turn.labels().contains(each.label()))
                .toList();
        return String.format(Locale.ROOT, "%.0f bytes  ", encode.number(Run.BYTES)) + harness.record(turn, wanted);
    }

    /** One direction, in a fork of its own; arrays and strings need half of the warm-up. */
    private Run measure(Workload workload, Contender contender, String direction, Harness harness) throws IOException {
        int forks = contender.home().equals(Contender.OWN) ? harness.number("forks") : 1;
        int warmUpMillis = harness.number("warmUpCpuMillis") / (workload.isObjects() ? 1 : 2);
        OptionsBuilder jmh = new OptionsBuilder();
        jmh.include("^" + CodecBenchmark.class.getName().replace(".", "\\.") + "\\." + direction + "$")
                .param("provider", contender.mains().getFirst())
                .param("contender", contender.name())
                .param("workload", workload.label())
                .forks(forks)
                .param("warmUpCpuMillis", "" + warmUpMillis)
                .param("idleCompilerMillis", "" + (workload.isObjects() ? harness.number("idleCompilerMillis") : 0))
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(harness.number("warmUpMillis")))
                .measurementIterations(harness.number("windows"))
                .measurementTime(TimeValue.milliseconds(harness.number("windowMillis")))
                .jvmArgs(flags(contender, harness).toArray(String[]::new))
                .addProfiler(ThreadCost.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL);
        RunResult result = JmhRun.run(contender, jmh, harness.options());
        double checksum = median(result, ThreadCost.CHECKSUM);
        if (checksum != checksums.computeIfAbsent(workload, none -> checksum)) {
            harness.report().warn("checksums differ: case=" + workload.label() + ", contender=" + contender.name());
        }
        double nanos = median(result, ThreadCost.CPU_NANOS);
        return Run.of(workload.label() + "-" + direction, "", "CPU ns/op", nanos)
                .with(Run.CPU, nanos)
                .with(Run.BYTES, median(result, ThreadCost.BYTES))
                .with(Run.ALLOCATED, median(result, ThreadCost.ALLOCATED_BYTES))
                .with("wallNanosRuns", result.getPrimaryResult().getScore());
    }

    private static double median(RunResult result, String name) {
        return Figure.median(result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(each -> Objects.requireNonNull(each.getSecondaryResults().get(name))
                        .getScore())
                .toList());
    }

    /** What a contender needs in new processes. */
    private static String start(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        List<String> more = new ArrayList<>(harness.options().collectorFlags());
        if (turn.group().equals("compiled")) {
            // without this it does not count the bytecode
            more.add("-XX:+CITime");
        }
        StringBuilder words = new StringBuilder();
        int starts = turn.labels().contains("first-message-cold") ? harness.number("coldStarts") : 1;
        for (int start = 0; start < starts; start++) {
            try (ChildProcess process = contender.start(
                    more,
                    ColdStart.class.getName(),
                    contender.mains().getFirst(),
                    contender.name(),
                    String.join(",", turn.labels()),
                    "" + harness.number("freshClasses"),
                    "" + harness.number("coldDivisor"),
                    "" + harness.number("newClasses"),
                    "" + harness.number("idleCompilerMillis"))) {
                words.append(harness.record(turn, Run.parseAll(process.await("runs", PATIENCE))));
            }
        }
        return words.toString();
    }

    private static List<String> flags(Contender contender, Harness harness) {
        return Stream.concat(harness.options().collectorFlags().stream(), contender.flags().stream())
                .toList();
    }
}
