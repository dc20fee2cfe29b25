package io.tellask.cli.serve;

import io.tellask.http.HttpService;
import io.tellask.netty.DetectingTransport;
import io.tellask.netty.HttpTransport;
import io.tellask.netty.TcpTransport;
import io.tellask.netty.TlsTransport;
import io.tellask.netty.WebSocketTransport;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code tellask serve} for how its address is reached: where TLS is spoken, and by whom clients are handed on. */
final class TlsOption {
    private static final Set<String> SECURE = Set.of("tls", "wss", "https");

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "The certificate of a tls:, wss:, https: or any: address, in a file of the form PEM, with those that lead to its"
                            + " authority. A file that changes is read again.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "The private key of the certificate, in a file of the form PEM, without a password.")
    private @Nullable Path key;

    @Option(
            names = "--proxy",
            paramLabel = "RANGE",
            description =
                    "Addresses of proxies, such as 10.0.0.0/8, whose connections begin with version 2 of the PROXY protocol and name the"
                            + " client; may be repeated.")
    private List<String> proxies = List.of();

    /** Refuses files that nobody would see, and an address without them. */
    void check(URI address, CommandSpec spec) {
        boolean needed = SECURE.contains(address.getScheme());
        boolean taken = needed || "any".equals(address.getScheme());
        boolean both = certificate != null && key != null;
        boolean none = certificate == null && key == null;
        if (needed && !both || !taken && !none || !both && !none) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--listen=" + address + ", --tls-certificate=" + certificate + ", --tls-key=" + key
                            + ": an address of TLS needs both files, one of any: takes them, others have none");
        }
        try {
            TcpTransport.builder().proxies(ranges());
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), "--proxy: " + wrong.getMessage(), wrong);
        }
    }

    /** Whether there is a certificate. */
    boolean isEncrypted() {
        return certificate != null;
    }

    private String[] ranges() {
        return proxies.toArray(String[]::new);
    }

    /** Sets the transports that serve, where something is given that they would not find by themselves. */
    void applyTo(Server.Builder settings, PageOption pages, @Nullable HttpService served) {
        TlsTransport.Builder secure = TlsTransport.builder().proxies(ranges());
        if (certificate != null && key != null) {
            secure.certificate(certificate, key);
        } else if (proxies.isEmpty() && !pages.isGiven() && served == null) {
            return; // as they are found by themselves
        }
        TlsTransport tls = secure.build();
        WebSocketTransport webSocket = pages.applyTo(
                        WebSocketTransport.builder().tls(tls).proxies(ranges()))
                .build();
        HttpTransport http = pages.applyTo(HttpTransport.builder().tls(tls).proxies(ranges()))
                .build();
        DetectingTransport.Builder any = DetectingTransport.builder()
                .tls(tls)
                .webSocket(webSocket)
                .http(http)
                .proxies(ranges());
        if (served != null) {
            any.pages(served);
        }
        settings.transport(TcpTransport.builder().proxies(ranges()).build())
                .transport(tls)
                .transport(webSocket)
                .transport(http)
                .transport(any.build());
    }
}
