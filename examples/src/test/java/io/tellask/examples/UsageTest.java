package io.tellask.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are started without the arguments that they need say which these are. */
class UsageTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "KeyValueServer",
                "KeyValueClient",
                "chat.ChatClient",
                "chat.ChatServer one two",
                "first.GreetingClient",
                "first.GreetingServer",
                "prices.PriceList",
                "shelf.Notebook",
                "shelf.Notebook /dev/null/notes",
                "shelf.Notebook /dev/null/notes write title",
                "shelf.Notebook /dev/null/notes erase title"
            })
    void saysInOneLineHowItIsStarted(String program) throws Exception {
        List<String> words = List.of(("io.tellask.examples." + program).split(" "));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(words);
        Process process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
        String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(2);
        String name = words.getFirst().substring(words.getFirst().lastIndexOf('.') + 1);
        assertThat(errors.lines()).singleElement().asString().startsWith("usage: " + name + " ");
    }
}
