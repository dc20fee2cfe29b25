package io.tellask.cli.server;

import io.tellask.cli.terminal.SecretFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a command shows to the server that it talks to. */
public final class TokenOption {
    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:TELLASK_TOKEN_FILE:-" + Option.NULL_VALUE + "}",
            description =
                    "A file whose first line is the token that the server asks for; $TELLASK_TOKEN_FILE, or none, unless given.")
    private @Nullable Path file;

    /** The token, or null where none is named. */
    public @Nullable String token() {
        return file == null ? null : SecretFile.read(file, "token");
    }
}
