package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "kv",
                "kv get",
                "kv put",
                "kv remove",
                "kv scan",
                "kv import",
                "kv export",
                "kv stats",
                "demo",
                "crash-test",
                "bench"
            })
    void everyCommandHasHelp(String command) {
        CommandRun run = CommandRun.of((command + " --help").split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().getFirst()).startsWith("Usage: tellask " + command);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void saysItsVersion() {
        CommandRun run = CommandRun.of("--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().getFirst()).matches("tellask \\d+\\.\\d+\\.\\d+.*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "serve",
                "kv",
                "kv get",
                "kv get map",
                "kv put map key",
                "kv scan map --limit x",
                "bench",
                "bench nonsense"
            })
    void wrongUsageEndsWithCodeTwo(String command) {
        CommandRun run = CommandRun.of(command.isEmpty() ? new String[0] : command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void refusesAValueThatIsNotJson() {
        CommandRun run = CommandRun.of("kv", "put", "map", "key", "plain text");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().getFirst()).startsWith("VALUE is not a JSON document");
    }
}
