package io.tellask.cli.server;

import io.tellask.cli.terminal.SecretFile;
import io.tellask.netty.HttpTransport;
import io.tellask.netty.TlsTransport;
import io.tellask.netty.WebSocketTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a command shows to the server that it talks to, and by what it knows it. */
public final class AccessOption {
    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:TELLASK_TOKEN_FILE:-" + Option.NULL_VALUE + "}",
            description =
                    "A file whose first line is the token that the server asks for; $TELLASK_TOKEN_FILE, or none, unless given.")
    private @Nullable Path token;

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            defaultValue = "${env:TELLASK_TLS_TRUST:-" + Option.NULL_VALUE + "}",
            description =
                    "Certificates, in a file of the form PEM, by which the server of a tls:, wss: or https: address is known;"
                            + " $TELLASK_TLS_TRUST, or those of the system, unless given.")
    private @Nullable Path trust;

    /** The settings with what was given. */
    public Client.Builder applyTo(Client.Builder settings) {
        if (trust != null) {
            TlsTransport tls = TlsTransport.builder().trust(trust).build();
            settings.transport(tls)
                    .transport(WebSocketTransport.builder().tls(tls).build())
                    .transport(HttpTransport.builder().tls(tls).build());
        }
        return token == null ? settings : settings.credentials(Credentials.token(SecretFile.read(token, "token")));
    }
}
