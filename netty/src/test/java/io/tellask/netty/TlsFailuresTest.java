package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.netty.TlsTransport.ClientAuthentication;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one sees where TLS does not come about, and what to do is said. */
@Timeout(60)
class TlsFailuresTest {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static TestAuthority otherAuthority;
    private static TestAuthority.Issued good;
    private static ActorSystem system;

    public interface Clock {
        Promise<Long> now();
    }

    static final class ClockActor extends Actor implements Clock {
        @Override
        public Promise<Long> now() {
            return Promise.of(7L);
        }
    }

    @BeforeAll
    static void issueCertificates() {
        authority = new TestAuthority(folder, "root");
        otherAuthority = new TestAuthority(folder, "other");
        good = authority.server("good");
        system = ActorSystem.builder().ioLoops(2).build();
    }

    @AfterAll
    static void closeSystem() {
        system.close();
    }

    private static TlsTransport.Builder showing(TestAuthority.Issued certificate) {
        return TlsTransport.builder().certificate(certificate.chain(), certificate.key());
    }

    private static TlsTransport.Builder trusting(TestAuthority trusted) {
        return TlsTransport.builder().trust(trusted.file());
    }

    private static Server server(String address, Transport transport) {
        return Server.builder(system)
                .publish("clock", Clock.class, system.spawn(Clock.class, ClockActor::new))
                .transport(transport)
                .listen(address)
                .start();
    }

    private static void refuses(Server server, URI address, Transport client, Problem problem, String... texts) {
        assertThatThrownBy(() -> Client.builder(system)
                        .transport(client)
                        .connect(address)
                        .close())
                .isInstanceOfSatisfying(TransportException.class, failure -> {
                    assertThat(failure.problem()).as(failure.getMessage()).isEqualTo(problem);
                    assertThat(failure).hasMessageContaining(address.toString());
                    assertThat(failure.getMessage()).contains(texts);
                });
        server.close();
    }

    private static void refuses(TestAuthority.Issued shown, TlsTransport client, String... texts) {
        Server server = server("tls://127.0.0.1:0", showing(shown).build());
        refuses(server, server.address(), client, Problem.NOT_TRUSTED, texts);
    }

    @Test
    void saysThatTheCertificateHasExpired() {
        refuses(authority.expired("expired"), trusting(authority).build(), "showed an expired certificate", "renew it");
    }

    @Test
    void saysThatTheCertificateHasExpiredEvenIfItIsAmongTheAuthorities() {
        TestAuthority.Issued pinned = authority.expired("pinned");
        refuses(
                pinned,
                TlsTransport.builder().trust(pinned.chain()).build(),
                "showed an expired certificate",
                "renew it");
    }

    @Test
    void saysThatTheCertificateIsForAnotherHost() {
        refuses(
                authority.elsewhere("elsewhere"),
                trusting(authority).build(),
                "showed a certificate for another host",
                "connect by a name that is in it");
    }

    @Test
    void takesCertificateForAnotherHostWhereToldSo() {
        Server server = server(
                "tls://127.0.0.1:0", showing(authority.elsewhere("elsewhere2")).build());
        Transport client = trusting(authority).verifyHostNames(false).build();
        try (Client session = Client.builder(system).transport(client).connect(server.address())) {
            assertThat(session.lookup("clock", Clock.class).now().join()).isEqualTo(7);
        }
        server.close();
    }

    @Test
    void saysThatTheAuthorityIsUnknown() {
        refuses(
                good,
                trusting(otherAuthority).build(),
                "certificate of an unknown authority",
                "TlsTransport.Builder.trust");
    }

