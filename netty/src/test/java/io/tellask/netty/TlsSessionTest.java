package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Promise;
import io.tellask.netty.TlsTransport.ClientAuthentication;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.test.Await;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over TLS, and whose certificates they show. */
@Timeout(60)
class TlsSessionTest {
    private static final URI ANY_PORT = URI.create("tls://127.0.0.1:0");

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static ActorSystem system;

    public interface Listener {
        Promise<Integer> heard(byte[] bytes);
    }

    public interface Desk {
        Promise<byte[]> reversed(byte[] bytes);

        Promise<Integer> tell(Listener listener, byte[] bytes);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<byte[]> reversed(byte[] bytes) {
            byte[] answer = bytes.clone();
            for (int i = 0; i < answer.length; i++) {
                answer[i] = bytes[bytes.length - 1 - i];
            }
            return Promise.of(answer);
        }

        @Override
        public Promise<Integer> tell(Listener listener, byte[] bytes) {
            return listener.heard(bytes);
        }
    }

    static final class ListenerActor extends Actor implements Listener {
        @Override
        public Promise<Integer> heard(byte[] bytes) {
            return Promise.of(Arrays.hashCode(bytes));
        }
    }

    @BeforeAll
    static void issueCertificates() {
        authority = new TestAuthority(folder, "root");
        system = ActorSystem.builder().ioLoops(2).build();
    }

    @AfterAll
    static void closeSystem() {
        system.close();
    }

    private static TlsTransport.Builder showing(TestAuthority.Issued certificate) {
        return TlsTransport.builder().certificate(certificate.chain(), certificate.key());
    }

    private static TlsTransport client() {
        return TlsTransport.builder().trust(authority.file()).build();
    }

    private static Server server(Transport transport) {
        return Server.builder(system)
                .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                .transport(transport)
                .listen(ANY_PORT)
                .start();
    }

