package io.tellask.bench.kontraktor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks each of this module's contenders a few thousand times, and has every answer checked. */
class KontraktorContendersTest {
    @Test
    @Timeout(120)
    void answersRight(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("remoting.json");
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        String contenders = System.getProperty("kontraktor.contender");
        List<String> arguments =
                List.of("remoting", "--tiny", "--contender", contenders, "--case", "ask", "--json", json.toString());

        int code = BenchMain.run(arguments, nowhere, nowhere);

        assertThat(code).isZero();
        String report = Files.readString(json);
        assertThat(report).doesNotContain("unavailable");
        for (String each : contenders.split(",")) {
            assertThat(report).contains("\"contender\": \"" + each + "\"");
        }
    }
}
