package io.tellask.bench.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.spi.Run;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the bench of executors with a few thousand messages, so that it is tried whenever the tests run. */
@Order(2)
class ExecutorsSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(600)
    void measuresEachContender() throws Exception {
        Report report = Harness.run(
                "executors",
                new ExecutorsSuite(),
                Options.parse(List.of("--tiny", "--case", "many-64,map-few-64")),
                NOWHERE);

        assertThat(report.unavailable()).isEmpty();
        PerfStat.Abilities abilities = PerfStat.abilities();
        assertThat(report.notes()).containsAll(abilities.reasons());
        boolean countsMisses = abilities.events().contains(PerfStat.CACHE_MISSES);
        for (String label : List.of("many-64", "map-few-64")) {
            for (String contender :
                    List.of("tellask-pool", "tellask-dedicated", "dedicated", "stealing", "fixed", "virtual")) {
                assertThat(report.median(label, contender, ""))
                        .as(label + " " + contender)
                        .isPositive();
                assertThat(report.median(label, contender, "switchesOfAThousand"))
                        .as(label + " " + contender)
                        .isNotNegative();
                assertThat(report.median(label, contender, Run.MILLIS)).isPositive();
                assertThat(Double.isNaN(report.median(label, contender, ExecutorsProcess.MISSES)))
                        .as(label + " " + contender)
                        .isNotEqualTo(countsMisses);
            }
        }
    }
}
