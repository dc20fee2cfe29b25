package io.tellask.bench.codec;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.UnavailableException;
import io.tellask.bench.harness.Unit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The codec suite's turns: a contender encodes and decodes a workload, in forks of JMH that a host on its class path starts. */
final class CodecTurns {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int COLD_STARTS = 3;
    /** JMH itself uses what the JVM warns of. */
    private static final String QUIET = "--sun-misc-unsafe-memory-access=allow";
    /** What a fork needs to know, and how many new classes a contender meets; a try without forks measures in its host. */
    private static final List<String> EFFORT =
            List.of("forks", "warmUpCpuMillis", "warmUpMillis", "windows", "windowMillis", "freshClasses");

    private static final List<Integer> FULL = List.of(1, 650, 150, 5, 80, 9);
    private static final List<Integer> QUICK = List.of(1, 250, 50, 3, 50, 5);
    private static final List<Integer> TINY = List.of(0, 0, 10, 1, 10, 2);

    private final Options options;
    private final Turns turns;
    private final Report report;
    private final Map<String, Double> bytes = new HashMap<>();
    private final Map<Workload, String> checksums = new HashMap<>();

    CodecTurns(Options options, Turns turns) {
        this.options = options;
        this.turns = turns;
        this.report = turns.report();
    }

    static Map<String, Integer> effort(Options options) {
        List<Integer> numbers = options.isFull() ? FULL : options.isQuick() ? QUICK : TINY;
        Map<String, Integer> effort = new LinkedHashMap<>();
        for (int i = 0; i < numbers.size(); i++) {
            effort.put(EFFORT.get(i), numbers.get(i));
        }
        return effort;
    }

    void add(int round, Workload workload, Contender contender) {
        String title = "round " + round + " " + workload.label() + " " + contender.name();
        turns.add(workload.label(), contender, title, () -> take(workload, contender));
    }

    /** Adds the first message of a class that a contender meets, in a process that has used another class, or in new processes. */
    void addFirst(String label, Contender contender, boolean isFull) {
        turns.add(label, contender, label + " " + contender.name(), () -> {
            List<Double> nanos = new ArrayList<>();
            if (label.equals(CodecSuite.FIRST_WARM)) {
                String classes = String.valueOf(effort(options).get("freshClasses"));
                Stream.of(ask(contender, "first", classes))
                        .map(Double::parseDouble)
                        .forEach(nanos::add);
            } else {
                for (int i = 0; i < (isFull ? COLD_STARTS : 1); i++) {
                    nanos.add(coldNanos(contender));
                }
            }
            nanos.forEach(each -> report.add(Run.of(label, contender.name(), Unit.MICROSECONDS, each / 1e3)));
            return String.format(Locale.ROOT, "%.0f us", report.median(label, contender.name()));
        });
    }

    /** Measures both directions and says what came out. */
    private String take(Workload workload, Contender contender) throws IOException, InterruptedException {
        double size = check(workload, contender);
        double[] encode = measure(workload, contender, "encode");
        double[] decode = measure(workload, contender, "decode");
        double[] both = new double[encode.length];
        Arrays.setAll(both, i -> encode[i] + decode[i]);
        record(workload, workload.encode(), contender, encode, size);
        record(workload, workload.decode(), contender, decode, size);
        record(workload, workload.roundTrip(), contender, both, size);
        return String.format(Locale.ROOT, "%.0f bytes  encode %.1f  decode %.1f ns", size, encode[0], decode[0]);
    }

    /**
     * Before the first turn: the round trip is compared in the contender's process, and here its checksum with those of
     * the others. Gives the message's bytes.
     */
    private double check(Workload workload, Contender contender) throws IOException, InterruptedException {
        String key = contender.name() + " " + workload.label();
        Double known = bytes.get(key);
        if (known != null) {
            return known;
        }
        String[] words = ask(contender, "check", workload.label());
        String checksum = checksums.computeIfAbsent(workload, none -> words[1]);
        if (!checksum.equals(words[1])) {
            report.warn("checksums differ: contender and workload=" + key);
        }
        bytes.put(key, Double.parseDouble(words[0]));
        return Double.parseDouble(words[0]);
    }

    /** CPU nanoseconds, allocated bytes and wall clock nanoseconds per operation; arrays and strings need half of the warm-up. */
    private double[] measure(Workload workload, Contender contender, String direction)
            throws IOException, InterruptedException {
        Map<String, Integer> effort = effort(options);
        effort.remove("freshClasses");
        effort.computeIfPresent("warmUpCpuMillis", (name, millis) -> workload.isObjects() ? millis : millis / 2);
        List<String> words = new ArrayList<>(List.of(workload.label(), direction));
        effort.values().forEach(number -> words.add(number.toString()));
        return Stream.of(ask(contender, "measure", words.toArray(String[]::new)))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private void record(Workload workload, String label, Contender contender, double[] measured, double size) {
        if (options.wantsCase(label, workload.label())) {
            report.add(Run.of(label, contender.name(), Unit.CPU_NANOS, measured[0])
                    .with(Run.CPU, measured[0])
                    .with(Run.BYTES, size)
                    .with(Run.ALLOCATED, measured[1])
                    .with("wallNanosRuns", measured[2]));
        }
    }

    /**
     * Sends a command to the host on a contender's class path and returns the words of its answer.
     *
     * @throws UnavailableException if the contender's module is not built, or the contender cannot do it
     */
    private String[] ask(Contender contender, String command, String... words)
            throws IOException, InterruptedException {
        String host = contender.home().name() + " " + contender.flags();
        try {
            String line = command + " " + contender.mains().getFirst() + " " + contender.name() + " "
                    + String.join(" ", words);
            return unlessRefused(turns.keep(host, () -> startHost(contender)).ask(line, "", PATIENCE));
        } catch (ChildProcess.FailedException e) {
            turns.end(host);
            throw e;
        } finally {
            report.flags(contender.name(), flags(contender));
        }
    }

    private List<String> flags(Contender contender) {
        return Stream.concat(options.collector().jvmFlags().stream(), contender.flags().stream())
                .toList();
    }

    private ChildProcess startHost(Contender contender) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(CodecProcess.class.getName()));
        command.addAll(flags(contender));
        List<String> hostFlags = new ArrayList<>(options.collector().jvmFlags());
        hostFlags.add(QUIET);
        ChildProcess host = contender.start(hostFlags, command);
        host.await("ready", PATIENCE);
        return host;
    }

    /** Nanoseconds that a new process needs from opening a contender to the first decoded message. */
    private double coldNanos(Contender contender) throws IOException, InterruptedException {
        List<String> command =
                List.of(FirstMessage.class.getName(), contender.mains().getFirst(), contender.name());
        try (ChildProcess process = contender.start(options.collector().jvmFlags(), command)) {
            return Double.parseDouble(unlessRefused(process.await("", PATIENCE))[0]);
        }
    }

    /** Each answer begins with its name and whether it could be done. */
    private static String[] unlessRefused(String[] words) {
        String[] rest = Arrays.copyOfRange(words, 1, words.length);
        if (!words[0].equals("yes")) {
            throw new UnavailableException(String.join(" ", rest));
        }
        return rest;
    }
}
