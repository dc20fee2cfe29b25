package io.tellask.bench.helidon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.web.WebSuite;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HelidonContenderTest {
    @Test
    @Timeout(120)
    void answersEveryCase() throws Exception {
        Report report = Harness.run(
                "web",
                new WebSuite(),
                Options.parse(List.of("--tiny", "--contender", "helidon")),
                new PrintStream(PrintStream.nullOutputStream()));

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("rest-get", "helidon", "")).isPositive();
        assertThat(report.median("rest-post", "helidon", "")).isPositive();
    }
}
