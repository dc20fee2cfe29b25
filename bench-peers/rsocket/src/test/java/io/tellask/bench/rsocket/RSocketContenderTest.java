package io.tellask.bench.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs this module's contenders with a few thousand messages; they check every answer. */
class RSocketContenderTest {
    private static final String CONTENDERS = "rsocket";

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
