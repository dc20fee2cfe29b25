package io.tellask.bench.actor;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What do messages between actors of one process cost, and actors themselves? Cases: {@code tell-N}, from N threads to one actor; {@code ask}, a sum,
 * thousands at a time; {@code ring-N}, a few messages that go round N actors; {@code spawn-N}, actors that wait, in time and in heap;
 * {@code timers-N}, likewise; {@code wake}, from a thread to an actor that has nothing to do, one way; {@code wake-dispatcher}, from an actor on another
 * dispatcher; {@code wake-timer}, from the instant of a timer to its task. For the timer the bare form is a {@code ScheduledThreadPoolExecutor}.
 *
 * <p>Command: {@code tellask bench actors}. Each contender has a new JVM for each case and round. What counts is the CPU time of the process, the
 * senders' and the collector's included. Not shown: actors with work to do, see {@code tellask bench executors}; and other processes, see
 * {@code tellask bench remoting}.
 */
public final class ActorsSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final List<String> EFFORT = List.of("warmUpMillis", "windows", "windowMillis", "messages");

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (long) comparison.number(name, options)));
        return effort;
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return List.of(new Block(comparison.groups(), 0, "", 1, options.rounds(comparison.rounds()), true));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        harness.report().flags(contender.name(), contender.flags());
        try (ChildProcess process = contender.startBesideOwn(
                ActorsProcess.class.getName(),
                contender.mains().getFirst(),
                contender.name(),
                turn.labels().getFirst(),
                "" + harness.number("warmUpMillis"),
                "" + harness.number("windows"),
                "" + harness.number("windowMillis"),
                "" + harness.number("messages"))) {
            return harness.record(turn, Run.parseAll(process.await("runs", PATIENCE)));
        }
    }
}
