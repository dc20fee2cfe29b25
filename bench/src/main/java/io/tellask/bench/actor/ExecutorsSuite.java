package io.tellask.bench.actor;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where should actors run? Each has a state of its own and handles messages that it sends to itself: {@code few} has three actors for each thread,
 * {@code many} 30, {@code crowd} 1,000, with 100 accesses a message; {@code short} three, with 20. The size of a case is that of each state, in bytes; in
 * entries of a map, where the case says so.
 *
 * <p>Command: {@code tellask bench executors}; {@code number threads} of the suite's file, 0: as many as processors. Each contender has a new JVM for each case and round.
 * Not shown: messages between actors, see {@code tellask bench actors}.
 */
public final class ExecutorsSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<String> EFFORT = List.of("threads", "messages", "warmUps");

    private List<String> events = List.of(); // which perf counts

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (int) comparison.number(name, options)));
        return effort;
    }

    @Override
    public Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("CPU", Run.CPU);
        columns.put("ms", Run.MILLIS);
        columns.put("switches", ExecutorsProcess.SWITCHES);
        columns.put("misses", ExecutorsProcess.MISSES);
        return columns;
    }

    @Override
    public void begin(Report report) throws IOException, InterruptedException {
        PerfStat.Abilities abilities = PerfStat.abilities();
        events = abilities.events();
        report.note("ms are of a whole run, switches (of context) of a thousand messages, misses (of caches) of one");
        abilities.reasons().forEach(report::note);
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return List.of(new Block(comparison.groups(), 0, "", 1, options.rounds(comparison.rounds()), true));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        harness.report().flags(contender.name(), contender.flags());
        int threads =
                harness.number("threads") == 0 ? Runtime.getRuntime().availableProcessors() : harness.number("threads");
        List<String> arguments = new ArrayList<>(List.of(
                ExecutorsProcess.class.getName(),
                contender.name(),
                turn.labels().getFirst(),
                "" + threads,
                "" + harness.number("messages"),
                "" + harness.number("warmUps")));
        arguments.addAll(events);
        try (ChildProcess process = contender.start(
                List.of("-Djdk.virtualThreadScheduler.parallelism=" + threads), arguments.toArray(String[]::new))) {
            return harness.record(turn, Run.parseAll(process.await("runs", PATIENCE)));
        }
    }
}
