package io.tellask.bench.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.PairSuite;
import io.tellask.bench.harness.Report;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the kv bench with a few thousand users, so that it is tried whenever the tests run. */
@Order(1)
class KvSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(120)
    void measuresEveryCase() throws Exception {
        Report report = Harness.run("kv", new PairSuite(), Options.parse(List.of("--tiny")), NOWHERE);

        assertThat(report.unavailable())
                .allSatisfy(absence -> assertThat(absence.reason()).contains("is not installed"));
        for (String label :
                new String[] {"native-get-hit", "native-get-miss", "native-put", "resp-own-get-p16", "resp-own-set-p64"
                }) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
        }
    }
}
