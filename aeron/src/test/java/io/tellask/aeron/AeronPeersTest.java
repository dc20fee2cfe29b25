package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Other processes: those that die, and those that were there first. */
@Timeout(120)
@Order(1)
class AeronPeersTest {
    private static final Transport TRANSPORT =
            AeronTransport.builder().peerTimeout(PeerProcess.PEER_TIMEOUT).build();

    @AfterAll
    static void deleteFoldersOfThoseThatWereKilled() throws Exception {
        DriverFolder.deleteLeftBehind();
    }

    @TempDir
    private Path parent;

    private URI folder() {
        return URI.create("aeron-ipc://" + parent.resolve("d"));
    }

    private static PeerProcess peer(String what, URI address) throws Exception {
        return PeerProcess.start(what, address, PeerProcess.FLAG);
    }

    @Test
    void clientThatIsKilledIsNoticedInSharedMemory() throws Exception {
        clientThatIsKilledIsNoticed(folder());
    }

    @Test
    void clientThatIsKilledIsNoticedOverUdp() throws Exception {
        clientThatIsKilledIsNoticed(URI.create("aeron-udp://127.0.0.1:0"));
    }

    private static void clientThatIsKilledIsNoticed(URI address) throws Exception {
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(TRANSPORT, address);
            try (PeerProcess client = peer("connect", listener.address())) {
                assertThat(client.line).isEqualTo("connected");
                TestReceiver accepted = rig.accepted.get(30, TimeUnit.SECONDS);
                client.kill();
                assertThat(accepted.closed.get(30, TimeUnit.SECONDS))
                        .hasValueSatisfying(cause -> assertThat(cause).hasMessageContaining("is gone"));
            }
            listener.close();
        }
    }

    @Test
    void clientThatExitsSaysSo() throws Exception {
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(TRANSPORT, URI.create("aeron-udp://127.0.0.1:0"));
            try (PeerProcess client = peer("connect", listener.address())) {
                TestReceiver accepted = rig.accepted.get(30, TimeUnit.SECONDS);
                assertThat(client.end()).isTrue();
                assertThat(accepted.closed.get(30, TimeUnit.SECONDS)).isEqualTo(Optional.empty());
            }
            listener.close();
        }
    }

    @Test
    void listenerThatIsKilledIsNoticedAndReplaced() throws Exception {
        try (AeronRig rig = new AeronRig()) {
            try (PeerProcess server = peer("listen", folder())) {
                assertThat(server.line).isEqualTo("listens at " + folder());
                TestReceiver client = rig.connect(TRANSPORT, folder());
                assertThatThrownBy(() -> rig.listen(TRANSPORT, folder()))
                        .isInstanceOfSatisfying(
                                TransportException.class,
                                e -> assertThat(e.problem()).isEqualTo(Problem.ADDRESS_IN_USE));
                server.kill();
                assertThat(client.closed.get(30, TimeUnit.SECONDS)).isNotEmpty();
            }
            Await.until("nobody uses the old driver", () -> {
                try {
                    rig.listen(TRANSPORT, folder()).close();
                    return true;
                } catch (TransportException stillThere) {
                    return false;
                }
            });
        }
        Await.until("the folder is deleted", () -> Files.notExists(parent.resolve("d")));
    }

    @Test
    void listenerOfAnotherProcessKeepsItsFolder() throws Exception {
        try (AeronRig rig = new AeronRig();
                PeerProcess server = peer("listen", folder())) {
            assertThat(server.line).isEqualTo("listens at " + folder());
            assertThatThrownBy(() -> rig.listen(TRANSPORT, folder()))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.ADDRESS_IN_USE));
            rig.close(rig.connect(TRANSPORT, folder()));
            assertThat(server.end()).isTrue();
            assertThat(parent.resolve("d")).doesNotExist();
            assertThat(rig.refusal(TRANSPORT, folder()).problem()).isEqualTo(Problem.REFUSED);
        }
    }

    @Test
    void driverThatSomebodyElseRunsIsUsedAndStays() throws Exception {
        Path folder = Files.createDirectory(parent.resolve("d"));
        MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .termBufferSparseFile(true);
        try (MediaDriver driver = MediaDriver.launch(context);
                AeronRig rig = new AeronRig()) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
            assertThatThrownBy(() -> rig.listen(TRANSPORT, folder()))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.NOT_ALLOWED));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            assertThat(rig.refusal(TRANSPORT, folder()).problem()).isEqualTo(Problem.REFUSED);
            Transport.Listener listener = rig.listen(TRANSPORT, folder());
            try (PeerProcess client = peer("connect", folder())) {
                assertThat(client.line).isEqualTo("connected");
                assertThat(client.end()).isTrue();
                assertThat(rig.accepted.get(30, TimeUnit.SECONDS).closed.get(30, TimeUnit.SECONDS))
                        .isEqualTo(Optional.empty());
            }
            listener.close();
            assertThat(rig.refusal(TRANSPORT, folder()).problem()).isEqualTo(Problem.REFUSED);
            assertThat(folder.resolve("cnc.dat")).exists();
        }
    }

    @Test
    void folderIsForItsOwnerOnly() throws Exception {
        try (AeronRig rig = new AeronRig()) {
            Transport.Listener listener = rig.listen(TRANSPORT, folder());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(parent.resolve("d"))))
                    .isEqualTo("rwx------");
            listener.close();
            Path open = Files.createDirectory(
                    parent.resolve("open"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
            assertThatThrownBy(() -> rig.listen(TRANSPORT, URI.create("aeron-ipc://" + open)))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.NOT_ALLOWED))
                    .hasMessageContaining("chmod 700");
            assertThatThrownBy(() -> rig.listen(TRANSPORT, URI.create("aeron-ipc://" + parent.resolve("a/b"))))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.FAILED))
                    .hasMessageContaining("check that the folder's parent exists");
        }
        Await.until("the folder is deleted", () -> Files.notExists(parent.resolve("d")));
    }
}
