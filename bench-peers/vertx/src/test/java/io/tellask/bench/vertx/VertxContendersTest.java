package io.tellask.bench.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.web.WebSuite;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs this module's contenders with a few thousand messages; they check every answer. */
class VertxContendersTest {
    private static final String CONTENDERS = "vertx-bus,http1,http2";

    @Test
    @Timeout(120)
    void answersRight(@TempDir Path folder) throws Exception {
        assertMeasures("ask", folder);
    }

    @Test
    @Tag("slow")
    @Timeout(120)
    void measuresTheOtherCases(@TempDir Path folder) throws Exception {
        assertMeasures("tell,latency-idle,latency-paced", folder);
    }

    @Test
    @Timeout(120)
    void answersRest() throws Exception {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        Options options = Options.parse(List.of("--tiny", "--contender", "vertx"));

        Report report = Harness.run("web", new WebSuite(), options, nowhere);

        assertThat(report.unavailable()).isEmpty();
        assertThat(report.median("rest-get", "vertx", "")).isPositive();
        assertThat(report.median("rest-post", "vertx", "")).isPositive();
    }

    private static void assertMeasures(String cases, Path folder) throws Exception {
        Path json = folder.resolve("remoting.json");
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        List<String> arguments =
                List.of("remoting", "--tiny", "--contender", CONTENDERS, "--case", cases, "--json", json.toString());

        int code = BenchMain.run(arguments, nowhere, nowhere);

        assertThat(code).isZero();
        String report = Files.readString(json);
        assertThat(report).doesNotContain("unavailable");
        for (String each : cases.split(",")) {
            assertThat(report).contains("\"case\": \"" + each + "\"");
        }
        for (String each : CONTENDERS.split(",")) {
            assertThat(report).contains("\"contender\": \"" + each + "\"");
        }
    }
}
