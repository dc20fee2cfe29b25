package io.tellask.bench.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Effort;
import io.tellask.bench.report.Report;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the kv bench with a few thousand users, so that it is tried whenever the tests run. */
class KvBenchTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(120)
    void measuresEveryCase() throws Exception {
        Report report = KvBench.run(BenchOptions.of(Effort.TINY), NOWHERE);

        assertThat(report.unavailable())
                .allSatisfy(absence -> assertThat(absence.reason()).contains("is not installed"));
        for (String label :
                new String[] {"native-get-hit", "native-get-miss", "native-put", "resp-own-get-p16", "resp-own-set-p64"
                }) {
            assertThat(report.median(label, "tellask")).as(label).isPositive();
        }
    }
}
