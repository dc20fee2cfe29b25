package io.tellask.bench.micro;

import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.JmhRun;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What does one operation need, alone in a JVM? Each turn is a fork of JMH, and contenders take turns within each round. A case is a method of the
 * contender's benchmark and a size, as in {@code obtain-4096}; where the suite's file says {@code number sizesAreThreads 1}, so many threads; or a name
 * for the reader, as in {@code price-encode}.
 *
 * <p>Commands: {@code tellask bench crypto}, {@code locks}, {@code memory}, {@code json}, {@code struct}. A figure is the mean of the windows of a fork in nanoseconds,
 * {@code errorNanos} half of its 99.9 % interval as JMH computes it. Not shown: cold code, and what operations do to each other's caches.
 */
public final class MicroSuite implements Suite {
    private static final String UNIT = "ns/op";
    private static final List<String> EFFORT = List.of("warmUps", "windows", "windowMillis");

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
        harness.report().flags(contender.name(), contender.flags());
        String label = turn.labels().getFirst();
        String size = label.substring(label.lastIndexOf('-') + 1);
        boolean isThreads = harness.comparison().has("sizesAreThreads");
        TimeValue window = TimeValue.milliseconds(harness.number("windowMillis"));
        OptionsBuilder jmh = new OptionsBuilder();
        jmh.include("^" + contender.mains().getFirst().replace(".", "\\.") + "\\." + turn.group() + "$")
                .param("contender", contender.name())
                .forks(1)
                .threads(isThreads ? Integer.parseInt(size) : 1)
                .warmupIterations(harness.number("warmUps"))
                .warmupTime(window)
                .measurementIterations(harness.number("windows"))
                .measurementTime(window)
                .jvmArgs(contender.flags().toArray(String[]::new))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.NORMAL);
        if (contender.mains().size() > 1) {
            jmh.param("provider", contender.mains().getLast());
        }
        if (!isThreads && size.chars().allMatch(Character::isDigit)) {
            jmh.param("size", size);
        }
        RunResult result = JmhRun.run(contender, jmh, harness.options());
        Result<?> figure = result.getPrimaryResult();
        Run run = Run.of(label, contender.name(), UNIT, figure.getScore());
        if (!Double.isNaN(figure.getScoreError())) {
            run = run.with("errorNanos", figure.getScoreError());
        }
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return harness.record(turn, List.of(allocated == null ? run : run.with(Run.ALLOCATED, allocated.getScore())));
    }
}
