package io.tellask.cli.server;

import java.net.URI;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which server a command talks to. */
public final class ServerOption {
    @Option(
            names = "--server",
            paramLabel = "URI",
            defaultValue = ServerAddress.UNLESS_GIVEN,
            converter = ServerAddress.class,
            description = ServerAddress.DESCRIPTION)
    private URI address;

    @Mixin
    private AccessOption access = new AccessOption();

    public URI address() {
        return address;
    }

    /** Connects to it; the caller closes that. */
    public Connection open() {
        return Connection.open(address, access);
    }
}
