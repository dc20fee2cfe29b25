package io.tellask.bench.keyvalue;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.CoreToCore;
import io.tellask.bench.report.Report;
import io.tellask.bench.report.Run;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The kv suite's cases over Redis' protocol: GET and SET with 1, 16 and 64 commands open on a connection, by {@code redis-benchmark} and by our
 * own client, which compares every value. What counts is the CPU time of the server.
 */
final class KvResp {
    /** Redis without files: what it takes to answer. */
    static final String REDIS = "redis-server";

    static final String OURS = "tellask";
    static final List<Integer> PIPELINES = List.of(1, 16, 64);
    static final List<String> COMMANDS = List.of("get", "set");

    /** Redis with its append file, forced every second. */
    private static final String REDIS_AOF = "redis-server-aof";

    private static final List<String> GENERATORS = List.of("resp", "resp-own");
    private static final double SECONDS_A_TURN = 3;
    private static final double QUICK_SECONDS = 0.7;

    private final BenchOptions options;
    private final Report report;
    private final PrintStream progress;
    private final List<Served> servers = new ArrayList<>();

    KvResp(BenchOptions options, Report report, PrintStream progress) {
        this.options = options;
        this.report = report;
        this.progress = progress;
    }

    /** A server that holds all users, and our connections to it. */
    private record Served(RespTarget target, RespLoad load) {}

    /** One case: who sends what with how many commands open. */
    private record Turn(String generator, String command, int pipeline) {
        String label() {
            return generator + "-" + command + "-p" + pipeline;
        }
    }

    void run() throws IOException, InterruptedException {
        List<Turn> turns = turns();
        if (turns.isEmpty()) {
            return;
        }
        try {
            startAll();
            for (int round = 0; round <= options.effort().rounds(); round++) {
                for (Turn turn : turns) {
                    for (Served served : servers) {
                        take(turn, served, round);
                    }
                }
            }
        } finally {
            for (Served served : servers) {
                served.load().close();
                served.target().close();
            }
        }
    }

    private List<Turn> turns() throws InterruptedException {
        boolean generatorMissing = RedisBenchmark.absence().isPresent();
        List<Turn> turns = new ArrayList<>();
        for (String generator : GENERATORS) {
            for (int pipeline : PIPELINES) {
                for (String command : COMMANDS) {
                    Turn turn = new Turn(generator, command, pipeline);
                    if (options.wantsCase(turn.label()) || options.wantsCase(generator)) {
                        turns.add(turn);
                    }
                }
            }
        }
        if (generatorMissing) {
            RedisBenchmark.absence().ifPresent(reason -> report.unavailable("resp", "redis-benchmark", reason));
            turns.removeIf(turn -> turn.generator().equals(GENERATORS.getFirst()));
        }
        return turns;
    }

    private void startAll() throws IOException, InterruptedException {
        start(OURS, () -> RespTarget.tellask(OURS));
        start(REDIS, () -> RespTarget.redis(REDIS, List.of("--save", "", "--appendonly", "no")));
        start(
                REDIS_AOF,
                () -> RespTarget.redis(
                        REDIS_AOF, List.of("--save", "", "--appendonly", "yes", "--appendfsync", "everysec")));
    }

    /** Starts a server. */
    private interface Starting {
        RespTarget start() throws IOException, InterruptedException;
    }

    private void start(String name, Starting starting) throws IOException, InterruptedException {
        if (!options.wantsContender(name)) {
            return;
        }
        try {
            RespTarget target = starting.start();
            report.flags(name, List.of());
            RespLoad load = new RespLoad(target.port(), options.effort().users());
            servers.add(new Served(target, load));
            load.fill(target.port());
            progress.println(name + "  loaded " + options.effort().users() + " users twice");
        } catch (UnavailableException | ChildProcess.FailedException e) {
            report.unavailable("resp", name, String.valueOf(e.getMessage()));
            progress.println(name + "  not run: " + e.getMessage());
        }
    }

    /** Round 0 warms up. */
    private void take(Turn turn, Served served, int round) throws IOException, InterruptedException {
        RespTarget target = served.target();
        long operations = operations(turn, round);
        double coreToCore = CoreToCore.measureNanos();
        long before = target.cpuNanos();
        double rate = turn.generator().equals(GENERATORS.getFirst())
                ? new RedisBenchmark(target.port(), options.effort().users())
                        .rate(turn.command(), turn.pipeline(), operations)
                : served.load().rate(turn.command(), turn.pipeline(), operations);
        double cpu = (double) (target.cpuNanos() - before) / operations;
        if (round > 0) {
            report.add(Run.of(turn.label(), target.name(), Run.Unit.OPERATIONS_A_SECOND, rate)
                    .with(Run.CPU, cpu)
                    .with(Run.CORE_TO_CORE, coreToCore));
            progress.printf(
                    Locale.ROOT,
                    "round %d/%d  %-18s %-18s %9s/s  server %7.0f CPU ns/op%n",
                    round,
                    options.effort().rounds(),
                    turn.label(),
                    target.name(),
                    Report.shorten(rate),
                    cpu);
        }
    }

    /** As many as take about the time of a turn on a small machine; whole batches of our own client. */
    private long operations(Turn turn, int round) {
        double expected = Math.min(700_000, 70_000.0 * turn.pipeline());
        boolean quick = !options.effort().isFull() || round == 0;
        long wanted = (long) (expected * (quick ? QUICK_SECONDS : SECONDS_A_TURN));
        long batch = (long) RespLoad.CONNECTIONS * turn.pipeline();
        long capped = Math.min(wanted, options.effort().messages());
        return Math.max(1, capped / batch) * batch;
    }
}
