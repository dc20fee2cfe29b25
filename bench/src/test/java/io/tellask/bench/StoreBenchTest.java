package io.tellask.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the store bench with a few thousand users, so that it is tried whenever the tests run. */
class StoreBenchTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(120)
    void measuresEveryCase() throws Exception {
        Report report = StoreBench.run(BenchOptions.of(Effort.TINY), NOWHERE);

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.warnings()).isEmpty();
        for (String label : new String[] {"insert-2k", "get-2k", "get-miss-2k", "update-2k", "scan-2k"}) {
            assertThat(report.median(label, "tellask")).as(label).isPositive();
            assertThat(report.median(label, "tellask-growing")).as(label).isPositive();
            assertThat(report.median(label, "limit-hashmap")).as(label).isPositive();
        }
    }
}
