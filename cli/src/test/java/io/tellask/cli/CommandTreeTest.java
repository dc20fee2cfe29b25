package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What a command line does not name is not read, and nobody notices. */
class CommandTreeTest {
    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandTreeTest::all));
    }

    private static CommandLine find(CommandLine root, List<String> words) {
        CommandLine found = root;
        for (String word : words) {
            found = found.getSubcommands().get(word);
        }
        return found;
    }

    @Test
    void helpOfEachCommandIsThatOfTheWholeTree() {
        List<CommandLine> commands = all(CommandTree.whole()).toList();

        assertThat(commands).hasSizeGreaterThan(30);
        for (CommandLine command : commands) {
            List<String> words =
                    List.of(command.getCommandSpec().qualifiedName().split(" "));
            List<String> below = words.subList(1, words.size());
            assertThat(find(CommandTree.naming(below), below).getUsageMessage()).isEqualTo(command.getUsageMessage());
        }
    }

    @Test
    void readsTheCommandsThatAreNamedAndNoneBesideThem() {
        CommandLine tree = CommandTree.naming(List.of("--verbose", "kv", "get", "map", "stats"));

        assertThat(tree.getSubcommands()).containsOnlyKeys("kv");
        assertThat(find(tree, List.of("kv")).getSubcommands()).containsOnlyKeys("get");
        assertThat(optionNames(find(tree, List.of("kv", "get")))).contains("--server", "--verbose", "--help");
    }

    @Test
    void namesAllCommandsWhereNoneIsUnderstood() {
        CommandLine tree = CommandTree.naming(List.of("sevre", "kv"));

        assertThat(tree.getSubcommands())
                .containsOnlyKeys(CommandTree.whole().getSubcommands().keySet());
        assertThat(optionNames(find(tree, List.of("serve")))).doesNotContain("--dir");
    }

    @Test
    void readsAllWhereAFileHoldsTheWords() {
        CommandLine tree = CommandTree.naming(List.of("kv", "@words"));

        assertThat(optionNames(find(tree, List.of("serve")))).contains("--dir");
    }

    private static List<String> optionNames(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .map(option -> option.longestName())
                .toList();
    }
}
