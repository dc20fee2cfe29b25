package io.tellask.bench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the codec bench with windows of a few milliseconds, so that it is tried whenever the tests run. */
@Timeout(120)
class CodecBenchTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @TempDir
    Path folder;

    @Test
    void measuresTellaskBesideTheLimit() throws Exception {
        String json = run("--contender", "tellask,limit-floor", "--case", "price,media-standard,string-10k");

        for (String label : List.of("price", "media-standard", "string-10k")) {
            assertThat(json)
                    .contains("\"case\": \"" + label + "-encode\"")
                    .contains("\"case\": \"" + label + "-decode\"")
                    .contains("\"case\": \"" + label + "-roundtrip\"");
        }
        assertThat(json)
                .contains("\"suite\": \"codec\"", "\"contender\": \"limit-floor\"", "\"cpuNanosPerOp\": ")
                .contains("\"allocatedBytesPerOp\": ", "\"bytes\": 99", "no ratios and no goals")
                .doesNotContain("unavailable", "checksums differ");
    }

    @Test
    void timesFirstMessages() throws Exception {
        String json = run("--contender", "tellask", "--case", "first-message,first-message-cold");

        assertThat(json)
                .contains("\"case\": \"first-message\"", "\"case\": \"first-message-cold\"")
                .doesNotContain("unavailable");
    }

    @Test
    void tellsWhatColdContendersNeed() throws Exception {
        String json = run("--contender", "tellask", "--case", "cold,classes-500,compiled");

        assertThat(json)
                .contains("\"case\": \"cold-1k\"", "\"case\": \"cold-10k\"", "\"case\": \"cold-100k\"")
                .contains("\"case\": \"classes-500\"", "\"processCpuMillis\": ", "\"metaspaceBytesPerClass\": ")
                .contains("\"case\": \"compiled\"", "\"c2Millis\": ", "\"bytecodeBytes\": ")
                .doesNotContain("unavailable");
    }

    @Test
    void refusesUnknownNames() throws Exception {
        assertThat(BenchMain.run(List.of("codec", "--case", "poem"), NOWHERE, NOWHERE))
                .isEqualTo(2);
        assertThat(BenchMain.run(List.of("codec", "--contender", "corba"), NOWHERE, NOWHERE))
                .isEqualTo(2);
    }

    private String run(String... words) throws Exception {
        Path json = folder.resolve("codec.json");
        List<String> arguments = new java.util.ArrayList<>(List.of("codec", "--tiny", "--json", json.toString()));
        arguments.addAll(List.of(words));
        assertThat(BenchMain.run(arguments, NOWHERE, NOWHERE)).isZero();
        return Files.readString(json);
    }
}
