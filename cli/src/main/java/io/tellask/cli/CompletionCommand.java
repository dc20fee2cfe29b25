package io.tellask.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tellask completion}: prints a script that completes commands and options in bash and zsh. */
@Command(
        name = "completion",
        header = "Prints a script that completes commands in bash and zsh.",
        description =
                "For this shell: source <(tellask completion). For all: put that line, with the path of tellask, into"
                        + " ~/.bashrc or ~/.zshrc.")
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = Main.commands();
        LauncherCommands.addTo(root);
        spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
