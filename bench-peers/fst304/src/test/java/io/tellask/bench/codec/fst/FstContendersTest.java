package io.tellask.bench.codec.fst;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tries this module's release, with references and without, under the flags that it needs. */
class FstContendersTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(120)
    void measuresPricesAndMedia(@TempDir Path folder) throws Exception {
        String release = System.getProperty("fst.contender");
        Path json = folder.resolve("codec.json");
        List<String> arguments = List.of(
                "codec",
                "--tiny",
                "--contender",
                release + "," + release + "-references",
                "--case",
                "price,media",
                "--json",
                json.toString());

        int code = BenchMain.run(arguments, NOWHERE, NOWHERE);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains("\"contender\": \"" + release + "\"", "\"contender\": \"" + release + "-references\"")
                .doesNotContain("unavailable", "checksums differ");
    }
}
