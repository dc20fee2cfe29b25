package io.tellask.bench.grpc;

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

/** Runs every case of this module's contenders with a few thousand messages. */
@Tag("slow")
class GrpcContendersTest {
    @Test
    @Timeout(120)
    void measuresEveryCase(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("remoting.json");
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        List<String> arguments =
                List.of("remoting", "--tiny", "--contender", "grpc-bidi,grpc-unary", "--json", json.toString());

        int code = BenchMain.run(arguments, nowhere, nowhere);

        assertThat(code).isZero();
        assertThat(Files.readString(json))
                .contains("\"case\": \"tell\"", "\"case\": \"ask\"", "\"case\": \"latency-idle\"")
                .doesNotContain("unavailable");
    }
}
