package io.tellask.netty;

import static io.tellask.netty.Http2Peer.DATA;
import static io.tellask.netty.Http2Peer.HEADERS;
import static io.tellask.netty.Http2Peer.PING;
import static io.tellask.netty.Http2Peer.PRIORITY;
import static io.tellask.netty.Http2Peer.WINDOW_UPDATE;
import static io.tellask.netty.Http2Peer.bytesOf;
import static io.tellask.netty.Http2Peer.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.http.HttpResponse;
import io.tellask.http.HttpService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many frames of HTTP/2 that ask for nothing a connection may send: at the limit, and one more. */
@Timeout(60)
class Http2ControlFramesTest {
    private static final int WHOLE = Http2Peer.END_STREAM | Http2Peer.END_HEADERS;

    @TempDir
    private Path folder;

    private TlsTransport serverTls;
    private SSLContext trusting;

    @BeforeEach
    void issueCertificates() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        serverTls = TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .build();
        trusting = authority.trusting();
    }

    private PagesFixture fixture(HttpService service) {
        return new PagesFixture(service, builder -> builder.tls(serverTls));
    }

    private Http2Peer peer(PagesFixture fixture) throws IOException {
        return new Http2Peer(trusting, fixture.port()).begin();
    }

    private static byte[] repeated(byte[] part, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Also of frames that belong to a stream which is open, and of windows that nobody waits for. */
    @ParameterizedTest
    @ValueSource(ints = {PRIORITY, WINDOW_UPDATE, PING, 77})
    void oneControlFrameMoreThanTheLimitEndsTheConnection(int type) throws Exception {
        byte[] payload = switch (type) {
            case PRIORITY -> new byte[] {0, 0, 0, 5, 1};
            case WINDOW_UPDATE -> new byte[] {0, 0, 0, 1};
            default -> new byte[8];
        };
        byte[] frame = bytesOf(type, 0, type == PING ? 0 : 1, payload);
        try (PagesFixture fixture = fixture(PagesFixture::mirror);
                Http2Peer hostile = peer(fixture)) {
            hostile.frame(HEADERS, Http2Peer.END_HEADERS, 1, Http2Peer.post("/stays"));
            hostile.write(repeated(frame, 999)); // with the settings that it began with it is 1,000
            hostile.frame(HEADERS, WHOLE, 3, get("/"));
            assertThat(hostile.readUpTo(HEADERS)).as("answer at the limit").isNotNull();
            hostile.write(frame);
            while (hostile.read() != null) {} // up to the end
        }
    }

    /** Some clients do, for the stream and for the connection. */
    @Test
    void eachFrameOfDataMayBeAnsweredByTwoWindows() throws Exception {
        int bytes = 10 << 20;
        HttpService service = exchange -> exchange.answer(HttpResponse.of(200, "x/y", new byte[bytes]));
        try (PagesFixture fixture = fixture(service);
                Http2Peer peer = peer(fixture)) {
            peer.frame(HEADERS, WHOLE, 1, get("/"));
            int read = 0;
            int updates = 0;
            while (read < bytes) {
                Http2Peer.Frame frame = peer.readUpTo(DATA);
                assertThat(frame).as("data behind %d bytes", read).isNotNull();
                int length = frame.payload().length;
                read += length;
                if (length > 0) {
                    byte[] increment = ByteBuffer.allocate(4).putInt(length).array();
                    peer.frame(WINDOW_UPDATE, 0, 0, increment);
                    peer.frame(WINDOW_UPDATE, 0, 1, increment);
                    updates += 2;
                }
            }
            assertThat(updates).isGreaterThan(1_000);
        }
    }
}
