package io.tellask.bench.keyvalue;

import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Contender.Home;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Goal;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What does a served map cost? A million users are put into the key-value server; our own client gets and puts over Tellask's protocol, and
 * {@code redis-benchmark} and a client of ours do so over Redis' protocol, beside {@code redis-server}, with 1, 16 and 64 commands open on a
 * connection. Over Redis' protocol what counts is the CPU time of the server, over ours that of both processes.
 *
 * <p>Command: {@code tellask bench kv}. Not shown: several clients of our own, scans, a map that is larger than memory.
 */
public final class KvSuite implements Suite {
    private static final int ROUNDS = 5;
    private static final double SECONDS_A_TURN = 3;
    private static final double QUICK_SECONDS = 0.7;
    private static final String OURS = "tellask";
    private static final String NATIVE = "native";
    private static final String REDIS_BENCHMARK = "resp";
    private static final String OWN_CLIENT = "resp-own";
    private static final List<Integer> PIPELINES = List.of(1, 16, 64);

    private static final Contender TELLASK = Contender.of(OURS, Home.OWN);
    /** Redis without files: what it takes to answer. */
    private static final Contender REDIS = Contender.of("redis-server", Home.OWN, "--save", "", "--appendonly", "no")
            .in(REDIS_BENCHMARK);
    /** Redis with its append file, forced every second. */
    private static final Contender REDIS_AOF = Contender.of(
                    "redis-server-aof", Home.OWN, "--save", "", "--appendonly", "yes", "--appendfsync", "everysec")
            .in(REDIS_BENCHMARK);

    /** One case over Redis' protocol: who sends what with how many commands open. */
    private record Load(String generator, String command, int pipeline) {
        static List<Load> all() {
            List<Load> all = new ArrayList<>();
            for (String generator : List.of(REDIS_BENCHMARK, OWN_CLIENT)) {
                for (int pipeline : PIPELINES) {
                    all.add(new Load(generator, "get", pipeline));
                    all.add(new Load(generator, "set", pipeline));
                }
            }
            return all;
        }

        String label() {
            return generator + "-" + command + "-p" + pipeline;
        }

        /** As many as take about the time of a turn on a small machine; whole batches of our own client. */
        long operations(Options options, int round) {
            double expected = Math.min(700_000, 70_000.0 * pipeline);
            boolean brief = !options.isFull() || round == 0;
            long wanted = (long) (expected * (brief ? QUICK_SECONDS : SECONDS_A_TURN));
            long batch = (long) RespLoad.CONNECTIONS * pipeline;
            return Math.max(1, Math.min(wanted, options.messages()) / batch) * batch;
        }
    }

    @Override
    public List<Contender> contenders() {
        return List.of(TELLASK, REDIS, REDIS_AOF);
    }

    @Override
    public List<String> caseNames(Options options) {
        List<String> names = new ArrayList<>(List.of(NATIVE, REDIS_BENCHMARK, OWN_CLIENT));
        NativeLoad.KINDS.forEach(kind -> names.add(NATIVE + "-" + kind));
        Load.all().forEach(load -> names.add(load.label()));
        return names;
    }

    @Override
    public List<Goal> goals() {
        List<Goal> goals = new ArrayList<>();
        for (Load load : Load.all()) {
            goals.add(Goal.of(Run.CPU, OURS, load.label()).over(REDIS.name()).atMost(load.pipeline() == 1 ? 1.2 : 1));
        }
        goals.add(Goal.of("", OURS, "native-get-hit").atLeast(1.4e6));
        goals.add(Goal.of("", OURS, "native-get-miss").atLeast(4e6));
        return goals;
    }

    @Override
    public Map<String, Object> effort(Options options) {
        return options.toJson(ROUNDS);
    }

    @Override
    public void plan(Options options, Turns turns) throws InterruptedException {
        if (options.wantsContender(OURS)) {
            for (int round = 1; round <= options.rounds(ROUNDS); round++) {
                for (String kind : NativeLoad.KINDS) {
                    String label = NATIVE + "-" + kind;
                    if (options.wantsCase(NATIVE, label)) {
                        turns.add(NATIVE, TELLASK, "round " + round + " " + label, () -> {
                            turns.report().flags(OURS, List.of());
                            return turns.keep(NATIVE, () -> NativeLoad.start(options))
                                    .turn(kind, turns.report());
                        });
                    }
                }
            }
        }
        planResp(options, turns);
    }

    private void planResp(Options options, Turns turns) throws InterruptedException {
        List<Load> loads = new ArrayList<>(Load.all());
        loads.removeIf(load -> !options.wantsCase(load.label(), load.generator()));
        if (loads.isEmpty()) {
            return;
        }
        Optional<String> absence = RedisBenchmark.absence();
        absence.ifPresent(reason -> {
            turns.report().unavailable(REDIS_BENCHMARK, "redis-benchmark", reason);
            loads.removeIf(load -> load.generator().equals(REDIS_BENCHMARK));
        });
        List<Contender> servers = contenders().stream()
                .filter(each -> options.wantsContender(each.name()))
                .toList();
        for (Contender server : servers) {
            turns.add(REDIS_BENCHMARK, server, "load " + server.name(), () -> {
                turns.report().flags(server.name(), List.of());
                turns.keep(server.name(), () -> start(server, options));
                return "loaded " + users(options) + " users twice";
            });
        }
        for (int round = 0; round <= options.rounds(ROUNDS); round++) {
            for (Load load : loads) {
                for (Contender server : servers) {
                    int number = round;
                    turns.add(
                            REDIS_BENCHMARK,
                            server,
                            "round " + round + " " + load.label() + " " + server.name(),
                            () -> take(load, server, number, options, turns));
                }
            }
        }
    }

    private static int users(Options options) {
        return options.users().getFirst();
    }

    private static RespTarget start(Contender server, Options options) throws IOException, InterruptedException {
        return server.name().equals(OURS)
                ? RespTarget.tellask(users(options))
                : RespTarget.redis(server.name(), server.mains(), users(options));
    }

    /** Round 0 warms up. */
    private static String take(Load load, Contender server, int round, Options options, Turns turns)
            throws IOException, InterruptedException {
        RespTarget target = turns.keep(server.name(), () -> start(server, options));
        long operations = load.operations(options, round);
        double coreToCore = CoreToCore.measureNanos();
        long before = target.cpuNanos();
        double rate = load.generator().equals(REDIS_BENCHMARK)
                ? RedisBenchmark.rate(target.port(), users(options), load.command(), load.pipeline(), operations)
                : target.load().rate(load.command(), load.pipeline(), operations);
        double cpu = (double) (target.cpuNanos() - before) / operations;
        if (round > 0) {
            turns.report()
                    .add(Run.of(load.label(), server.name(), Unit.OPERATIONS_A_SECOND, rate)
                            .with(Run.CPU, cpu)
                            .with(Run.CORE_TO_CORE, coreToCore));
        }
        return String.format(Locale.ROOT, "%.0f/s  server %.0f CPU ns/op", rate, cpu);
    }
}
