package io.tellask.cli.login;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.SecretFile;
import io.tellask.login.LoginException;
import io.tellask.login.PasswordFile;
import java.io.Console;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask passwd}: gives a user a password. */
@Command(
        name = "passwd",
        header = "Gives a user a password, in a file of users who log in.",
        description =
                "Asks for the password twice, and shows neither. The file is made if it is missing, readable by its owner alone; it holds a"
                        + " line for each user, with a hash of the password. Servers that log users in by it (docs/LOGIN.md) read it"
                        + " again when it has changed.")
public final class PasswdCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The file of users.")
    private Path file;

    @Parameters(index = "1", paramLabel = "USER", description = "The name of the user.")
    private String user;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description =
                    "A role that the user has; several times for several. Without it the user keeps those that it has.")
    private List<String> roles = List.of();

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password; /dev/stdin for what is piped in.")
    private @Nullable Path passwordFile;

    @Option(names = "--remove", description = "Remove the user instead.")
    private boolean remove;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (remove) {
            CommandFailure.unless(
                    PasswordFile.remove(file, user), "user is not in the file: user=" + user + ", file=" + file);
            spec.commandLine().getOut().println("removed: user=" + user);
            return 0;
        }
        String password = passwordFile == null ? asked() : SecretFile.read(passwordFile, "password");
        try {
            PasswordFile.put(file, user, password, roles.toArray(String[]::new));
        } catch (LoginException refused) {
            throw new CommandFailure("user cannot be written: " + refused.getMessage(), refused);
        }
        spec.commandLine().getOut().println("written: user=" + user + ", file=" + file);
        return 0;
    }

    private static String asked() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new CommandFailure(
                    "password cannot be asked for: there is no terminal; give it by --password-file /dev/stdin");
        }
        char[] first = console.readPassword("password: ");
        char[] again = console.readPassword("once more: ");
        CommandFailure.unless(
                first != null && first.length > 0 && Arrays.equals(first, again),
                "password is empty, or the two differ; nothing was written, try again");
        return new String(first);
    }
}
