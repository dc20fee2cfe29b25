package io.tellask.cli.serve;

import io.tellask.netty.TlsTransport;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code tellask serve} for an address of TLS. */
final class TlsOption {
    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "The certificate of a tls: address, in a file of the form PEM, with those that lead to its authority. A file that"
                            + " changes is read again.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "The private key of the certificate, in a file of the form PEM, without a password.")
    private @Nullable Path key;

    /** Refuses files that nobody would see, and an address without them. */
    void check(URI address, CommandSpec spec) {
        boolean wanted = "tls".equals(address.getScheme());
        if ((certificate != null) != wanted || (key != null) != wanted) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--listen=" + address + ", --tls-certificate=" + certificate + ", --tls-key=" + key
                            + ": an address of TLS needs both files, others have none");
        }
    }

    void applyTo(Server.Builder settings) {
        if (certificate != null && key != null) {
            settings.transport(
                    TlsTransport.builder().certificate(certificate, key).build());
        }
    }
}
