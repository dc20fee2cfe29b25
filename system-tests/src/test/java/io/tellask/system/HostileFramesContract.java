package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.TraceContext;
import io.tellask.remote.Transport;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import io.tellask.testkit.StreamProbe;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Damaged and made-up frames against a server that others use: it stays up, keeps nothing, and says why it closes a connection. */
abstract class HostileFramesContract {
    private static final int CLOSE = 0x03;
    private static final int MOST_OPEN = 16;
    private static final int MOST_FRAMES_A_CONNECTION = 12;
    private static final long MOST_GROWTH_BYTES = 8 * 1024 * 1024;

    private final ActorSystem servers = ActorSystem.builder().name("attacked").build();
    private final ActorSystem clients = ActorSystem.builder().name("attackers").build();

    abstract Transport transport();

    abstract URI address();

    abstract int frames();

    /** Whether who sends these bytes is told why its connection is closed. */
    boolean isOwedAReason(byte[] sent) {
        return firstClose(sent) < 0; // it has not closed the session itself
    }

    @AfterEach
    void close() {
        clients.close();
        servers.close();
    }

    @Test
    void survivesRandomAndMutatedFrames() throws Exception {
        long seed = Seed.given();
        Desk local = servers.spawn(Desk.class, Desk.Clerk::new);
        Server server = Server.builder(servers)
                .publish("desk", Desk.class, local)
                .transport(transport())
                .listen(address())
                .start();
        List<byte[]> recorded = record(server.address());
        try (Client bystander = Client.builder(clients).transport(transport()).connect(server.address())) {
            Desk desk = bystander.lookup("desk", Desk.class);
            Attack attack = new Attack(server.address(), recorded, seed, desk);
            attack.send(frames() / 10);
            long before = liveBytes();
            attack.send(frames() * 9 / 10);
            assertThat(get(desk.add(20, 22))).as("seed=" + seed).isEqualTo(42);
            assertThat(bystander.isOpen()).isTrue();
            assertThat(liveBytes() - before)
                    .as("growth of the live heap, seed=" + seed)
                    .isLessThan(MOST_GROWTH_BYTES);
            assertThat(attack.closedByServer)
                    .as("connections that the server closed")
                    .isGreaterThan(frames() / 50);
            assertThat(attack.withoutReason)
                    .as("connections closed without a reason, seed=" + seed)
                    .isZero();
        }
        Await.until("all sessions have ended", () -> server.connections() == 0);
    }

    /** What a well-behaved client sends that uses all of the contract. */
    private List<byte[]> record(URI address) throws Exception {
        RecordingTransport recording = new RecordingTransport(transport());
        try (Client client = Client.builder(clients).transport(recording).connect(address)) {
            Desk desk = client.lookup("desk", Desk.class);
            desk.note("a line");
            TraceContext trace =
                    TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=value");
            trace.run(() -> desk.note("a traced line"));
            get(trace.call(() -> desk.add(1, 2)));
            get(desk.add(1, 2));
            get(desk.echo(new byte[100]));
            StreamProbe<Integer> stream = new StreamProbe<>(2);
            desk.count(3).subscribe(stream);
            stream.request(10);
            get(stream.ended());
            StreamProbe<Integer> cancelled = new StreamProbe<>(1);
            desk.pending().subscribe(cancelled);
            get(desk.drawer("pens")).put("pen");
            cancelled.cancel();
            desk.wait("long").cancel(false);
            get(desk.add(3, 4));
        }
        return recording.frames();
    }

    private final class Attack {
        private final URI address;
        private final List<byte[]> recorded;
        private final SplittableRandom random;
        private final Frames frames;
        private final Desk bystander;
        private final Deque<Assault> open = new ArrayDeque<>();
        private final Transport transport = transport();
        private final Dispatcher loop = clients.ioLoops().all().getFirst();
        int closedByServer;
        int withoutReason;

        Attack(URI address, List<byte[]> recorded, long seed, Desk bystander) {
            this.address = address;
            this.recorded = recorded;
            this.bystander = bystander;
            random = new SplittableRandom(seed);
            frames = new Frames(recorded, random);
        }

        void send(int count) throws Exception {
            for (int sent = 0; sent < count; ) {
                RawPeer peer = RawPeer.connect(transport, address, loop);
                int batch = 1 + random.nextInt(MOST_FRAMES_A_CONNECTION);
                byte[] bytes = bytes(batch);
                peer.send(bytes);
                sent += batch;
                open.add(new Assault(isOwedAReason(bytes), peer.closed()));
                if (open.size() > MOST_OPEN) {
                    settle(open.remove());
                }
                if (random.nextInt(100) == 0) {
                    assertThat(get(bystander.add(sent, 1))).isEqualTo(sent + 1);
                }
            }
            while (!open.isEmpty()) {
                settle(open.remove());
            }
        }

        /** A greeting, mostly, and the look-up that makes references known; then what is hostile. */
        private byte[] bytes(int count) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int genuine = random.nextInt(8) == 0 ? random.nextInt(recorded.size()) : Math.min(2, recorded.size());
            recorded.subList(0, genuine).forEach(bytes::writeBytes);
            for (int i = 0; i < count; i++) {
                bytes.writeBytes(frames.next());
            }
            bytes.writeBytes(
                    Frames.frame(0x7f, new byte[1])); // no such kind: a session that is still open is closed for it
            bytes.writeBytes(new byte[300 * 1024]); // the rest of a frame that is still waited for
            return bytes.toByteArray();
        }

        private void settle(Assault assault) throws Exception {
            byte[] answer = get(assault.closed);
            closedByServer++;
            if (assault.isOwedAReason && !hasReason(answer)) {
                withoutReason++;
            }
        }
    }

    /**
     * One connection of the attack.
     *
     * @param isOwedAReason whether it is to be told why
     * @param closed what came back, once the server has closed the connection
     */
    private record Assault(boolean isOwedAReason, CompletableFuture<byte[]> closed) {}

    private static boolean hasReason(byte[] bytes) {
        int at = firstClose(bytes);
        return at >= 0 && new String(bytes, at + 4, Frames.bodyBytes(bytes, at), StandardCharsets.UTF_8).contains(" ");
    }

    /** Where the first whole frame lies that closes the session, or -1. */
    private static int firstClose(byte[] bytes) {
        for (int at = 0; at + 4 <= bytes.length; at += 4 + Frames.bodyBytes(bytes, at)) {
            if ((bytes[at + 3] & 0xff) == CLOSE && at + 4 + Frames.bodyBytes(bytes, at) <= bytes.length) {
                return at;
            }
        }
        return -1;
    }

    private static long liveBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }
}
