package io.tellask.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "remoting --help"})
    void saysHowItIsUsed(String arguments) throws Exception {
        assertThat(run(arguments)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: tellask bench SUITE [--quick");
        assertThat(err.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "remoting --nonsense",
                "remoting --contender corba",
                "store --case get-2m",
                "kv --json no/such/folder/kv.json"
            })
    void wrongUsageEndsWithCodeTwo(String arguments) throws Exception {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("tellask: ").contains("see tellask bench --help");
    }

    @Test
    void noSuiteAtAllIsWrongUsage() throws Exception {
        assertThat(BenchMain.run(List.of(), stream(out), stream(err))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("SUITE is one of: remoting, store, kv, codec, web, cipher.");
    }

    private int run(String arguments) throws InterruptedException {
        return BenchMain.run(List.of(arguments.split(" ")), stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
