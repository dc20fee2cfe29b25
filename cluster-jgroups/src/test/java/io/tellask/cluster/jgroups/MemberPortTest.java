package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.Replica;
import io.tellask.netty.TestAuthority;
import io.tellask.netty.TlsTransport;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.Version;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members among strangers: with certificates, and in plain text. */
class MemberPortTest {
    private static final int FLOOD = 500;

    @TempDir
    private Path folder;

    private UnaryOperator<LogOptions> with(TestAuthority authority, TestAuthority trusted, String name) {
        TestAuthority.Issued own = authority.server(name);
        TlsTransport tls = TlsTransport.builder()
                .certificate(own.chain(), own.key())
                .trust(trusted.file())
                .build();
        return options -> options.withTls(tls::mutualContext);
    }

    @Test
    void membersWithCertificatesReplicateAndStrangersAreRefused() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "members");
        UnaryOperator<LogOptions> tls = with(authority, authority, "member");
        try (Members members = new Members(folder, 2).startAll(tls);
                Listening log = new Listening()) {
            members.applyAtAll();
            SSLContext foreign = TlsTransport.builder()
                    .certificate(
                            new TestAuthority(folder, "other").server("foreign").chain(), folder.resolve("foreign.key"))
                    .trust(authority.file())
                    .build()
                    .mutualContext();
            for (SSLContext each : List.of(authority.trusting(), foreign)) {
                assertRefused(each, members.connect("m0"));
            }
            Socket plain = members.connect("m0");
            plain.getOutputStream().write(greeting(3));
            assertEnds(plain);
            members.applyAtAll();
            assertThat(log.count("is not let in")).isBetween(1L, 3L);
        }
    }

    private static void assertRefused(SSLContext context, Socket socket) throws IOException {
        try (SSLSocket stranger =
                (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), true)) {
            assertThatThrownBy(() -> {
                        stranger.startHandshake();
                        stranger.getInputStream().read();
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    @Tag("slow")
    void membersWithCertificatesGoOnAmongManyStrangersAndBesideAForeignMember() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "members");
        UnaryOperator<LogOptions> tls = with(authority, authority, "member");
        try (Members members = new Members(folder, 3);
                Listening log = new Listening()) {
            members.start("m0", tls);
            members.start("m1", tls);
            Replica foreign = members.start("m2", with(new TestAuthority(folder, "other"), authority, "foreign"));
            members.applyAtTheOthers("m2");
            assertThat(foreign.view().leader()).isNull();
            members.stop("m2");
            List<Socket> flood = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++) {
                flood.add(members.connect("m" + i % 2));
            }
            members.start("m2", tls);
            members.applyAtAll();
            for (Socket each : flood) {
                each.close();
            }
            assertThat(log.count("is not let in")).isBetween(1L, 60L);
        }
    }

    /** What a member begins with. */
    static byte[] greeting(int frame) {
        return ByteBuffer.allocate(4 + 2 + 2 + 7 + 4 + 2)
                .put("bela".getBytes(StandardCharsets.US_ASCII))
                .putShort(Version.version)
                .putShort((short) 7)
                .put((byte) 4)
                .put(new byte[] {127, 0, 0, 1})
                .putShort((short) 9)
                .putInt(frame)
                .putShort(Version.version)
                .array();
    }

    private static void assertEnds(Socket socket) {
        try (socket) {
            socket.setSoTimeout(30_000);
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(100); // an alert of TLS at most
        } catch (SocketException reset) {
            assertThat(socket.isClosed()).isTrue();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    @Tag("slow")
    void membersInPlainTextGoOnAmongGarbage() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        try (Members members = new Members(folder, 3).startAll(UnaryOperator.identity());
                Listening log = new Listening()) {
            members.applyAtAll();
            List<byte[]> kinds = new ArrayList<>(
                    IntStream.range(0, 40).mapToObj(i -> bytes(random, i * 7)).toList());
            for (int frame : new int[] {Integer.MIN_VALUE, -1, 0, 2, MemberTcp.FRAME_BYTES + 1, Integer.MAX_VALUE}) {
                kinds.add(greeting(frame));
            }
            List<Socket> held = new ArrayList<>();
            for (byte[] each : kinds) {
                Socket socket = members.connect(members.follower());
                socket.getOutputStream().write(each);
                held.add(socket);
            }
            for (int i = 0; i < FLOOD; i++) {
                Socket socket = members.connect("m" + i % 3);
                socket.getOutputStream().write(greeting(MemberTcp.FRAME_BYTES), 0, i % 20);
                held.add(socket);
            }
            String restarted = members.follower();
            members.stop(restarted);
            members.start(restarted, UnaryOperator.identity());
            members.applyAtAll();
            for (Socket each : held) {
                each.close();
            }
            assertThat(log.count("is not let in")).isBetween(1L, 60L);
        }
    }

    @Test
    void whoSpeaksAsMembersDoAndThenGarbageIsCutOff() throws Exception {
        SplittableRandom random = new SplittableRandom(6);
        try (Members members = new Members(folder, 1).startAll(UnaryOperator.identity());
                Listening log = new Listening()) {
            for (int i = 0; i < 100; i++) {
                Socket socket = members.connect("m0");
                int length = random.nextInt(3, 3_000);
                new DataOutputStream(socket.getOutputStream()).write(greeting(length));
                byte[] rest = bytes(random, length - 2);
                rest[0] = (byte) (i % 4); // a message, or a list
                socket.getOutputStream().write(rest);
                assertEnds(socket);
            }
            members.applyAtAll();
            assertThat(log.count("sent what members do not send")).isBetween(1L, 60L);
        }
    }

    private static byte[] bytes(SplittableRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void addressesThatOthersReachNeedCertificates() {
        LogOptions options = LogOptions.of("g", "a", Map.of("a", new InetSocketAddress("192.0.2.1", 7_501)), folder);
        assertThatThrownBy(() -> Replica.open(new JGroupsEngine(), options, new Members.Count()))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("LogOptions.withTls")
                .satisfies(failure ->
                        assertThat(((ClusterException) failure).problem()).isEqualTo(Problem.INSECURE));
    }

    /** What members say in the log. */
    private static final class Listening extends Handler implements AutoCloseable {
        private static final Logger LOG = Logger.getLogger("io.tellask.cluster"); // held, or it is made anew

        private final List<String> said = new ArrayList<>();

        Listening() {
            LOG.addHandler(this);
        }

        long count(String part) {
            synchronized (said) {
                return said.stream().filter(each -> each.contains(part)).count();
            }
        }

        @Override
        public void publish(LogRecord line) {
            synchronized (said) {
                said.add(line.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOG.removeHandler(this);
        }
    }
}
