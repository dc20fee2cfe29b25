package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.netty.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member with 48 MiB of heap whose port many strangers hold, while clients write: it serves, and does not run out of memory. */
@Tag("slow")
class HostilePeersTest {
    private static final int CONNECTIONS = 3_000;

    @TempDir
    private Path folder;

    private final List<Integer> ports = FreePorts.take(2);
    private final SplittableRandom random = new SplittableRandom(17);

    @Test
    void aMemberInPlainTextServesBesideThousandsThatSendGarbage() throws Exception {
        serveAmongStrangers("-Xmx48m");
    }

    @Test
    void aMemberWithCertificatesServesBesideThousandsThatNeverFinishTheirHandshake() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "members");
        TestAuthority.Issued own = authority.server("member");
        serveAmongStrangers("-Xmx48m", "-Dchain=" + own.chain(), "-Dkey=" + own.key(), "-Dtrust=" + authority.file());
    }

    private void serveAmongStrangers(String... options) throws Exception {
        Path its = Files.createDirectories(folder.resolve("m0"));
        List<String> flags = new ArrayList<>(List.of(options));
        flags.add("-XX:+ExitOnOutOfMemoryError");
        List<Socket> held = new ArrayList<>();
        try (MemberProcess member = MemberProcess.start("m0", its, ports, flags.toArray(String[]::new));
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, MemberProcess.services(ports), Duration.ofMinutes(2))) {
            ReplicatedMap<String, byte[]> map = ReplicatedMap.of(client, String.class, byte[].class);
            put(map);
            for (int i = 0; i < CONNECTIONS; i++) {
                held.add(stranger(i));
                if (i % 500 == 0) {
                    put(map);
                }
            }
            put(map);
            assertThat(map.size().join()).isEqualTo(100);
            assertThat(member.isAlive()).isTrue();
        } finally {
            for (Socket each : held) {
                each.close();
            }
        }
        assertThat(Files.readString(its.resolveSibling("m0.err"))).doesNotContain("OutOfMemoryError");
    }

    private static void put(ReplicatedMap<String, byte[]> map) {
        CompletableFuture.allOf(IntStream.range(0, 100)
                        .mapToObj(i -> map.put("key " + i, new byte[1_000]))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private Socket stranger(int number) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.getFirst());
        try {
            socket.getOutputStream().write(bytes(number));
        } catch (IOException alreadyEnded) {
            // that is what it is for
        }
        return socket;
    }

    private byte[] bytes(int number) {
        byte[] garbage = new byte[1 + random.nextInt(500)];
        random.nextBytes(garbage);
        byte[] begun = MemberPortTest.greeting(MemberTcp.FRAME_BYTES);
        return switch (number % 5) {
            case 0 -> new byte[0];
            case 1 -> garbage;
            case 2 -> MemberPortTest.greeting(Integer.MAX_VALUE);
            case 3 -> Arrays.copyOf(begun, begun.length + 200_000); // most of a frame
            default -> new byte[] {22, 3, 3, 0x40, 0, 1, 0, 0x3f}; // a record of TLS, of which the rest never comes
        };
    }
}
