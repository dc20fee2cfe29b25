package io.tellask.cli.server;

import io.tellask.cli.terminal.SecretFile;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command talks to. */
public final class ServerOption {
    @Option(
            names = "--server",
            paramLabel = "URI",
            defaultValue = "${env:TELLASK_SERVER:-" + ServerAddress.DEFAULT + "}",
            converter = ServerAddress.class,
            description = "The server; $TELLASK_SERVER or " + ServerAddress.DEFAULT + " unless given.")
    private URI address;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:TELLASK_TOKEN_FILE:-" + Option.NULL_VALUE + "}",
            description =
                    "A file whose first line is the token that the server asks for; $TELLASK_TOKEN_FILE, or none, unless given.")
    private @Nullable Path tokenFile;

    public URI address() {
        return address;
    }

    /** Connects to it; the caller closes that. */
    public Connection open() {
        return Connection.open(address, tokenFile == null ? null : SecretFile.read(tokenFile, "token"));
    }
}
