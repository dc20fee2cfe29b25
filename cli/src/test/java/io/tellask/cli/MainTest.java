package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                "kv watch",
                "kv batch",
                "kv cas",
                "kv import",
                "kv export",
                "kv stats",
                "store",
                "store check",
                "store snapshot",
                "store restore",
                "store repair",
                "store stats",
                "store compact",
                "store rotate-key",
                "store export",
                "store import",
                "new",
                "codec",
                "codec dump",
                "demo",
                "crash-test",
                "soak",
                "damage-test",
                "hostile-test",
                "tell-loop",
                "completion",
                "man"
            })
    void everyCommandHasHelp(String command) {
        CommandRun run = CommandRun.of((command + " --help").split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).anyMatch(line -> line.startsWith("Usage: tellask " + command));
        assertThat(run.out()).as("that of the program").noneMatch(line -> line.contains("other processes as if"));
        assertThat(run.err()).isEmpty();
    }

    @Test
    void helpOfTheProgramSaysWhatItIsFor() {
        assertThat(CommandRun.of("--help").out()).anyMatch(line -> line.contains("other processes as if"));
    }

    @Test
    void failsWhereItsOutputGetsLost() {
        StringWriter err = new StringWriter();
        PrintWriter nobodyReads = new PrintWriter(new PipedWriter());

        assertThat(Main.run(nobodyReads, new PrintWriter(err, true), "--version"))
                .isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tellask: standard output could not be written to its end");
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
                "kv scan map --limit 0",
                "kv scan map --limit -5",
                "crash-test --rounds 0",
                "crash-test --rounds -1",
                "hostile-test --seconds 0",
                "hostile-test --kind nonsense",
                "hostile-test --port nonsense",
                "tell-loop --tells 0",
                "new",
                "new folder --package 1.class"
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
        assertThat(run.err())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("tellask: VALUE is not a JSON document"),
                        line -> assertThat(line).isEqualTo("see tellask kv put --help"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "kv scan map --limit x | invalid value for option '--limit': 'x' is not a whole number from 1",
                "kv scan map --limit 0 | invalid value for option '--limit': '0' is not a whole number from 1",
                "kv get map k --server localhost:7411 | 'localhost:7411' is not an address; write tellask://localhost:7411",
                "kv get map k --server tellask://[::1] | 'tellask://[::1]' is not an address; write tellask://[::1]:7411",
                "kv get map k --server nonsense | 'nonsense' is not an address; write tellask://HOST:PORT",
                "kv get map k --server aeron-udp://h:1 | 'aeron-udp://h:1' needs the module io.tellask:tellask-aeron, which this program does not have; have the server listen at a second address, such as tellask://127.0.0.1:7411",
                "kv get map k --server ftp://h:1 | 'ftp://h:1' is not an address; write tellask://HOST:PORT",
                "serve --dir d --listen 127.0.0.1:80 | '127.0.0.1:80' is not an address; write tellask://127.0.0.1:80",
            })
    void saysInTwoLinesWhatIsWrongAboutAnOption(String command, String reason) {
        CommandRun run = CommandRun.of(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasSize(2);
        assertThat(run.err().getFirst()).startsWith("tellask: ").endsWith(reason);
        assertThat(run.err().getLast()).matches("see tellask (kv \\w+|serve) --help");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sevre | serve",
                "kv gte map key | get",
                "kv scan map --limt 5 | --limit",
                "kv scan map --limt=5 | --limit",
                "serve --dri folder | --dir",
                "store snapshoot | snapshot",
                "crash-tst --rounds 1 | crash-test",
                "tests | test",
                "biuld install | build",
                "benhc store | bench",
                "doc | docs",
                "dits | dist",
                "deom | demo",
                "--versoin | --version"
            })
    void asksWhetherSomethingAlikeWasMeant(String command, String meant) {
        CommandRun run = CommandRun.of(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().getFirst()).endsWith("; did you mean '" + meant + "'?");
        assertThat(run.err()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "kv nonsense", "kv scan map --nonsense", "kv scan map -q", "x"})
    void asksNothingWhereNothingIsAlike(String command) {
        assertThat(CommandRun.of(command.split(" ")).err()).hasSize(2).noneMatch(line -> line.contains("did you mean"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "nonsense | tellask: unknown command 'nonsense' | see tellask --help",
                "kv gett | tellask: unknown command 'gett'; did you mean 'get'? | see tellask kv --help",
                "kv gett --help | tellask: unknown command 'gett'; did you mean 'get'? | see tellask kv --help",
                "backup --help | tellask: unknown command 'backup' | see tellask --help",
            })
    void saysOfAnUnknownCommandThatItIsUnknown(String command, String reason, String remedy) {
        CommandRun run = CommandRun.of(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).containsExactly(reason, remedy);
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "kv --help", "kv get --help", "store --help", "kv get map key --help"})
    void helpOfAKnownCommandIsPrinted(String command) {
        CommandRun run = CommandRun.of(command.split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isNotEmpty();
    }

    @Test
    void printsAScriptThatCompletes() {
        CommandRun run = CommandRun.of("completion");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .anyMatch(line -> line.matches("complete -F _complete_tellask .* tellask tellask.sh tellask.bash"))
                .anyMatch(line -> line.contains("hostile-test") && line.contains("build") && line.contains("test"))
                .anyMatch(line -> line.contains("--limit"));
    }

    @Test
    void listsEveryCommandWithASentenceOnOneLine() {
        assertThat(CommandRun.of("--help").out())
                .filteredOn(line -> line.matches(" {2}[a-z-]+ {2,}\\S.*"))
                .hasSizeGreaterThanOrEqualTo(6)
                .allMatch(line -> line.endsWith("."));
    }

    @Test
    void refusesToKeepTheDemoWhereNoFolderCanBeMade() {
        CommandRun run = CommandRun.of("demo", "--keep", "/dev/null/store");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .containsExactly("tellask: demo: directory cannot be made: dir=/dev/null/store; name another");
    }
}
