package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManCommandTest {
    @TempDir
    private Path folder;

    @Test
    void writesAPageForEachCommand() throws Exception {
        CommandRun run = CommandRun.of("man", folder.toString());

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        List<Path> pages;
        try (Stream<Path> files = Files.list(folder.resolve("man1"))) {
            pages = files.toList();
        }
        assertThat(pages).hasSizeGreaterThan(30);
        assertThat(run.out()).containsExactly("written: pages=" + pages.size() + ", folder=" + folder.resolve("man1"));
        for (Path page : pages) {
            List<String> lines = Files.readAllLines(page);
            assertThat(lines).filteredOn(line -> line.startsWith(".SH ")).contains(".SH NAME", ".SH EXIT STATUS");
            assertThat(lines).noneMatch(line -> line.contains("${") || line.contains("%n"));
            assertThat(lines.get(2)).as(page.toString()).matches("tellask\\S* \\\\- \\S.*[^.]");
        }
    }

    @Test
    void showsOptionsWithTheirDefaults() throws Exception {
        CommandRun.of("man", folder.toString());

        List<String> page = Files.readAllLines(folder.resolve("man1").resolve("tellask-kv-scan.1"));
        assertThat(page.getFirst()).startsWith(".TH TELLASK-KV-SCAN 1 ");
        assertThat(page).contains("\\fB\\-\\-limit\\fR \\fIN\\fR", ".BR tellask\\-kv (1)");
        assertThat(Files.readString(folder.resolve("man1").resolve("tellask-serve.1")))
                .contains("any://127.0.0.1:7411 unless given");
    }
}
