package io.tellask.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask man DIR}: writes the manual pages. */
@Command(
        name = "man",
        header = "Writes the manual pages of all commands into a folder.",
        description =
                "One page a command: DIR/man1/tellask.1, DIR/man1/tellask-kv-get.1 and so on. With DIR among the folders of"
                        + " MANPATH, or in ~/.local/share/man, 'man tellask-kv-get' shows it.")
final class ManCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The folder; made if missing. Older pages are replaced.")
    private Path directory;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path pages = Files.createDirectories(directory.resolve("man1"));
        int written = 0;
        for (Map.Entry<String, String> page :
                ManPage.all(Main.commands(), Version.number()).toList()) {
            Files.writeString(pages.resolve(page.getKey()), page.getValue());
            written++;
        }
        spec.commandLine().getOut().println("written: pages=" + written + ", folder=" + pages);
        return 0;
    }
}
