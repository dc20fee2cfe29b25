package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.ErrorCode;
import io.aeron.exceptions.RegistrationException;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** File systems that are full, before and while a driver runs. */
@Timeout(60)
@Isolated // the driver that it ends is that of the whole process
class DriverRoomTest {
    private static final URI ADDRESS = URI.create("aeron-udp://127.0.0.1:0");
    private static final AeronSettings SETTINGS = new AeronSettings(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(10), 10, 64 * 1024, false, null);

    @TempDir
    private Path parent;

    @Test
    void tooLittleRoomIsRefusedWithFolderAndBytes() {
        assertThatCode(() -> DriverRoom.require("listen", ADDRESS, parent, 1_000, 1_000))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> DriverRoom.require("listen", ADDRESS, parent, 1_000, 999))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("listen: address=" + ADDRESS)
                .hasMessageContaining("folder=" + parent)
                .hasMessageContaining("neededBytes=1000 > usableBytes=999")
                .hasMessageContaining("--shm-size");
    }

    @Test
    void roomThatTheSystemDoesNotTellIsNoRefusal() {
        assertThatCode(() -> DriverRoom.require("listen", ADDRESS, parent, 1_000, DriverRoom.UNKNOWN))
                .doesNotThrowAnyException();
        assertThat(DriverRoom.usableBytes(parent)).isPositive();
        assertThat(DriverRoom.usableBytes(parent.resolve("missing"))).isEqualTo(DriverRoom.UNKNOWN);
    }

    @Test
    void refusalOfDriverThatHasNoRoomSaysSo() {
        RegistrationException noRoom =
                new RegistrationException(1, ErrorCode.STORAGE_SPACE.value(), ErrorCode.STORAGE_SPACE, "full");
        RegistrationException other =
                new RegistrationException(1, ErrorCode.GENERIC_ERROR.value(), ErrorCode.GENERIC_ERROR, "other");
        assertThat(DriverRoom.refusal("connect", ADDRESS, parent, 7, noRoom))
                .hasMessageContaining("neededBytes=7 > usableBytes=")
                .hasCause(noRoom);
        assertThat(DriverRoom.refusal("connect", ADDRESS, parent, 7, other)).isNull();
    }

    @Test
    void listenerOverUdpBeginsAgainAfterMemoryFault() throws Exception {
        beginsAgain(ADDRESS);
    }

    @Test
    void listenerInSharedMemoryBeginsAgainAfterMemoryFault() throws Exception {
        beginsAgain(URI.create("aeron-ipc://" + parent.resolve("d")));
    }

    private static void beginsAgain(URI address) throws Exception {
        Transport transport = AeronTransport.builder().build();
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(transport, address);
            TestReceiver before = rig.connect(transport, listener.address());
            faultOf(listener.address());
            assertThat(before.closed.get(30, TimeUnit.SECONDS).orElseThrow())
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("its files had no room")
                    .hasCauseInstanceOf(InternalError.class);
            Await.until("it listens again at " + listener.address(), () -> isThere(rig, transport, listener));
            listener.close();
            assertThat(rig.refusal(transport, listener.address()).problem())
                    .isEqualTo(TransportException.Problem.REFUSED);
        }
    }

    private static boolean isThere(AeronRig rig, Transport transport, Transport.Listener listener) throws Exception {
        try {
            rig.close(rig.connect(transport, listener.address()));
            return true;
        } catch (ExecutionException notYet) {
            return false;
        }
    }

    @Test
    void listenerThatIsClosedMeanwhileDoesNotBeginAgain() throws Exception {
        Transport transport = AeronTransport.builder().build();
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(transport, ADDRESS);
            faultOf(listener.address());
            listener.close();
            assertThat(rig.refusal(transport, listener.address()).problem())
                    .isEqualTo(TransportException.Problem.REFUSED);
        }
    }

    /** What the JVM raises where a mapped page has no room. */
    private static void faultOf(URI address) {
        AeronClients.Use use = AeronClients.use(AeronAddress.of(address), SETTINGS, false);
        AeronClient client = use.client();
        client.execute(() -> {
            throw new InternalError("a fault occurred in an unsafe memory access operation");
        });
        client.awaitEnd(20_000);
        use.close();
    }
}
