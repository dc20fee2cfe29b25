package io.tellask.netty;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of each protocol finds at a port that detects what it speaks; raw bytes begin with the introduction. */
@Isolated // what it sends has five seconds to leave, and encrypting is slow until it is compiled
@ParameterizedClass
@ValueSource(strings = {"ws", "wss", "http", "https"})
class DetectingTransportTest extends WebSocketTransportTest {
    @TempDir
    private static Path folder;

    private static TlsTransport tls;

    private final String scheme;

    DetectingTransportTest(String scheme) {
        this.scheme = scheme;
    }

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
    String scheme() {
        return scheme;
    }

    @Override
    protected Transport transport() {
        Transport client = scheme.startsWith("ws")
                ? WebSocketTransport.builder().tls(tls).build()
                : HttpTransport.builder().tls(tls).build();
        return new Detected(client, DetectingTransport.builder().tls(tls).build());
    }

    /** Listens with one transport and connects with another. */
    private record Detected(Transport client, Transport server) implements Transport {
        private static URI with(String scheme, URI address) {
            return URI.create(
                    scheme + address.toString().substring(address.getScheme().length()));
        }

        @Override
        public Set<String> schemes() {
            return client.schemes();
        }

        @Override
        public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
            Listener any;
            try {
                any = server.listen(with("any", address), loops, accept);
            } catch (TransportException refused) {
                throw new TransportException(
                        refused.problem(), refused.getMessage().replace("any://", address.getScheme() + "://"));
            }
            return new Listener() {
                @Override
                public URI address() {
                    return with(address.getScheme(), any.address());
                }

                @Override
                public void close() {
                    any.close();
                }
            };
        }

        @Override
        public void connect(
                URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
            client.connect(address, loop, opened, failed);
        }
    }
}
