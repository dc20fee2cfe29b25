package io.tellask.bench.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Effort;
import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the store bench with a few thousand users, so that it is tried whenever the tests run. */
class StoreBenchTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());
    private static final List<String> OWN = List.of("tellask", "tellask-growing", "limit-hashmap", "limit-fsync");

    @Test
    @Timeout(120)
    void measuresEveryCase() throws Exception {
        Report report = run("operations", "reopen", "force");

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.warnings()).isEmpty();
        for (String label :
                new String[] {"insert-2k", "get-2k", "get-miss-2k", "get-batch-2k", "update-2k", "scan-2k"}) {
            assertThat(report.median(label, "tellask")).as(label).isPositive();
            assertThat(report.median(label, "tellask-growing")).as(label).isPositive();
            assertThat(report.median(label, "limit-hashmap")).as(label).isPositive();
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
            assertThat(report.median(label, "tellask")).as(label).isPositive();
        }
        assertThat(report.median("force-1", "limit-fsync")).isPositive();
    }

    @Test
    @Timeout(60)
    void measuresOneCaseAndInsertion() throws Exception {
        Report report = run("get");

        assertThat(report.figures())
                .extracting(Figure::caseLabel)
                .containsOnly("insert-2k", "get-2k")
                .isNotEmpty();
    }

    @Test
    @Timeout(60)
    void addsToTheRunsOfEarlierCalls(@TempDir Path folder) throws Exception {
        BenchOptions first = options(folder, "tellask");
        StoreBench.run(first, NOWHERE);
        StoreBench.run(first, NOWHERE);

        Report report = StoreBench.run(options(folder, "limit-hashmap"), NOWHERE);

        assertThat(report.find("get-2k", "tellask").orElseThrow().runs()).hasSize(2);
        assertThat(report.find("get-2k", "tellask").orElseThrow().details("checksums"))
                .doesNotHaveDuplicates()
                .startsWith(report.find("get-2k", "limit-hashmap")
                        .orElseThrow()
                        .details("checksums")
                        .toArray(Number[]::new));
        assertThat(report.warnings()).isEmpty();
    }

    private static Report run(String... cases) throws Exception {
        return StoreBench.run(BenchOptions.of(Effort.TINY).only(OWN, List.of(cases)), NOWHERE);
    }

    private static BenchOptions options(Path folder, String contender) {
        return new BenchOptions(
                Effort.TINY,
                Optional.empty(),
                Optional.of(folder),
                List.of(contender),
                List.of("get"),
                BenchOptions.Collector.G1);
    }
}
