package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tellask docs} makes. Needs Python 3.11 and, when first run, an index of Python packages. */
@Tag("tools")
@Timeout(600)
class SiteIT {
    private static final int NO_TOOLS = 3;
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private record Outcome(int exitCode, List<String> lines) {}

    @Test
    void hasAllPagesJavadocPlotsAndAnIndexToSearch() throws Exception {
        Path site = folder.resolve("site");

        Outcome outcome = python("build.py", ROOT.resolve("cli/target/classpath.txt"), site);

        assumeThat(outcome.exitCode()).as("%s", outcome.lines()).isNotEqualTo(NO_TOOLS);
        assertThat(outcome.exitCode()).as("%s", outcome.lines()).isZero();
        assertThat(outcome.lines()).last().isEqualTo(site.resolve("index.html").toString());
        for (String page : List.of("index", "docs/REMOTE_CALLS", "docs/tutorials/CHAT", "docs/adr/0023-site")) {
            assertThat(site.resolve(page + ".html")).isNotEmptyFile();
        }
        assertThat(site.resolve("javadoc/io.tellask.store/io/tellask/store/DurableMap.html"))
                .isNotEmptyFile();
        assertThat(site.resolve("javadoc/io.tellask.store/io/tellask/store/shard"))
                .doesNotExist();
        assertThat(Files.readString(site.resolve("docs/benchmarks/README.html")))
                .contains("<svg", "grpc-bidi");
        assertThat(Files.readString(site.resolve("searchindex.js"))).contains("compaction");
    }

    @Test
    void failsForLinksThatLeadNowhere() throws Exception {
        Files.writeString(
                folder.resolve("page.html"),
                "<a href='other.html#there'>yes</a><a href='https://example.org'>not looked up</a><img src='gone.svg'>");
        Files.writeString(folder.resolve("other.html"), "<h1 id='there'></h1><a href='page.html#missing'>no</a>");

        Outcome outcome = python("links.py", folder);

        assertThat(outcome.lines())
                .containsExactly(
                        "leads nowhere: other.html: page.html#missing",
                        "leads nowhere: page.html: gone.svg",
                        "links: 3 followed, 2 lead nowhere");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    private static Outcome python(String script, Path... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                "python3", ROOT.resolve("docs/site/" + script).toString());
        List.of(arguments).forEach(argument -> builder.command().add(argument.toString()));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.redirectErrorStream(true).start();
        List<String> lines = process.inputReader().lines().toList();
        return new Outcome(process.waitFor(), lines);
    }
}
