package io.tellask.bench.codec;

import io.tellask.bench.spi.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's host on the class path of a contender's module: for each command it checks a round trip, or lets JMH fork and
 * measure. Runs until standard input ends.
 */
public final class CodecProcess {
    private final List<String> flags;
    private final Path log;

    private CodecProcess(List<String> flags, Path log) {
        this.flags = flags;
        this.log = log;
    }

    /** Arguments: the JVM flags of the forks. */
    public static void main(String[] args) throws InterruptedException, IOException {
        Path log = Files.createTempFile("tellask-bench-", ".log");
        log.toFile().deleteOnExit();
        CodecProcess process = new CodecProcess(List.of(args), log);
        Commands.serve("ready", process::handle);
    }

    private String handle(String[] words) throws IOException {
        return switch (words[0]) {
            case "check" -> check(words[1], words[2], words[3]);
            case "measure" -> measure(words);
            case "first" -> first(words[1], words[2], Integer.parseInt(words[3]));
            default -> throw new IllegalArgumentException("unknown command: command=" + words[0]);
        };
    }

    /** Answers with bytes and checksum of a workload, or with the reason why the contender does not take part. */
    private static String check(String provider, String contender, String label) {
        Workload workload = Workload.of(label);
        try {
            Subject subject = workload.subject(Engine.open(provider, contender));
            Object value = workload.value();
            int bytes = subject.encode(value);
            Object decoded = Objects.requireNonNull(subject.decode(subject.encoded()));
            return "checked yes " + bytes + " " + workload.checksum(value, decoded);
        } catch (RuntimeException | LinkageError e) {
            return "checked no " + reason(e);
        }
    }

    /**
     * Words: provider, contender, workload, method, forks, milliseconds of CPU time and of JMH's iteration to warm up, iterations and
     * their milliseconds.
     */
    private String measure(String[] words) throws IOException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + CodecBenchmark.class.getName().replace(".", "\\.") + "\\." + words[4] + "$")
                .param("provider", words[1])
                .param("contender", words[2])
                .param("workload", words[3])
                .forks(Integer.parseInt(words[5]))
                .param("warmUpCpuMillis", words[6])
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(Long.parseLong(words[7])))
                .measurementIterations(Integer.parseInt(words[8]))
                .measurementTime(TimeValue.milliseconds(Long.parseLong(words[9])))
                .jvmArgs(flags.toArray(String[]::new))
                .addProfiler(ThreadCost.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL)
                .output(log.toString());
        try {
            RunResult result = new Runner(options.build()).runSingle();
            return "measured yes " + median(result, ThreadCost.CPU_NANOS) + " "
                    + median(result, ThreadCost.ALLOCATED_BYTES) + " "
                    + result.getPrimaryResult().getScore();
        } catch (RunnerException e) {
            return "measured no " + e.getMessage() + ": " + lastLines();
        }
    }

    /** Why a contender does not take part, in one line. */
    static String reason(Throwable problem) {
        String text = problem instanceof Engine.UnsupportedException ? problem.getMessage() : problem.toString();
        return String.valueOf(text).replace('\n', ' ');
    }

    private static double median(RunResult result, String name) {
        double[] values = result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble((IterationResult each) -> Objects.requireNonNull(
                                each.getSecondaryResults().get(name))
                        .getScore())
                .sorted()
                .toArray();
        return values[values.length / 2];
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.subList(Math.max(0, lines.size() - 30), lines.size()).stream()
                .filter(line -> line.contains("Exception") || line.contains("Error"))
                .collect(Collectors.joining(" | "));
    }

    /** Answers with the nanoseconds from meeting a class to its first decoded message, for several new classes. */
    private static String first(String provider, String contender, int classes) {
        try {
            return "first yes "
                    + Arrays.stream(FirstMessage.warm(provider, contender, classes))
                            .mapToObj(Long::toString)
                            .collect(Collectors.joining(" "));
        } catch (RuntimeException | LinkageError e) {
            return "first no " + reason(e);
        }
    }
}
