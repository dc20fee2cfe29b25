package io.tellask.bench.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.PairSuite;
import io.tellask.bench.harness.Report;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the remoting bench with a few thousand messages, so that it is tried whenever the tests run. */
@Timeout(120)
@Order(3)
class RemotingSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @TempDir
    Path folder;

    @Test
    void measuresTheLimits() throws Exception {
        Report report = run(List.of("limit-wire", "limit-object"), List.of("ask", "latency-idle"));

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("ask", "limit-wire", "")).isPositive();
        assertThat(report.median("ask", "limit-object", "")).isPositive();
        assertThat(report.median("latency-idle", "limit-wire", "")).isPositive();
        assertThat(report.median("latency-idle-p99", "limit-wire", ""))
                .isGreaterThanOrEqualTo(report.median("latency-idle", "limit-wire", ""));
    }

    @Test
    void measuresTheLimitOfMailboxes() throws Exception {
        Report report = run(List.of("limit-hop"), List.of());

        assertThat(report.unavailable()).isEmpty();
        for (String label : List.of("tell", "ask", "tell-mailbox", "ask-mailbox")) {
            assertThat(report.median(label, "limit-hop", "")).as(label).isPositive();
        }
    }

    @Test
    void measuresTellask() throws Exception {
        Report report = run(List.of("tellask"), List.of("tell", "ask-mailbox", "ask-object", "blocking-1k"));

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("tell", "tellask", "")).isPositive();
        assertThat(report.median("ask-mailbox", "tellask", "")).isPositive();
        assertThat(report.median("ask-object", "tellask", "")).isPositive();
        assertThat(report.median("blocking-1k", "tellask", "")).isPositive();
    }

    @Test
    void measuresManyAndSizes() throws Exception {
        List<String> labels = List.of(
                "ask-threads", "ask-8-connections", "tell-1000-actors", "ask-1024-tls", "ask-any", "latency-paced");

        Report report = run(List.of("tellask"), labels);

        assertThat(report.unavailable()).isEmpty();
        for (String label : labels) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
        }
    }

    @Test
    @Tag("slow")
    void measuresTellaskInEveryCase() throws Exception {
        Report report = run(List.of("tellask"), List.of());

        assertThat(report.unavailable()).isEmpty();
        Comparison suite = Comparison.of("remoting");
        for (String label : Stream.of("remoting", "many", "sizes")
                .flatMap(each -> suite.group(each).stream())
                .toList()) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
        }
    }

    @Test
    void writesWhatItMeasuredAsJson() throws Exception {
        Report report = run(List.of("limit-wire"), List.of("tell"));
        report.unavailable("ask", "absent", "peer not built: module=\"absent\"");
        Path file = folder.resolve("remoting.json");

        report.write(file, "tellask bench remoting --tiny");

        assertThat(Files.readString(file))
                .contains("\"suite\": \"remoting\"", "\"machine\": \"", "\"jvm\": \"", "\"command\": \"")
                .contains("\"case\": \"tell\"", "\"contender\": \"limit-wire\"", "\"unit\": \"messages/s\"")
                .contains("\"higherIsBetter\": true", "\"runs\": [", "\"median\": ", "\"cpuNanosPerOp\": ")
                .contains("\"unavailable\": \"peer not built: module=\\\"absent\\\"\"");
    }

    @Test
    void refusesUnknownContender() {
        assertThatThrownBy(() -> run(List.of("corba"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contender=corba");
    }

    private static Report run(List<String> contenders, List<String> cases) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--tiny", "--contender", String.join(",", contenders)));
        if (!cases.isEmpty()) {
            arguments.addAll(List.of("--case", String.join(",", cases)));
        }
        return Harness.run("remoting", new PairSuite(), Options.parse(arguments), NOWHERE);
    }
}
