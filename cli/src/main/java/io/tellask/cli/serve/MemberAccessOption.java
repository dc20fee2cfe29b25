package io.tellask.cli.serve;

import io.tellask.cluster.LogOptions;
import io.tellask.netty.TlsTransport;
import io.tellask.netty.WebSocketTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code tellask serve --cluster} by which members know each other. */
final class MemberAccessOption {
    @Option(
            names = "--cluster-certificate",
            paramLabel = "FILE",
            description =
                    "The certificate that this member shows to the others, in a file of the form PEM; with --cluster-key and"
                            + " --cluster-trust members speak TLS, which they must unless all are on the loopback interface. A"
                            + " file that changes is read again.")
    private @Nullable Path certificate;

    @Option(
            names = "--cluster-key",
            paramLabel = "FILE",
            description = "The private key of that certificate, in a file of the form PEM, without a password.")
    private @Nullable Path key;

    @Option(
            names = "--cluster-trust",
            paramLabel = "FILE",
            description =
                    "The authority that signs for members, in a file of the form PEM: whoever shows a certificate of it is a member,"
                            + " so let it sign for nobody else.")
    private @Nullable Path authority;

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            description =
                    "Certificates, in a file of the form PEM, by which members know each other's tls: and wss: addresses for clients;"
                            + " those of the system unless given.")
    private @Nullable Path trust;

    boolean isGiven() {
        return trust != null || files() > 0;
    }

    private long files() {
        return Stream.of(certificate, key, authority)
                .filter(file -> file != null)
                .count();
    }

    /** Refuses files that do not go together, and members that would be heard by others. */
    void check(Map<String, InetSocketAddress> peers, CommandSpec spec) {
        if (files() % 3 != 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--cluster-certificate=" + certificate + ", --cluster-key=" + key + ", --cluster-trust=" + authority
                            + ": members need all three to speak TLS, or none of them");
        }
        peers.forEach((name, peer) -> {
            if (files() == 0 && !peer.isUnresolved() && !peer.getAddress().isLoopbackAddress()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--cluster: member=" + name + ", address=" + peer
                                + " is not on the loopback interface, where others could read and change what members say;"
                                + " give --cluster-certificate, --cluster-key and --cluster-trust");
            }
        });
    }

    /** The member with its certificate, if it has one. */
    LogOptions applyTo(LogOptions options) {
        if (certificate == null || key == null || authority == null) {
            return options;
        }
        TlsTransport tls = TlsTransport.builder()
                .certificate(certificate, key)
                .trust(authority)
                .build();
        return options.withTls(tls::mutualContext);
    }

    /** A connection to the server of another member, which asks for the same token as this one. */
    Client.Builder applyTo(Client.Builder settings, @Nullable String token) {
        if (trust != null) {
            TlsTransport tls = TlsTransport.builder().trust(trust).build();
            settings.transport(tls)
                    .transport(WebSocketTransport.builder().tls(tls).build());
        }
        return token == null ? settings : settings.credentials(Credentials.token(token));
    }
}
