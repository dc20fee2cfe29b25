package io.tellask.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
    private static final Path PUBLISHED = Path.of("..", "docs", "benchmarks");

    @TempDir
    private Path folder;

    private String page(String... results) throws IOException {
        String json = """
                {"suite": "remoting", "machine": "1 x <fast>", "jvm": "25", "date": "2026-11-26T10:00:00Z",
                 "command": "tellask bench remoting", "results": [%s]}
                """.formatted(String.join(",", results));
        Files.writeString(folder.resolve("some.json"), json);
        Path page = folder.resolve("page.html");
        ReportPage.write(folder, page);
        return Files.readString(page);
    }

    private static String result(String contender, double median, String cpuNanos) {
        return """
                {"case": "tell", "contender": "%s", "unit": "messages/s", "higherIsBetter": true,
                 "runs": [%s, %s], "median": %s, "cpuNanosPerOp": %s}
                """.formatted(contender, median - 1, median + 1, median, cpuNanos);
    }

    @Test
    void barsAreAsLongAsTheirFigures() throws Exception {
        String page = page(result("slow", 250, "null"), result("tellask", 1_000, "null"));

        assertThat(page).contains("messages/s, higher is better").doesNotContain("logarithmic");
        assertThat(page).containsSubsequence(">tellask<", "width:100.0%", "(999.0 .. 1001.0)", ">slow<", "width:25.0%");
    }

    @Test
    void whatTheRunSaysOfItselfStandsBesideItsFigures() throws Exception {
        Files.writeString(folder.resolve("quick.json"), """
                {"suite": "remoting", "results": [%s], "warnings": ["busy <machine>"],
                 "notes": ["no ratios and no goals: only a full run is warm", "reached        goal", "falls short    other"]}
                """.formatted(result("tellask", 1, "null")));
        Path page = folder.resolve("page.html");
        ReportPage.write(folder, page);

        assertThat(Files.readString(page))
                .containsSubsequence(
                        "The founding experiments",
                        "no ratios and no goals: only a full run is warm",
                        "busy &lt;machine&gt;",
                        "Everything",
                        "no ratios and no goals: only a full run is warm")
                .doesNotContain("falls short");
    }

    @Test
    void cpuTimeComesFirstWhereEverybodyHasOne() throws Exception {
        String page = page(result("much", 9_000, "500"), result("limit-loop", 1, "1"));

        assertThat(page).contains("CPU time of an operation, lower is better; logarithmic");
        assertThat(page).containsSubsequence(">limit-loop<", "1.000 ns", ">much<", "width:100.0%", "500.0 ns");
    }

    @Test
    void foundingTableStandsAboveWhatBelongsToIt() throws Exception {
        assertThat(page(result("tellask", 1_000, "null")))
                .as("of one suite")
                .containsSubsequence("Remote tell and ask", "1,900,000", "width:100.0%")
                .doesNotContain("Executors and cache locality");
        Files.writeString(folder.resolve("second.json"), "{\"suite\": \"store\", \"results\": []}");
        assertThat(page(result("tellask", 1_000, "null")))
                .as("of several")
                .containsSubsequence(
                        "Remote tell and ask", "1,900,000", "width:100.0%", "Executors and cache locality");
    }

    @Test
    void absenceAndTextOfFilesAreEscaped() throws Exception {
        String page = page(
                "{\"case\": \"tell\", \"contender\": \"other\", \"unavailable\": \"no <script> \\\"here\\\"\", \"runs\": []}");

        assertThat(page)
                .contains("other did not run in tell: no &lt;script&gt; &quot;here&quot;", "1 x &lt;fast&gt;")
                .doesNotContain("<script");
    }

    @Test
    void folderWithoutResultsIsRefused() throws Exception {
        Files.writeString(folder.resolve("other.json"), "{\"rows\": []}");
        assertThatThrownBy(() -> ReportPage.write(folder, folder.resolve("page.html")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no results: folder=" + folder);
    }

    @Test
    void damagedFileIsNamed() throws Exception {
        Files.writeString(folder.resolve("other.json"), "{\"suite\": ");
        assertThatThrownBy(() -> ReportPage.write(folder, folder.resolve("page.html")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not JSON: file=" + folder.resolve("other.json"));
        Files.writeString(folder.resolve("other.json"), "");
        assertThatThrownBy(() -> ReportPage.write(folder, folder.resolve("page.html")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.json is empty");
        Files.delete(folder.resolve("other.json"));
        Files.createDirectory(folder.resolve("other.json"));
        assertThatThrownBy(() -> ReportPage.write(folder, folder.resolve("page.html")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no file of results: file=" + folder.resolve("other.json"));
    }

    @Test
    void tablesHaveAFigureForEachColumn() throws Exception {
        List<FoundingTable> tables = FoundingTable.all();
        assertThat(tables).hasSizeGreaterThan(9);
        for (FoundingTable table : tables) {
            assertThat(table.rows())
                    .as(table.title())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row).hasSize(table.columns().size() + 1));
        }
    }

    @Test
    void publishedPageShowsTheFilesBesideIt() throws Exception {
        Path page = folder.resolve("page.html");
        ReportPage.write(PUBLISHED, page);
        assertThat(PUBLISHED.resolve("report.html"))
                .as("./tellask bench report --html docs/benchmarks/report.html")
                .hasSameTextualContentAs(page);
    }
}
