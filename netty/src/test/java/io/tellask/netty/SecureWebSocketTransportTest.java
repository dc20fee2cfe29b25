package io.tellask.netty;

import io.tellask.remote.Transport;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // what it sends has five seconds to leave, and encrypting is slow until it is compiled
class SecureWebSocketTransportTest extends WebSocketTransportTest {
    @TempDir
    private static Path folder;

    static TlsTransport tls;

    @BeforeAll
    static void issueCertificates() {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued server = authority.server("server");
        tls = TlsTransport.builder()
                .certificate(server.chain(), server.key())
                .trust(authority.file())
                .build();
    }

    @Override
    protected Transport transport() {
        return WebSocketTransport.builder().tls(tls).build();
    }

    @Override
    protected boolean isPrivate() {
        return true;
    }

    @Override
    String scheme() {
        return "wss";
    }
}
