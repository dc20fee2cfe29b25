package io.tellask.bench.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the multicast bench for moments, so that it is tried whenever the tests run. */
@Order(2)
class MulticastSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    private static Report run(String cases, String contenders) throws Exception {
        return Harness.run(
                "multicast",
                new MulticastSuite(),
                Options.parse(List.of("--tiny", "--case", cases, "--contender", contenders)),
                NOWHERE);
    }

    @Test
    @Timeout(180)
    void messagesReachTwoProcesses() throws Exception {
        Report report = run("multicast-2", "limit-aeron,tellask-topics");

        assertThat(report.unavailable()).isEmpty();
        for (String contender : List.of("limit-aeron", "tellask-topics")) {
            assertThat(report.median("multicast-2", contender, "")).isPositive();
        }
    }

    @Test
    @Timeout(120)
    void pricesAreTheSameBehindTheWire() throws Exception {
        Report report = run("encode", "tellask-struct,tellask");

        assertThat(report.unavailable()).isEmpty();
        for (String contender : List.of("tellask-struct", "tellask")) {
            assertThat(report.median("encode", contender, "")).isPositive();
        }
    }
}