    @Test
    void clientFoundByItselfTrustsTheAuthoritiesOfTheSystem() {
        Server server = server("tls://127.0.0.1:0", showing(good).build());
        assertThatThrownBy(() -> Client.connect(system, server.address()))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NOT_TRUSTED))
                .hasMessageContaining("unknown authority");
        server.close();
    }

    private static Server requiringCertificates() {
        return server(
                "tls://127.0.0.1:0",
                showing(good)
                        .trust(authority.file())
                        .clientAuthentication(ClientAuthentication.REQUIRED)
                        .build());
    }

    @Test
    void saysThatTheServerRequiresCertificate() {
        Server server = requiringCertificates();
        refuses(
                server,
                server.address(),
                trusting(authority).build(),
                Problem.NOT_TRUSTED,
                "requires a certificate of this side",
                "TlsTransport.Builder.certificate");
    }

    @Test
    void saysThatTheServerRefusedTheCertificate() {
        Server server = requiringCertificates();
        TestAuthority.Issued stranger = otherAuthority.issue("stranger", made -> made);
        refuses(
                server,
                server.address(),
                trusting(authority)
                        .certificate(stranger.chain(), stranger.key())
                        .build(),
                Problem.NOT_TRUSTED,
                "requires a certificate of this side, of an authority that it trusts");
    }

    @Test
    void saysThatTheServerFoundTheCertificateExpired() {
        Server server = requiringCertificates();
        TestAuthority.Issued late = authority.expired("late");
        refuses(
                server,
                server.address(),
                trusting(authority).certificate(late.chain(), late.key()).build(),
                Problem.NOT_TRUSTED,
                "refused the certificate of this side",
                "check its date");
    }

    @Test
    void saysThatTheServerSpeaksNoTls() {
        Server server = server("tellask://127.0.0.1:0", new TcpTransport());
        URI address = URI.create("tls://127.0.0.1:" + server.address().getPort());
        refuses(
                server,
                address,
                trusting(authority).build(),
                Problem.OTHER_PROTOCOL,
                "does not speak TLS",
                "check the port");
    }

    @Test
    void saysThatTheServerSpeaksTls() {
        Server server = server("tls://127.0.0.1:0", showing(good).build());
        URI address = URI.create("tellask://127.0.0.1:" + server.address().getPort());
        refuses(server, address, new TcpTransport(), Problem.OTHER_PROTOCOL, "seems to speak TLS", "with tls://");
    }

    @Test
    void refusesToListenWithoutCertificate() {
        assertThatThrownBy(() -> Server.builder(system)
                        .publish("clock", Clock.class, system.spawn(Clock.class, ClockActor::new))
                        .listen("tls://127.0.0.1:0")
                        .start())
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE_CERTIFICATE))
                .hasMessageContaining("TlsTransport.builder().certificate(chain, key)");
    }

    @Test
    void refusesOptionsInAddresses() {
        assertThatThrownBy(() ->
                        server("tls://127.0.0.1:0?plaintext=true", showing(good).build()))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_ADDRESS))
                .hasMessageContaining("tls takes no options");
    }

    @Test
    void listensWhereOthersReachIt() {
        Server server = server("tls://0.0.0.0:0", showing(good).build());
        URI address = URI.create("tls://localhost:" + server.address().getPort());
        try (Client client =
                Client.builder(system).transport(trusting(authority).build()).connect(address)) {
            assertThat(client.lookup("clock", Clock.class).now().join()).isEqualTo(7);
        }
        server.close();
    }

    @Test
    void refusesClientAuthenticationByWhoeverTheSystemTrusts() {
        assertUnusable(showing(good).clientAuthentication(ClientAuthentication.WANTED), "say by trust who signs");
    }

    @Test
    void refusesFilesThatDoNotFit() throws Exception {
        Path missing = folder.resolve("missing.pem");
        Path text = Files.writeString(folder.resolve("text.pem"), "nothing of the kind");
        Path old = Files.writeString(folder.resolve("old.key"), "-----BEGIN RSA PRIVATE KEY-----\nAA==\n");
        Path secret = Files.writeString(folder.resolve("secret.key"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n");
        Path damaged = Files.writeString(
                folder.resolve("damaged.key"), "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n");
        TestAuthority.Issued rsa = authority.issue("rsa", made -> made.rsa2048());
        assertUnusable(TlsTransport.builder().certificate(missing, good.key()), "does not exist; check the path");
        assertUnusable(TlsTransport.builder().certificate(text, good.key()), "holds no");
        assertUnusable(TlsTransport.builder().trust(text), "holds no");
        assertUnusable(TlsTransport.builder().certificate(good.chain(), text), "begins with -----BEGIN PRIVATE KEY");
        assertUnusable(TlsTransport.builder().certificate(good.chain(), old), "openssl pkcs8 -topk8");
        assertUnusable(TlsTransport.builder().certificate(good.chain(), secret), "take the password off");
        assertUnusable(TlsTransport.builder().certificate(good.chain(), damaged), "holds no EC key");
        assertUnusable(TlsTransport.builder().certificate(good.chain(), rsa.key()), "holds no EC key");
        TestAuthority.Issued another = authority.server("another");
        assertUnusable(
                TlsTransport.builder().certificate(good.chain(), another.key()),
                "is not that of the first certificate");
        assertThat(showing(rsa).build().schemes()).containsExactly("tls");
    }

    private static void assertUnusable(TlsTransport.Builder builder, String text) {
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNUSABLE_CERTIFICATE))
                .hasMessageContaining(text);
    }

    @Test
    void handshakesInClearTextDoNotSpeakOfTls() {
        for (IOException end : List.of(new ClosedChannelException(), new IOException("broken pipe"))) {
            assertThat(TlsFailures.of("ws: connection of p", end, false))
                    .hasMessageStartingWith("ws: connection of p ")
                    .hasMessageContaining("in the handshake")
                    .hasMessageNotContaining("TLS");
            assertThat(TlsFailures.of("wss: connection of p", end, true)).hasMessageContaining("the handshake of TLS");
        }
    }
}
