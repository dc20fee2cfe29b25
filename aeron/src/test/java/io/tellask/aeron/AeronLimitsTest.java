package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AeronLimitsTest {
    @TempDir
    private Path parent;

    private URI folder() {
        return URI.create("aeron-ipc://" + parent.resolve("d"));
    }

    @Test
    void connectionBeyondLimitIsToldThatItIsBusy() throws Exception {
        Transport two = AeronTransport.builder().mostConnections(2).build();
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(two, folder());
            TestReceiver first = rig.connect(two, folder());
            rig.connect(two, folder());
            TransportException refusal = rig.refusal(two, folder());
            assertThat(refusal.problem()).isEqualTo(Problem.BUSY);
            assertThat(refusal).hasMessageContaining("try again later");
            rig.close(first);
            Await.until("there is room again", () -> {
                try {
                    rig.connect(two, folder());
                    return true;
                } catch (java.util.concurrent.ExecutionException busy) {
                    return false;
                }
            });
            listener.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 24, 23})
    void whoSaysNoHelloIsForgotten(int bytes) throws Exception {
        Transport one = AeronTransport.builder()
                .mostConnections(1)
                .handshakeTime(Duration.ofMillis(200))
                .build();
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(one, folder());
            try (Aeron stranger = Aeron.connect(new Aeron.Context()
                            .aeronDirectoryName(parent.resolve("d/driver").toString())
                            .errorHandler(rejected -> {}));
                    ExclusivePublication silent = stranger.addExclusivePublication("aeron:ipc", Handshake.STREAM)) {
                if (bytes > 0) {
                    assertThat(silent.offer(
                                    new UnsafeBuffer(new byte[bytes]), 0, bytes, (term, at, length) -> Handshake.HELLO))
                            .isPositive();
                }
                Await.until("it was rejected", () -> !silent.isConnected());
            }
            Await.until("its place is free", () -> isAccepted(rig, one));
            listener.close();
        }
    }

    /** The stranger may see that it was rejected before the listener has its place back. */
    private boolean isAccepted(AeronRig rig, Transport transport) {
        try {
            rig.close(rig.connect(transport, folder()));
            return true;
        } catch (ExecutionException full) {
            assertThat(full).hasMessageContaining("as many connections as it takes");
            return false;
        } catch (Exception other) {
            throw new AssertionError(other);
        }
    }

    @Test
    void givesUpOnHostThatDoesNotAnswer() throws Exception {
        Transport hasty =
                AeronTransport.builder().connectTimeout(Duration.ofMillis(300)).build();
        try (AeronRig rig = new AeronRig();
                java.net.DatagramSocket deaf =
                        new java.net.DatagramSocket(0, java.net.InetAddress.getLoopbackAddress())) {
            TransportException refusal = rig.refusal(hasty, URI.create("aeron-udp://127.0.0.1:" + deaf.getLocalPort()));
            assertThat(refusal.problem()).isEqualTo(Problem.TIMED_OUT);
            assertThat(refusal).hasMessageContaining("connectTimeoutMillis=300");
        }
    }

    @Test
    void portThatAnotherSocketHasIsInUse() throws Exception {
        try (AeronRig rig = new AeronRig();
                java.net.DatagramSocket other =
                        new java.net.DatagramSocket(0, java.net.InetAddress.getLoopbackAddress())) {
            URI address = URI.create("aeron-udp://127.0.0.1:" + other.getLocalPort());
            assertThatThrownBy(() -> rig.listen(new AeronTransport(), address))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.ADDRESS_IN_USE));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "aeron-udp://192.0.2.1:7411?plaintext=true, NOT_LOCAL",
        "aeron-udp://192.0.2.1:7411, NOT_ALLOWED",
        "aeron-udp://host.invalid:7411?plaintext=true, UNKNOWN_HOST",
        "aeron-udp://127.0.0.1:65536, BAD_ADDRESS",
        "aeron-udp://127.0.0.1, BAD_ADDRESS",
        "aeron-udp://127.0.0.1:7411/path, BAD_ADDRESS",
        "aeron-udp://127.0.0.1:7411?mtu=9000, BAD_ADDRESS",
        "aeron-udp://me@127.0.0.1:7411, BAD_ADDRESS",
        "aeron-ipc:nothing, BAD_ADDRESS",
        "aeron-ipc:///, BAD_ADDRESS",
        "aeron-ipc://host/path, BAD_ADDRESS",
        "aeron-ipc:///path?option=1, BAD_ADDRESS"
    })
    void refusesToListenAtAddress(URI address, Problem problem) {
        try (AeronRig rig = new AeronRig()) {
            assertThatThrownBy(() -> rig.listen(new AeronTransport(), address))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(problem));
        }
    }

    @Test
    void pathHasLimit() {
        String longest = "/" + "x".repeat(AeronAddress.MOST_PATH_CHARS - 1);
        assertThat(AeronAddress.of(URI.create("aeron-ipc://" + longest)).isIpc())
                .isTrue();
        assertThatThrownBy(() -> AeronAddress.of(URI.create("aeron-ipc://" + longest + "x")))
                .hasMessageContaining("pathChars=3001 > mostPathChars=3000");
    }

    @Test
    void settingsHaveLimits() {
        AeronTransport.Builder builder = AeronTransport.builder()
                .termBytes(AeronTransport.LEAST_TERM_BYTES)
                .termBytes(AeronTransport.MOST_TERM_BYTES)
                .peerTimeout(AeronTransport.LEAST_PEER_TIMEOUT)
                .mostConnections(1);
        assertThatThrownBy(() -> builder.termBytes(AeronTransport.LEAST_TERM_BYTES / 2))
                .hasMessageContaining("65536");
        assertThatThrownBy(() -> builder.termBytes(AeronTransport.LEAST_TERM_BYTES * 3))
                .hasMessageContaining("power of two");
        assertThatThrownBy(() -> builder.termBytes(Integer.MIN_VALUE)).hasMessageContaining("power of two");
        assertThatThrownBy(() -> builder.peerTimeout(Duration.ofMillis(1_999))).hasMessageContaining("least=PT2S");
        assertThatThrownBy(() -> builder.mostConnections(0)).hasMessageContaining("mostConnections=0 < 1");
        assertThatThrownBy(() -> builder.connectTimeout(Duration.ZERO)).hasMessageContaining("least=PT0.001S");
    }

    @Test
    void threadThatSpinsServesConnections() throws Exception {
        Transport spinning = AeronTransport.builder()
                .spinning()
                .termBytes(AeronTransport.LEAST_TERM_BYTES)
                .build();
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(spinning, folder());
            TestReceiver client = rig.connect(spinning, folder());
            rig.close(client);
            assertThat(rig.accepted.get(30, TimeUnit.SECONDS).closed.get(30, TimeUnit.SECONDS))
                    .isEmpty();
            listener.close();
        }
    }
}
