package io.tellask.bench.struct.fst;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.bench.BenchMain;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Measures FST's structs under the flags that they need; the benchmark compares what was written and read. */
class FstPricesTest {
    private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

    @Test
    @Timeout(120)
    void messagesHoldWhatWasWritten(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("struct.json");
        List<String> arguments =
                List.of("struct", "--tiny", "--contender", "fst257-structs", "--json", json.toString());

        int code = BenchMain.run(arguments, NOWHERE, NOWHERE);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains("price-encode", "price-decode", "price-write", "price-read")
                .doesNotContain("unavailable");
    }
}
