package io.tellask.bench.cluster;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What does a map cost that three members keep, or that three groups of one member each share, and for how long does it stand still when its leader
 * goes? Cases: those of {@link Load}; {@code kill},
 * from {@code kill -9} of the leader until a put is answered that began afterwards; {@code handover}, the longest time without an answer while a
 * leader leaves.
 *
 * <p>Command: {@code tellask bench cluster}. Three members and who calls them are processes on loopback, started anew for each turn, in which all cases
 * of a group come one after the other. CPU time is that of all of them; the members' alone stands beside it. Not shown: networks, where members do
 * not share their cores with each other and with the caller.
 */
public final class ClusterSuite implements Suite {
    private static final List<String> EFFORT = List.of("warmUpMillis", "measuredMillis", "calls", "kills", "handovers");
    private static final long SETTLE_MILLIS = 1_000; // of a member that has begun again, until the next end

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (long) comparison.number(name, options)));
        return effort;
    }

    @Override
    public Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("CPU", Run.CPU);
        columns.put("members", Run.SERVER_CPU);
        columns.put("failed", "failed");
        return columns;
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return List.of(new Block(comparison.groups(), 0, "", 1, options.rounds(comparison.rounds()), false));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        harness.report().flags(turn.contender().name(), turn.contender().flags());
        List<Run> runs = new ArrayList<>();
        try (Group group = Group.start(turn.contender())) {
            group.load().ask("fill", "filled", Group.PATIENCE);
            if (turn.group().equals("calls")) {
                for (String label : turn.labels()) {
                    measure(group, label, harness.number("warmUpMillis"), harness);
                    runs.addAll(measure(group, label, harness.number("measuredMillis"), harness));
                }
            } else {
                for (String label : turn.labels()) {
                    runs.addAll(label.equals("kill") ? kills(group, harness) : handovers(group, harness));
                }
            }
        }
        return harness.record(turn, runs);
    }

    private static List<Run> measure(Group group, String label, int millis, Harness harness)
            throws InterruptedException {
        ChildProcess load = group.load();
        Usage membersBefore = group.ofMembers();
        Usage callerBefore = group.ofCaller();
        String command = "run " + label + " " + millis + " " + harness.number("calls");
        List<Run> runs = Run.parseAll(load.ask(command, "runs", Group.PATIENCE));
        double members = group.ofMembers().since(membersBefore).cpuNanos();
        double caller = group.ofCaller().since(callerBefore).cpuNanos();
        return runs.stream()
                .map(run -> run.with(Run.SERVER_CPU, members / run.number("operations"))
                        .with(Run.CPU, (members + caller) / run.number("operations")))
                .toList();
    }

    private static List<Run> kills(Group group, Harness harness) throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        double failed = 0;
        for (int i = 0; i < harness.number("kills"); i++) {
            int leader = group.leader();
            group.load().ask("begin", "begun", Group.PATIENCE);
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            long pid = group.member(leader).handle().pid();
            String gap = group.load().ask("kill " + pid, "killed", Group.PATIENCE);
            millis.add(Double.parseDouble(gap) / 1e6);
            failed += failures(group);
            group.restart(leader);
        }
        return runs("kill", millis, failed);
    }

    private static double failures(Group group) throws InterruptedException {
        return Double.parseDouble(
                group.load().ask("end", "ended", Group.PATIENCE).split(" ")[1]);
    }

    private static List<Run> handovers(Group group, Harness harness) throws IOException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        double failed = 0;
        for (int i = 0; i < harness.number("handovers"); i++) {
            int leader = group.leader();
            group.load().ask("begin", "begun", Group.PATIENCE);
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            group.member(leader).ask("leave", "left", Group.PATIENCE);
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            String[] words = group.load().ask("end", "ended", Group.PATIENCE).split(" ");
            millis.add(Double.parseDouble(words[0]) / 1e6);
            failed += Double.parseDouble(words[1]);
            group.restart(leader);
        }
        return runs("handover", millis, failed);
    }

    private static List<Run> runs(String label, List<Double> millis, double failed) {
        List<Double> sorted = millis.stream().sorted().toList();
        return List.of(
                Run.of(label, "", "ms", sorted.get(sorted.size() / 2)).with("failed", failed),
                Run.of(label + "-p99", "", "ms", sorted.get((int) Math.ceil(0.99 * sorted.size()) - 1))
                        .with("failed", failed));
    }
}
