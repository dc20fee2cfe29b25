package io.tellask.bench.harness;

import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What does a conversation between two processes cost? A serving process and a calling one talk over loopback; the caller is
 * told how long to go on, and answers with what it has done. Groups of cases whose times are among the numbers of the
 * suite's file keep a pair of processes for each contender, in all others each turn has a new pair.
 *
 * <p>Commands: {@code tellask bench remoting}, {@code tellask bench kv}; {@code docs/benchmarks/METHOD.md} says what they ask.
 */
public final class PairSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** The warm-up comes in pieces, so that loops are entered anew once their compiled form is ready. */
    private static final int WARM_UP_PIECES = 4;

    /** A case of a group; all groups whose names begin with the same word share their processes. */
    private record Case(String group, String label) {
        String host() {
            return group.split("-")[0];
        }

        boolean has(Contender contender) {
            return contender.takesPartIn(label) || contender.takesPartIn(group);
        }
    }

    @Override
    public void plan(Comparison comparison, Options options, Turns turns) {
        List<Case> wanted = comparison.cases().entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(label -> new Case(each.getKey(), label)))
                .filter(each -> options.wantsCase(each.group(), each.label()))
                .toList();
        for (String host : wanted.stream().map(Case::host).distinct().toList()) {
            List<Case> cases =
                    wanted.stream().filter(each -> each.host().equals(host)).toList();
            Pairs pairs = new Pairs(host, cases, comparison, options, turns);
            for (int round = 1; round <= options.rounds(comparison.rounds()); round++) {
                for (Case each : cases) {
                    for (Contender contender : comparison.contenders()) {
                        if (comparison.isDue(contender, each.group(), round, options)
                                || comparison.isDue(contender, each.label(), round, options)) {
                            String title = "round " + round + " " + each.label() + " " + contender.name();
                            turns.add(each.group(), contender, title, () -> pairs.turn(title, each, contender));
                        }
                    }
                }
            }
        }
    }

    /** The pairs of processes of a host, and the turns that they take. */
    private static final class Pairs {
        private final List<Case> cases;
        private final Options options;
        private final Turns turns;
        private final boolean isKept;
        private final String host;
        private final long warmUpMillis;
        private final long measuredMillis;
        /** The processes whose CPU time counts beside the caller's, by caller. */
        private final Map<ChildProcess, ProcessHandle> servers = new HashMap<>();

        Pairs(String host, List<Case> cases, Comparison comparison, Options options, Turns turns) {
            this.cases = cases;
            this.options = options;
            this.turns = turns;
            this.host = host;
            isKept = comparison.numbers().containsKey(host + "-measured");
            warmUpMillis =
                    (long) ((isKept ? comparison.number(host + "-warm-up", options) : 1) * options.warmUpMillis());
            measuredMillis =
                    (long) ((isKept ? comparison.number(host + "-measured", options) : 1) * options.measuredMillis());
        }

        /** A serving and a calling process, warmed up in this case, or in all that they will have. */
        private ChildProcess start(Contender contender, Case one) throws IOException, InterruptedException {
            ChildProcess service =
                    contender.start(List.of(), contender.mains().getFirst(), one.label(), contender.name());
            ChildProcess last = service;
            try {
                String[] portAndProcess = service.await("port", PATIENCE).split(" ");
                last = startCaller(contender, one, portAndProcess[0]).with(service);
                boolean isOther = portAndProcess.length > 1;
                servers.put(
                        last,
                        isOther
                                ? ProcessHandle.of(Long.parseLong(portAndProcess[1]))
                                        .orElseThrow()
                                : service.handle());
                last.await("ready", PATIENCE);
                for (Case each : isKept ? cases : List.of(one)) {
                    for (int piece = 0; each.has(contender) && piece < WARM_UP_PIECES; piece++) {
                        phase(last, each.label(), warmUpMillis / WARM_UP_PIECES);
                    }
                }
                return last;
            } catch (UnavailableException e) {
                last.close();
                throw e;
            }
        }

        private ChildProcess startCaller(Contender contender, Case one, String port) throws IOException {
            String users = Integer.toString(options.users().getFirst());
            return contender.start(List.of(), contender.mains().getLast(), one.label(), contender.name(), port, users);
        }

        private String[] phase(ChildProcess caller, String label, long millis) throws InterruptedException {
            return caller.ask("run " + label + " " + millis + " " + options.messages(), "done", PATIENCE)
                    .split(" ");
        }

        /** Words: count, wall nanoseconds, two of usage, and the nanoseconds of two percentiles where the case is about latency. */
        String turn(String title, Case one, Contender contender) throws IOException, InterruptedException {
            Report report = turns.report();
            report.flags(contender.name(), contender.flags());
            ChildProcess caller = turns.keep(isKept ? host : title, contender, () -> start(contender, one));
            ProcessHandle server = Objects.requireNonNull(servers.get(caller));
            double coreToCore = CoreToCore.measureNanos();
            Usage before = Usage.of(server);
            String[] words = phase(caller, one.label(), measuredMillis);
            Usage both =
                    Usage.of(server).since(before).plus(new Usage(Long.parseLong(words[2]), Long.parseLong(words[3])));
            double count = Double.parseDouble(words[0]);
            boolean isLatency = words.length > 4;
            double rate = count / Double.parseDouble(words[1]) * 1e9;
            String operations = one.host().equals("remoting") ? "messages/s" : Run.OPERATIONS_A_SECOND;
            Run run = new Run(
                            one.label(),
                            contender.name(),
                            isLatency ? Run.MICROSECONDS : operations,
                            isLatency ? Double.parseDouble(words[4]) / 1e3 : rate,
                            Map.of(Run.CPU, both.cpuNanos() / count, Run.CORE_TO_CORE, coreToCore))
                    .with(Run.BYTES, both.writtenBytes() / count);
            report.add(run);
            if (isLatency) {
                String label = one.label() + "-p99";
                report.add(new Run(
                        label, contender.name(), run.unit(), Double.parseDouble(words[5]) / 1e3, run.numbers()));
            }
            return String.format(
                    Locale.ROOT,
                    "%.1f %s %.1f CPU ns/op  core to core %.0f ns",
                    run.value(),
                    run.unit(),
                    run.number(Run.CPU),
                    coreToCore);
        }
    }
}
