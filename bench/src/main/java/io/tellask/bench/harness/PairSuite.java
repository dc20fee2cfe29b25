package io.tellask.bench.harness;

import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What does a conversation between two processes cost? A serving process and a calling one talk over loopback; the caller is
 * told how long to go on, and answers with what it has done. All groups whose names begin with the same word are a host: those
 * whose times are among the numbers of the suite's file keep a pair of processes for each contender, in all others each turn has a new pair.
 *
 * <p>Commands: {@code tellask bench remoting}, {@code tellask bench kv}; {@code docs/benchmarks/METHOD.md} says what they ask.
 */
public final class PairSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** The warm-up comes in pieces, so that loops are entered anew once their compiled form is ready. */
    private static final int WARM_UP_PIECES = 4;

    /** The processes whose CPU time counts beside the caller's, by caller. */
    private final Map<ChildProcess, ProcessHandle> servers = new HashMap<>();

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        Map<String, List<String>> hosts = comparison.groups().stream()
                .collect(Collectors.groupingBy(PairSuite::host, LinkedHashMap::new, Collectors.toList()));
        int rounds = options.rounds(comparison.rounds());
        return hosts.values().stream()
                .map(groups -> new Block(groups, 0, "", 1, rounds, true))
                .toList();
    }

    private static String host(String group) {
        return group.split("-")[0];
    }

    private static boolean isKept(Turn turn, Harness harness) {
        return harness.comparison().has(host(turn.group()) + "-measured");
    }

    /** Milliseconds for a case: all that the options give, or the part that the host has. */
    private static long millis(String what, long all, Turn turn, Harness harness) {
        String part = host(turn.group()) + what;
        return isKept(turn, harness) ? (long) (harness.comparison().number(part, harness.options()) * all) : all;
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Report report = harness.report();
        Contender contender = turn.contender();
        String label = turn.labels().getFirst();
        report.flags(contender.name(), contender.flags());
        String place = isKept(turn, harness) ? host(turn.group()) : turn.title();
        ChildProcess caller = harness.keep(place, contender, () -> start(turn, harness));
        ProcessHandle server = Objects.requireNonNull(servers.get(caller));
        double coreToCore = CoreToCore.measureNanos();
        Usage before = Usage.of(server);
        long millis = millis("-measured", harness.options().measuredMillis(), turn, harness);
        Phase phase = phase(caller, label, millis, harness.options());
        List<Double> counted = phase.counted();
        double count = counted.getFirst();
        Usage used = Usage.of(server).since(before);
        boolean isLatency = counted.size() > 4;
        String operations = turn.group().equals("remoting") ? "messages/s" : Run.OPERATIONS_A_SECOND;
        Run run = new Run(
                label,
                contender.name(),
                isLatency ? Run.MICROSECONDS : operations,
                isLatency ? counted.get(4) / 1e3 : count / counted.get(1) * 1e9,
                Map.of(
                        Run.CPU, (used.cpuNanos() + counted.get(2)) / count,
                        Run.SERVER_CPU, used.cpuNanos() / count,
                        Run.BYTES, (used.writtenBytes() + counted.get(3)) / count,
                        Run.CORE_TO_CORE, coreToCore));
        for (Map.Entry<String, Double> each : phase.numbers().entrySet()) {
            run = run.with(each.getKey(), each.getValue());
        }
        report.add(run);
        if (isLatency) {
            report.add(new Run(label + "-p99", contender.name(), run.unit(), counted.get(5) / 1e3, run.numbers()));
        }
        return String.format(
                Locale.ROOT,
                "%.1f %s %.1f CPU ns/op, %.1f of the server  core to core %.0f ns",
                run.value(),
                run.unit(),
                run.number(Run.CPU),
                run.number(Run.SERVER_CPU),
                coreToCore);
    }

    /** A serving and a calling process, warmed up in this case, or in all that they will have. */
    private ChildProcess start(Turn turn, Harness harness) throws IOException, InterruptedException {
        Options options = harness.options();
        Contender contender = turn.contender();
        String label = turn.labels().getFirst();
        ChildProcess service = contender.start(List.of(), contender.mains().getFirst(), label, contender.name());
        ChildProcess last = service;
        try {
            String[] port = service.await("port", PATIENCE).split(" ");
            String users = Integer.toString(options.users().getFirst());
            last = contender
                    .start(List.of(), contender.mains().getLast(), label, contender.name(), port[0], users)
                    .with(service);
            servers.put(
                    last,
                    port.length == 1
                            ? service.handle()
                            : ProcessHandle.of(Long.parseLong(port[1])).orElseThrow());
            last.await("ready", PATIENCE);
            long millis = millis("-warm-up", options.warmUpMillis(), turn, harness) / WARM_UP_PIECES;
            for (String each : isKept(turn, harness) ? all(turn, harness) : turn.labels()) {
                for (int piece = 0; piece < WARM_UP_PIECES; piece++) {
                    phase(last, each, millis, options);
                }
            }
            return last;
        } catch (UnavailableException e) {
            last.close();
            throw e;
        }
    }

    /** All cases that a host's processes will have. */
    private static List<String> all(Turn turn, Harness harness) {
        return turn.block().groups().stream()
                .flatMap(group -> harness.comparison().group(group).stream()
                        .filter(label -> harness.options().wantsCase(group, label))
                        .filter(label -> turn.contender().takesPartIn(List.of(group, label))))
                .toList();
    }

    /**
     * What a caller answers.
     *
     * @param counted count, wall nanoseconds, two of usage, and the nanoseconds of two percentiles where the case is about latency
     * @param numbers what else it measured, as {@code NAME=NUMBER}
     */
    private record Phase(List<Double> counted, Map<String, Double> numbers) {
        static Phase parse(String done) {
            List<String> words = List.of(done.split(" "));
            return new Phase(
                    words.stream()
                            .filter(word -> !word.contains("="))
                            .map(Double::valueOf)
                            .toList(),
                    words.stream()
                            .filter(word -> word.contains("="))
                            .map(word -> word.split("="))
                            .collect(Collectors.toMap(pair -> pair[0], pair -> Double.valueOf(pair[1]))));
        }
    }

    private static Phase phase(ChildProcess caller, String label, long millis, Options options)
            throws InterruptedException {
        return Phase.parse(caller.ask("run " + label + " " + millis + " " + options.messages(), "done", PATIENCE));
    }
}
