package io.tellask.bench.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.spi.Run;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the bench of actors with a few thousand messages, so that it is tried whenever the tests run. */
@Timeout(120)
@Order(2)
class ActorsSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @ParameterizedTest
    @CsvSource(textBlock = """
            'tell-16,wake',                 'tellask-thread,tellask-virtual,limit-queue,limit-publisher'
            'ask,ring-10000',               tellask
            'spawn-1000000,timers-1000000', tellask
            'wake,wake-timer,wake-dispatcher', 'tellask,limit-park'
            """)
    void measuresEachCase(String labels, String contenders) throws Exception {
        Report report = Harness.run(
                "actors",
                new ActorsSuite(),
                Options.parse(List.of("--tiny", "--case", labels, "--contender", contenders)),
                NOWHERE);

        assertThat(report.unavailable()).isEmpty();
        for (String label : labels.split(",")) {
            for (String contender : contenders.split(",")) {
                assertThat(report.median(label, contender, ""))
                        .as(label + " " + contender)
                        .isPositive();
                assertThat(report.median(label, contender, label.startsWith("wake") ? "samples" : Run.CPU))
                        .as(label + " " + contender)
                        .isNotNegative();
            }
        }
    }
}
