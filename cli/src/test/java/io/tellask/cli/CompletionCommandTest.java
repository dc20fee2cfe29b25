package io.tellask.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script is run by bash, which says what it would offer. */
class CompletionCommandTest {
    private static final Path BENCH = Path.of("..", "bench", "src", "main", "java", "io", "tellask", "bench");

    @TempDir
    private Path folder;

    /** What bash offers for the last of some words, which may be empty. */
    private List<String> offered(String... words) throws IOException, InterruptedException {
        Path script = folder.resolve("completion");
        Files.write(script, CommandRun.of("completion").out());
        String line = String.join(" ", words);
        String ask = "compopt() { :; }; source " + script + "; COMP_LINE='" + line + "'; COMP_POINT=" + line.length()
                + "; COMP_CWORD="
                + (words.length - 1) + "; COMP_WORDS=("
                + String.join(
                        " ", Stream.of(words).map(word -> "'" + word + "'").toList())
                + "); _complete_tellask; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "--norc", "-c", ask)
                .redirectErrorStream(true)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), UTF_8);
        assertThat(bash.waitFor()).as("%s", output).isZero();
        return output.lines().map(String::strip).toList();
    }

    @Test
    void offersTheSuitesOfBenchAndTheirOptions() throws Exception {
        List<String> suites = listed("BenchMain.java", "SUITES =\\s+\"(.*)\";");
        assertThat(suites).contains("codec");
        assertThat(offered("tellask", "bench", "")).containsAll(suites);

        String usage = Files.readString(BENCH.resolve("harness/Options.java"));
        List<String> options = Pattern.compile("--[a-z]+")
                .matcher(usage.substring(usage.indexOf("USAGE ="), usage.indexOf(';', usage.indexOf("USAGE ="))))
                .results()
                .map((MatchResult option) -> option.group())
                .toList();
        assertThat(options).contains("--quick", "--json");
        for (String suite : suites) {
            assertThat(offered("tellask", "bench", suite, "--")).containsExactlyInAnyOrderElementsOf(options);
        }
    }

    @Test
    void offersTheOptionsOfTheLaunchersCommands() throws Exception {
        assertThat(offered("tellask", "dist", "--")).containsExactlyInAnyOrder("--help", "--classes");
        assertThat(offered("tellask", "be")).containsExactly("bench");
    }

    private static List<String> listed(String file, String pattern) throws IOException {
        Matcher list = Pattern.compile(pattern).matcher(Files.readString(BENCH.resolve(file)));
        assertThat(list.find()).isTrue();
        return Pattern.compile("([a-z]+)")
                .matcher(list.group(1))
                .results()
                .map((MatchResult name) -> name.group(1))
                .toList();
    }
}
