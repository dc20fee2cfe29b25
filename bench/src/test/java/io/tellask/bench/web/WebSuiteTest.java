package io.tellask.bench.web;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the web bench with a few thousand messages, so that it is tried whenever the tests run. */
@Timeout(600)
@Order(2)
class WebSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @ParameterizedTest
    @CsvSource(textBlock = """
            push-100,        'tellask,limit-netty'
            push-100-bursts, 'tellask-json,tellask-cbor'
            """)
    void pushesToAHundredPages(String label, String contenders) throws Exception {
        Report report = run(contenders, label);

        assertThat(report.unavailable()).isEmpty();
        for (String contender : contenders.split(",")) {
            assertThat(report.median(label, contender, "")).as(contender).isPositive();
            assertThat(report.median(label, contender, "itemsPerMessage"))
                    .as(contender)
                    .isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void pushesAsMuchAsPagesTake() throws Exception {
        Report report = run("tellask-json", "push-100-most");

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("push-100-most", "tellask-json", Run.SERVER_CPU))
                .isNotNegative();
    }

    @Test
    void opensAThousandBrowsers() throws Exception {
        Report report = run("tellask-json", "browsers-1000");

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("browsers-1000", "tellask-json", "heapBytesPerSession"))
                .isBetween(1_000.0, 1_000_000.0);
        assertThat(report.median("browsers-1000-p99", "tellask-json", "")).isPositive();
    }

    @Test
    void answersRestAndTicks() throws Exception {
        Report report = run("tellask-rest,tellask-ws,tellask-http", "rest-get,rest-post,long-poll");

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("rest-get", "tellask-rest", "")).isPositive();
        assertThat(report.median("rest-post", "tellask-rest", "")).isPositive();
        assertThat(report.median("long-poll-p99", "tellask-ws", "")).isPositive();
        assertThat(report.median("long-poll-p99", "tellask-http", "")).isPositive();
    }

    @Test
    void servesBesideIdleConnections() throws Exception {
        Report report = run("tellask-pages,blocking-pool", "idle-tls-1000");

        assertThat(report.median("idle-tls-1000", "tellask-pages", "")).isPositive();
        assertThat(report.median("idle-tls-1000", "tellask-pages", "residentBytesPerConnection"))
                .isBetween(1_000.0, 1_000_000.0);
        assertThat(report.unavailable().toString())
                .contains(
                        "label=idle-tls-1000, contender=blocking-pool",
                        "connection 201 got no answer",
                        "192 idle ones");
    }

    @Test
    void makesAPageReady() throws Exception {
        Report report = run("tellask-esbuild,tellask-modules", "page");

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("page-cold", "tellask-esbuild", "")).isPositive();
        assertThat(report.median("page-changed", "tellask-modules", "")).isPositive();
        assertThat(report.median("page-cached", "tellask-esbuild", "requests")).isEqualTo(1);
        assertThat(report.median("page-cached", "tellask-modules", "requests")).isGreaterThan(1);
    }

    private static Report run(String contenders, String cases) throws Exception {
        Options options = Options.parse(List.of("--tiny", "--contender", contenders, "--case", cases));
        return Harness.run("web", new WebSuite(), options, NOWHERE);
    }
}
