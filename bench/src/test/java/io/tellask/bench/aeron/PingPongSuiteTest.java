package io.tellask.bench.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the ping-pong for moments, so that it is tried whenever the tests run. */
@Order(2)
class PingPongSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @TempDir
    private Path folder;

    private static Report run(String cases, String contenders) throws Exception {
        return Harness.run(
                "pingpong",
                new PingPongSuite(),
                Options.parse(List.of("--tiny", "--case", cases, "--contender", contenders)),
                NOWHERE);
    }

    @Test
    @Timeout(240)
    void pingsComeBackOverEveryMedium() throws Exception {
        Map<String, String> contenders = Map.of(
                "aeron-ipc", "limit-aeron,tellask-wire,tellask-tell,tellask-ask",
                "aeron-udp", "limit-aeron,tellask-wire",
                "tcp", "limit-socket,tellask-tell",
                "unix", "limit-socket,tellask-ask");
        for (Map.Entry<String, String> each : contenders.entrySet()) {
            Report report = run("rtt-" + each.getKey(), each.getValue());

            assertThat(report.unavailable()).isEmpty();
            for (String contender : each.getValue().split(",")) {
                for (String number : List.of("", "p50", "p99.9", "p100", "allocatedBytesPerOp")) {
                    assertThat(report.median("rtt-" + each.getKey(), contender, number))
                            .as("%s of %s over %s", number, contender, each.getKey())
                            .isPositive();
                }
            }
        }
    }

    @Test
    @Timeout(120)
    void pacedPingsAreMeasuredOrTheirRateIsNotReached() throws Exception {
        Report report = run("paced-10k-unix", "tellask-wire");

        if (report.unavailable().isEmpty()) {
            assertThat(report.median("paced-10k-unix", "tellask-wire", "p99.9")).isPositive();
        } else {
            assertThat(report.unavailable().getFirst().reason()).startsWith("rate not reached: wanted=10000/s");
        }
    }

    @Test
    @Timeout(120)
    void percentilesAreInTheJson() throws Exception {
        Path file = folder.resolve("pingpong.json");
        run("rtt-unix", "limit-socket").write(file, "tellask bench pingpong");

        assertThat(Files.readString(file)).contains("\"p50\": [", "\"p99.9\": [", "\"p99.999\": [", "\"mean\": [");
    }
}
