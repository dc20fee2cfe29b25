package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.system.JavaProcess.Outcome;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first tutorial, followed to the letter: its three files in one folder, started as it says. */
class FirstCallTest {
    private static final Path PAGE = Path.of("..", "docs", "tutorials", "FIRST_CALL.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Pattern TYPE = Pattern.compile("public (?:final class|interface) (\\w+)");
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^ {4}java -cp \"\\$\\(cat ../cli/target/classpath\\)\" (.*)$");

    @TempDir
    private Path folder;

    @Test
    void bothProgramsRunFromTheirSources() throws Exception {
        String page = Files.readString(PAGE);
        for (MatchResult block : BLOCK.matcher(page).results().toList()) {
            Matcher type = TYPE.matcher(block.group(1));
            assertThat(type.find()).as("%s", block.group(1)).isTrue();
            Files.writeString(folder.resolve(type.group(1) + ".java"), block.group(1));
        }
        List<String> commands =
                COMMAND.matcher(page).results().map(command -> command.group(1)).toList();
        assertThat(commands).hasSize(3);

        try (JavaProcess server = run(commands.get(0), "tellask://127.0.0.1:0")) {
            String address = server.readLine().replace("listening on ", "");
            assertThat(outcome(commands.get(1), address)).containsExactly("Hello, Ada");
            assertThat(outcome(commands.get(2), address)).containsExactly("Hello, Ada and Grace");
            server.terminate();
            assertThat(server.await().errors()).isEmpty();
        }
    }

    private List<String> outcome(String command, String address) {
        try (JavaProcess client = run(command, address)) {
            Outcome outcome = client.await();
            assertThat(outcome.errors()).isEmpty();
            return outcome.lines();
        }
    }

    /** Starts a command of the page with another port. */
    private JavaProcess run(String command, String address) {
        List<String> words =
                List.of(command.replaceFirst("tellask://\\S+", address).split(" "));
        return JavaProcess.startIn(
                folder,
                Stream.concat(Stream.of("-cp", classPath()), words.stream()).toList());
    }

    /** The class path of this test, with nothing relative in it. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
