package io.tellask.netty;

import io.tellask.remote.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // what it sends has five seconds to leave, and encrypting is slow until it is compiled
class TlsTransportTest extends TransportContract {
    @TempDir
    private static Path folder;

    private static TlsTransport transport;

    @BeforeAll
    static void issueCertificates() {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued server = authority.server("server");
        transport = TlsTransport.builder()
                .certificate(server.chain(), server.key())
                .trust(authority.file())
                .build();
    }

    @Override
    protected Transport transport() {
        return transport;
    }

    @Override
    protected URI address() {
        return URI.create("tls://127.0.0.1:0");
    }

    @Override
    protected boolean isPrivate() {
        return true;
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return true;
    }

    @Override
    protected URI deadAddress() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("tls://127.0.0.1:" + free.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