    @Test
    void carriesCallsBothWaysAndLongMessages() {
        Server server = server(showing(authority.server("server")).build());
        byte[] bytes = new byte[2 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 >> 3);
        }
        try (Client client = Client.builder(system).transport(client()).connect(server.address())) {
            Desk desk = client.lookup("desk", Desk.class);
            Promise<byte[]> first = desk.reversed(bytes);
            Promise<byte[]> second = desk.reversed(bytes);
            byte[] reversed = first.join();
            assertThat(reversed[0]).isEqualTo(bytes[bytes.length - 1]);
            assertThat(second.join()).isEqualTo(reversed);
            Listener listener = system.spawn(Listener.class, ListenerActor::new);
            assertThat(desk.tell(listener, bytes).join()).isEqualTo(Arrays.hashCode(bytes));
            for (int i = 0; i < 100; i++) {
                assertThat(desk.reversed(new byte[] {1, (byte) i}).join()).containsExactly(i, 1);
            }
        }
        server.close();
    }

    /** What both sides know of each other once a connection is open. */
    private record Pair(Wire server, Wire client, IoLoops loops, Transport.Listener listener) implements AutoCloseable {
        static Pair of(Transport serverSide, Transport clientSide) throws Exception {
            IoLoops loops = new NettyLoopProvider().open(2, "pair");
            CompletableFuture<Wire> accepted = new CompletableFuture<>();
            Transport.Listener listener = serverSide.listen(ANY_PORT, loops, wire -> {
                accepted.complete(wire);
                return new RecordingReceiver(wire, (receiver, bytes) -> {});
            });
            Wire client = connect(clientSide, listener.address(), loops).get(30, TimeUnit.SECONDS);
            return new Pair(accepted.get(30, TimeUnit.SECONDS), client, loops, listener);
        }

        static CompletableFuture<Wire> connect(Transport transport, URI address, IoLoops loops) {
            CompletableFuture<Wire> opened = new CompletableFuture<>();
            transport.connect(
                    address,
                    loops.all().getFirst(),
                    wire -> {
                        opened.complete(wire);
                        return new RecordingReceiver(wire, (receiver, bytes) -> {});
                    },
                    opened::completeExceptionally);
            return opened;
        }

        @Override
        public void close() {
            listener.close();
            assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
        }
    }

    private static String nameIn(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    @Test
    void bothSidesKnowEachOthersCertificates() throws Exception {
        TestAuthority.Issued ann = authority.issue("ann", made -> made);
        TlsTransport required = showing(authority.server("mutual"))
                .trust(authority.file())
                .clientAuthentication(ClientAuthentication.REQUIRED)
                .build();
        TlsTransport client = showing(ann).trust(authority.file()).build();
        try (Pair pair = Pair.of(required, client)) {
            assertThat(nameIn(pair.server().certificate())).isEqualTo("CN=ann");
            assertThat(nameIn(pair.client().certificate())).isEqualTo("CN=mutual");
            assertThat(pair.server().isPrivate()).isTrue();
            assertThat(pair.client().isPrivate()).isTrue();
            assertThat(pair.server().peer()).startsWith("tls://127.0.0.1:");
        }
    }

    @Test
    void clientMayShowNoCertificateWhereOneIsOnlyWanted() throws Exception {
        TlsTransport wanted = showing(authority.server("wanting"))
                .trust(authority.file())
                .clientAuthentication(ClientAuthentication.WANTED)
                .build();
        TlsTransport stored = TlsTransport.builder()
                .certificate(
                        authority.issue("stored", made -> made).bundle().toKeyStore("secret".toCharArray()),
                        "secret".toCharArray())
                .trust(authority.file())
                .build();
        try (Pair without = Pair.of(wanted, client());
                Pair with = Pair.of(wanted, stored)) {
            assertThat(without.server().certificate()).isNull();
            assertThat(nameIn(with.server().certificate())).isEqualTo("CN=stored");
        }
    }

    @Test
    void plainTcpIsPrivateOnLoopbackOnly() {
        assertThat(TcpWire.staysHere(new InetSocketAddress("127.0.0.1", 1))).isTrue();
        assertThat(TcpWire.staysHere(new InetSocketAddress("::1", 1))).isTrue();
        assertThat(TcpWire.staysHere(new InetSocketAddress("192.0.2.1", 1))).isFalse();
        assertThat(TcpWire.staysHere(InetSocketAddress.createUnresolved("localhost", 1)))
                .isFalse();
        assertThat(TcpWire.staysHere(null)).isFalse();
    }

    private static void replace(TestAuthority.Issued old, TestAuthority.Issued next) throws Exception {
        Files.move(next.chain(), old.chain(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(next.key(), old.key(), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String shown(Pair pair, Transport client) throws Exception {
        Wire wire =
                Pair.connect(client, pair.listener().address(), pair.loops()).get(30, TimeUnit.SECONDS);
        String name = nameIn(wire.certificate());
        wire.loop().execute(wire::close);
        return name;
    }

    @Test
    void reloadShowsTheNewCertificateToNewConnectionsOnly() throws Exception {
        TestAuthority.Issued before = authority.server("before");
        TlsTransport serverSide = showing(before).build();
        try (Pair pair = Pair.of(serverSide, client())) {
            replace(before, authority.server("after"));
            assertThat(shown(pair, client())).isEqualTo("CN=before");
            serverSide.reload();
            assertThat(shown(pair, client())).isEqualTo("CN=after");
            assertThat(nameIn(pair.client().certificate())).isEqualTo("CN=before");

            Files.writeString(before.key(), "no key at all");
            assertThatThrownBy(serverSide::reload)
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE_CERTIFICATE))
                    .hasMessageContaining(before.key().toString());
            assertThat(shown(pair, client())).isEqualTo("CN=after");
        }
    }

    @Test
    void changedFilesAreReadAgainByThemselves() throws Exception {
        TestAuthority.Issued first = authority.server("first");
        TlsTransport serverSide =
                showing(first).reloadCheck(Duration.ofMillis(1)).build();
        TlsTransport clientSide = client();
        try (Pair pair = Pair.of(serverSide, clientSide)) {
            Files.writeString(first.key(), "a key that is not there yet");
            for (int i = 0; i < 5; i++) {
                assertThat(shown(pair, clientSide)).isEqualTo("CN=first");
            }
            replace(first, authority.server("second"));
            Await.until(
                    "the new certificate is shown", () -> shown(pair, client()).equals("CN=second"));
        }
    }
}
