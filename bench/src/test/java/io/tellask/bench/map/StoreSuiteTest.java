package io.tellask.bench.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the store bench with a few thousand users, so that it is tried whenever the tests run. */
@Order(2)
class StoreSuiteTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());
    private static final String OWN = "tellask,tellask-growing,limit-hashmap,limit-fsync";

    @Test
    @Timeout(120)
    void measuresEveryCase() throws Exception {
        Report report = run("operations", "reopen", "force");

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.warnings()).isEmpty();
        for (String label :
                new String[] {"insert-2k", "get-2k", "get-miss-2k", "get-batch-2k", "update-2k", "scan-2k"}) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
            assertThat(report.median(label, "tellask-growing", "")).as(label).isPositive();
            assertThat(report.median(label, "limit-hashmap", "")).as(label).isPositive();
        }
        for (String label : new String[] {
            "scan-records-2k",
            "space-2k",
            "heap-2k",
            "full-gc-2k",
            "reopen-clean-2k",
            "reopen-killed-2k",
            "force-512",
            "force-512-virtual"
        }) {
            assertThat(report.median(label, "tellask", "")).as(label).isPositive();
        }
        assertThat(report.median("force-1", "limit-fsync", "")).isPositive();
    }

    @Test
    @Timeout(60)
    void measuresOneCaseAndInsertion() throws Exception {
        Report report = run("get");

        assertThat(report.figures())
                .extracting(Figure::label)
                .containsOnly("insert-2k", "get-2k")
                .isNotEmpty();
    }

    @Test
    @Timeout(60)
    void addsToTheRunsOfEarlierCalls(@TempDir Path folder) throws Exception {
        runInPieces(folder, "tellask");
        runInPieces(folder, "tellask");

        Report report = runInPieces(folder, "limit-hashmap");

        assertThat(report.find("get-2k", "tellask").orElseThrow().numbers("")).hasSize(2);
        assertThat(report.find("get-2k", "tellask").orElseThrow().numbers("checksums"))
                .doesNotHaveDuplicates()
                .startsWith(report.find("get-2k", "limit-hashmap")
                        .orElseThrow()
                        .numbers("checksums")
                        .toArray(Double[]::new));
        assertThat(report.warnings()).isEmpty();
        assertThat(runAll("--results", folder.toString(), "--case", "none").figures())
                .hasSameSizeAs(report.figures());
    }

    private static Report run(String... cases) throws Exception {
        return runAll("--contender", OWN, "--case", String.join(",", cases), "--tiny");
    }

    private static Report runInPieces(Path folder, String contender) throws Exception {
        return runAll("--tiny", "--results", folder.toString(), "--contender", contender, "--case", "get");
    }

    private static Report runAll(String... arguments) throws Exception {
        return Harness.run("store", new StoreSuite(), Options.parse(List.of(arguments)), NOWHERE);
    }
}
