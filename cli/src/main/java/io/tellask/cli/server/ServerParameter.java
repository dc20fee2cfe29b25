package io.tellask.cli.server;

import io.tellask.remote.Client;
import java.net.URI;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The server that a command is about, as its first argument. */
public final class ServerParameter {
    @Parameters(
            index = "0",
            paramLabel = "URI",
            arity = "0..1",
            defaultValue = ServerAddress.UNLESS_GIVEN,
            converter = ServerAddress.class,
            description = ServerAddress.DESCRIPTION)
    private URI address;

    @Mixin
    private AccessOption access = new AccessOption();

    public URI address() {
        return address;
    }

    /** Connects to it with these settings; closed with their actor system. */
    public Client connect(Client.Builder settings) {
        return access.applyTo(settings).connect(address);
    }
}
