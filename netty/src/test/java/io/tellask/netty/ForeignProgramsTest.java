package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.test.Await;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code curl} through long polling, as docs/TRANSPORTS.md has it, and {@code openssl} where TLS is spoken. */
@Tag("tools")
@Timeout(120)
class ForeignProgramsTest {
    private final IoLoops loops = new NettyLoopProvider().open(2, "foreign");
    private final List<RecordingReceiver> sessions = new CopyOnWriteArrayList<>();
    private Transport.Listener listener;

    @TempDir
    private Path folder;

    private TestAuthority authority;
    private TlsTransport tls;

    @BeforeEach
    void issueCertificates() {
        authority = new TestAuthority(folder, "root");
        TestAuthority.Issued certificate = authority.server("server");
        tls = TlsTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .build();
    }

    @AfterEach
    void close() {
        listener.close();
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    private void listen(Transport transport, String address) {
        listener = transport.listen(URI.create(address), loops, wire -> {
            RecordingReceiver receiver =
                    new RecordingReceiver(wire, (self, bytes) -> self.wire.send(bytes, 0, bytes.length));
            sessions.add(receiver);
            return receiver;
        });
    }

    private byte[] run(String... command) throws Exception {
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        byte[] out = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(List.of(command) + ": " + Files.readString(errors))
                .isZero();
        return out;
    }

    private String curl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "curl", "--silent", "--show-error", "--cacert", authority.file().toString()));
        command.addAll(List.of(arguments));
        command.add(listener.address().toString().replace("any://", "https://"));
        return new String(run(command.toArray(String[]::new)), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https", "any"})
    void curlOpensUsesAndClosesAConnection(String scheme) throws Exception {
        Transport transport = scheme.equals("any")
                ? DetectingTransport.builder().tls(tls).build()
                : HttpTransport.builder().tls(tls).build();
        listen(transport, scheme + "://127.0.0.1:0/tellask");
        Path large = Files.writeString(folder.resolve("large"), "z".repeat(60_000)); // which curl asks for first
        String id = curl("-X", "POST");
        assertThat(id).matches("[0-9a-f]{32}");
        String connection = "Tellask-Connection: " + id;
        String taken = curl(
                "-i",
                "-H",
                connection,
                "-H",
                "Tellask-Position: 0",
                "--data-binary",
                "@" + large,
                "-H",
                "Expect: 100-continue");
        assertThat(taken).contains(" 204 ").contains("tellask-position: 60000");
        String bytes = curl("-H", connection, "-H", "Tellask-Position: 0");
        assertThat(bytes).isNotEmpty().matches("z+");
        int position = bytes.length();
        while (position < 60_000) {
            position += curl("-H", connection, "-H", "Tellask-Position: " + position)
                    .length();
        }
        assertThat(curl("-i", "-X", "DELETE", "-H", connection)).contains(" 204 ");
        assertThat(sessions.getFirst().closed.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(curl("-i", "-H", connection, "-H", "Tellask-Position: " + position))
                .contains(" 410 ");
    }

    @Test
    void curlIntroducesItselfAndIsWelcome() throws Exception {
        listen(new HttpTransport(), "http://127.0.0.1:0/tellask");
        try (ActorSystem system = ActorSystem.create()) {
            Thread.ofVirtual().start(() -> {
                assertThatThrownBy(() -> Client.connect(system, listener.address()))
                        .isInstanceOf(RuntimeException.class); // its own introduction comes back
            });
            Await.until("a client has introduced itself", () -> firstFrame().length > 0);
            Path hello = Files.write(folder.resolve("hello.bin"), firstFrame());
            listener.close();
            try (Server server = Server.builder(system)
                    .publishDirectory()
                    .listen("http://127.0.0.1:0/tellask")
                    .start()) {
                String address = server.address().toString();
                String name = new String(run("curl", "-s", "-X", "POST", address), StandardCharsets.US_ASCII);
                String connection = "Tellask-Connection: " + name;
                String position = "Tellask-Position: 0";
                run("curl", "-s", "-f", "-H", connection, "-H", position, "--data-binary", "@" + hello, address);
                byte[] welcome = run("curl", "-s", "-f", "-H", connection, "-H", position, address);
                assertThat(welcome).as("hello of bytes=" + Files.size(hello)).hasSizeGreaterThan(8);
                assertThat(welcome[3]).as("the kind of the first frame").isEqualTo((byte) 2);
                assertThat(server.connections()).isEqualTo(1);
                run("curl", "-s", "-X", "DELETE", "-H", connection, address);
                Await.until("the session has ended", () -> server.connections() == 0);
            }
        }
    }

    /** The first session's first frame once it is here in full: what its client says after that is not taken. */
    private byte[] firstFrame() {
        if (sessions.isEmpty()) {
            return new byte[0];
        }
        byte[] received = sessions.getFirst().bytes.toByteArray();
        if (received.length < 3) {
            return new byte[0];
        }
        int length = 4 + ((received[0] & 0xff) | (received[1] & 0xff) << 8 | (received[2] & 0xff) << 16);
        return received.length < length ? new byte[0] : Arrays.copyOf(received, length);
    }

    @ParameterizedTest
    @CsvSource({"tls, TLSv1.3", "any, TLSv1.3"})
    void opensslSpeaksTls13(String scheme, String version) throws Exception {
        listen(
                scheme.equals("tls")
                        ? tls
                        : DetectingTransport.builder().tls(tls).build(),
                scheme + "://127.0.0.1:0");
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "s_client",
                        "-connect",
                        "127.0.0.1:" + listener.address().getPort(),
                        "-CAfile",
                        authority.file().toString(),
                        "-verify_return_error",
                        "-verify_ip",
                        "127.0.0.1",
                        "-quiet",
                        "-no_ign_eof")
                .redirectError(folder.resolve("openssl.txt").toFile())
                .start();
        byte[] hello = {5, 0, 0, 1, 'T', 'L', 'S', 'K', 'h', 'e', 'l', 'l', 'o'};
        try (OutputStream out = openssl.getOutputStream();
                InputStream in = openssl.getInputStream()) {
            out.write(hello);
            out.flush();
            assertThat(in.readNBytes(hello.length)).isEqualTo(hello);
        }
        assertThat(openssl.waitFor(20, TimeUnit.SECONDS)).isTrue();
        Await.until("the server knows", () -> sessions.getFirst().closed.isDone());
        byte[] summary = run(
                "sh",
                "-c",
                "openssl s_client -connect 127.0.0.1:" + listener.address().getPort()
                        + " -brief </dev/null 2>&1 | cat");
        assertThat(new String(summary, StandardCharsets.UTF_8)).contains(version);
    }

    @Test
    void opensslIsRefusedWithAnOlderVersion() throws Exception {
        listen(DetectingTransport.builder().tls(tls).build(), "any://127.0.0.1:0");
        byte[] said = run(
                "sh",
                "-c",
                "openssl s_client -tls1_2 -connect 127.0.0.1:"
                        + listener.address().getPort() + " </dev/null 2>&1 | cat");
        assertThat(new String(said, StandardCharsets.UTF_8)).contains("alert protocol version");
        assertThat(sessions).isEmpty();
    }
}
