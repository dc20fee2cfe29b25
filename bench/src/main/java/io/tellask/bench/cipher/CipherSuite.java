package io.tellask.bench.cipher;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast are key streams and boxes, beside BouncyCastle's and the JDK's, and what does a sealed token cost beside what such tokens were made of before?
 * A stream goes on from call to call; a box has the next nonce in each.
 *
 * <p>Command: {@code tellask bench cipher}. Each contender has a new JVM for each case and round; what counts is the CPU time of its one thread after a
 * warm-up. Not shown: what comes before, many keys, several threads.
 */
public final class CipherSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> EFFORT = List.of("warmUpMillis", "windows", "windowMillis");

    private final Map<String, Double> checksums = new HashMap<>();

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (int) comparison.number(name, options)));
        return effort;
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return List.of(new Block(comparison.groups(), 0, "", 1, options.rounds(comparison.rounds()), true));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        String label = turn.labels().getFirst();
        harness.report().flags(contender.name(), contender.flags());
        try (ChildProcess process = contender.start(
                harness.options().collectorFlags(),
                CipherProcess.class.getName(),
                contender.mains().getFirst(),
                label,
                "" + harness.number("warmUpMillis"),
                "" + harness.number("windows"),
                "" + harness.number("windowMillis"))) {
            List<Run> runs = Run.parseAll(process.await("runs", PATIENCE));
            for (Run run : runs) {
                double checksum = run.number(CipherProcess.CHECKSUM);
                if (!Double.isNaN(checksum) && checksum != checksums.computeIfAbsent(label, first -> checksum)) {
                    harness.report().warn("checksums differ: case=" + label + ", contender=" + contender.name());
                }
            }
            return harness.record(turn, runs);
        }
    }
}
