package io.tellask.bench.remoting;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Contender.Home;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Goal;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.Unit;
import io.tellask.bench.spi.Case;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How fast do calls between two processes go, and what do they cost? Client and server run in processes of their own and
 * talk over one loopback connection: <em>tell</em> sends two ints that the receiver adds up, <em>ask</em> gets their sum
 * back, thousands at a time, <em>latency</em> asks one by one. Contenders take turns within each round.
 *
 * <p>Command: {@code tellask bench remoting}. Not shown: networks, several connections or callers, large messages,
 * latency under load. {@code docs/benchmarks/METHOD.md} describes machine, tuning and reading.
 */
public final class RemotingSuite implements Suite {
    private static final int ROUNDS = 5;
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofSeconds(60);
    /** The warm-up comes in pieces, so that loops are entered anew once their compiled form is ready. */
    private static final int WARM_UP_PIECES = 4;

    private static final String OWN = "io.tellask.bench.remoting.";
    private static final List<String> PEERS_FLAGS = List.of(
            "-Xms512m", "-Xmx2g", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

    @Override
    public List<Contender> contenders() {
        return List.of(
                Contender.of("tellask", Home.OWN, OWN + "TellaskService", OWN + "TellaskCaller"),
                Contender.of("limit-wire", Home.OWN, OWN + "WireService", OWN + "WireCaller")
                        .in("tell", "ask", "latency-idle"),
                Contender.of("limit-object", Home.OWN, OWN + "ObjectService", OWN + "ObjectCaller")
                        .withFlags(List.of("-XX:+UseParallelGC"))
                        .in("tell", "ask"),
                peer("pekko", "pekko", "Pekko", "Pekko")
                        .in("tell", "ask", "latency-idle")
                        .withReference("tell", 4_303)
                        .withReference("ask", 16_079),
                peer("grpc-bidi", "grpc", "Grpc", "Bidi")
                        .in("tell", "ask")
                        .withReference("tell", 1_099)
                        .withReference("ask", 2_959),
                peer("grpc-unary", "grpc", "Grpc", "Unary")
                        .in("ask", "latency-idle")
                        .withReference("ask", 21_961));
    }

    private static Contender peer(String name, String library, String service, String caller) {
        String prefix = "io.tellask.bench." + library + ".";
        return Contender.of(
                        name,
                        Home.of("bench-peers/" + library),
                        prefix + service + "Service",
                        prefix + caller + "Caller")
                .withFlags(PEERS_FLAGS);
    }

    @Override
    public List<String> caseNames(Options options) {
        return Case.labels();
    }

    @Override
    public List<Goal> goals() {
        String peers = "pekko,grpc-bidi,grpc-unary";
        return List.of(
                Goal.of(Run.CPU, "tellask", "tell").over(peers),
                Goal.of(Run.CPU, "tellask", "ask").over(peers),
                Goal.of("", "tellask", "latency-idle").over("limit-wire"));
    }

    @Override
    public Map<String, Object> effort(Options options) {
        return options.toJson(ROUNDS);
    }

    @Override
    public void plan(Options options, Turns turns) {
        for (int round = 1; round <= options.rounds(ROUNDS); round++) {
            for (Case workload : Case.values()) {
                for (Contender contender : contenders()) {
                    String label = workload.label();
                    if (contender.takesPartIn(label)
                            && options.wantsContender(contender.name())
                            && options.wantsCase(label)) {
                        String title = "round " + round + " " + label + " " + contender.name();
                        turns.add(label, contender, title, () -> turn(contender, workload, options, turns.report()));
                    }
                }
            }
        }
    }

    /** A service process and a caller process, warmed up and measured. */
    private static String turn(Contender contender, Case workload, Options options, Report report)
            throws IOException, InterruptedException {
        String label = workload.label();
        double coreToCore = CoreToCore.measureNanos();
        try (ChildProcess service =
                contender.start(List.of(), List.of(contender.mains().getFirst(), label))) {
            String port = service.await("port", START)[0];
            try (ChildProcess caller =
                    contender.start(List.of(), List.of(contender.mains().getLast(), label, port))) {
                caller.await("ready", START);
                report.flags(contender.name(), contender.flags());
                for (int piece = 0; piece < WARM_UP_PIECES; piece++) {
                    phase(caller, options.warmUp().dividedBy(WARM_UP_PIECES), options.messages());
                }
                Usage before = usage(service);
                String[] words = phase(caller, options.measured(), options.messages());
                Usage both = usage(service).since(before).plus(Usage.of(words, 2));
                return record(contender.name(), workload, words, both, coreToCore, report);
            }
        }
    }

    private static String[] phase(ChildProcess caller, Duration time, long messages) throws InterruptedException {
        return caller.ask("run " + time.toMillis() + " " + messages, "done", time.plus(DRAIN));
    }

    private static Usage usage(ChildProcess service) throws InterruptedException {
        return Usage.of(service.ask("usage", "used", START), 0);
    }

    /** Words: count, wall nanoseconds, two of usage, and the nanoseconds of two percentiles where the case is about latency. */
    private static String record(
            String contender, Case workload, String[] words, Usage both, double coreToCore, Report report) {
        double count = Long.parseLong(words[0]);
        double cpu = both.cpuNanos() / count;
        String label = workload.label();
        Unit unit = workload.kind() == Case.Kind.LATENCY ? Unit.MICROSECONDS : Unit.MESSAGES_A_SECOND;
        double value =
                unit == Unit.MICROSECONDS ? Long.parseLong(words[4]) / 1e3 : count / (Long.parseLong(words[1]) / 1e9);
        Run run = Run.of(label, contender, unit, value)
                .with(Run.CPU, cpu)
                .with(Run.BYTES, both.writtenBytes() / count)
                .with(Run.CORE_TO_CORE, coreToCore);
        report.add(run);
        if (unit == Unit.MICROSECONDS) {
            report.add(new Run(label + "-p99", contender, unit, Long.parseLong(words[5]) / 1e3, run.numbers()));
        }
        return String.format(
                Locale.ROOT, "%.1f %s %.1f CPU ns/op  core to core %.0f ns", value, unit.text(), cpu, coreToCore);
    }
}
