package io.tellask.cli.serve;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code tellask serve} that make it a server for clients of Redis, too. */
final class RespOption {
    @Option(
            names = "--resp",
            paramLabel = "URI",
            converter = RedisAddress.class,
            description =
                    "Where to listen for clients of Redis, such as redis://127.0.0.1:6379; nowhere unless given. An address that"
                            + " other machines reach must end in ?plaintext=true, since nothing is encrypted.")
    private @Nullable URI address;

    @Option(
            names = "--resp-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password that clients of Redis must name; none unless given.")
    private @Nullable Path passwordFile;

    /** Refuses a password that nobody would be asked for. */
    void check(CommandSpec spec) {
        if (address == null && passwordFile != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--resp-password-file=" + passwordFile
                            + " without --resp: no client of Redis is served; add --resp or leave it out");
        }
    }

    /** The server, or null where none is asked for. */
    @Nullable
    RespServer start(KeyValueService service) {
        if (address == null) {
            return null;
        }
        RespOptions options = RespOptions.listening(address.toString());
        return RespServer.start(service, passwordFile == null ? options : options.withPassword(password(passwordFile)));
    }

    private static String password(Path file) {
        try {
            String password = Files.readString(file).lines().findFirst().orElse("");
            if (password.isEmpty()) {
                throw new CommandFailure(
                        "password file is empty: file=" + file + "; write the password into its first line");
            }
            return password;
        } catch (IOException failure) {
            throw new CommandFailure("password file cannot be read: " + Failures.line(failure), failure);
        }
    }
}
