package io.tellask.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** Which server a command talks to. */
final class ServerOption {
    /** Where {@code tellask serve} listens and where commands look for it. */
    static final String DEFAULT_ADDRESS = "tellask://127.0.0.1:7411";

    @Option(
            names = "--server",
            paramLabel = "URI",
            defaultValue = "${env:TELLASK_SERVER:-" + DEFAULT_ADDRESS + "}",
            converter = Address.class,
            description = "The server; $TELLASK_SERVER or ${DEFAULT-VALUE} unless given.")
    private URI address;

    URI address() {
        return address;
    }
}
