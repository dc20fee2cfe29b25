package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Client;
import io.tellask.remote.PeerMemory;
import io.tellask.system.IdleTlsServer.Doubler;
import io.tellask.system.IdleTlsServer.Status;
import io.tellask.test.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What 10,000 idle TLS sessions cost a server, and what they cost another client of it that asks at full speed. Three processes: the
 * server, the asking client, and the test with the idle ones, so that each has one end of a connection only: 10,000 need about as many
 * file descriptors, and {@code ulimit -n} must be higher. Each idle client has a TLS context of its own, so that no handshake resumes the
 * session of another. The asking client keeps one connection throughout and is measured in turns with and without the idle ones, which are
 * opened anew each time.
 *
 * <p>Raised for it: {@code connections} of the server from 10,000 by {@link #OTHERS}. A heap of 2 GiB makes its {@code PeerMemory} 614 MiB,
 * half of which connections may take with 16 KiB each; the clients' is {@link #CLIENT_MEMORY}. Pings go out as they do by default, one
 * every 30 s to each session.
 */
@Tag("slow")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class IdleTlsSessionsIT {
    private static final int SESSIONS = 10_000;
    private static final int OTHERS = 100;
    private static final int HANDSHAKES = 32; // at a time
    private static final int PROGRESS = 2_500;
    private static final int ROUNDS = 5; // and one before them, which warms up
    private static final int WARM_UP_SECONDS = 15;
    private static final int SECONDS = 6;
    private static final long CLIENT_MEMORY = 1L << 30;
    private static final long MOST_BYTES = 80 << 10;
    private static final double LEAST_RATE = 0.8;
    private static final double MOST_CPU = 1.25;
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    private final PeerMemory clientMemory = new PeerMemory(CLIENT_MEMORY);
    private Path authority;
    private JavaProcess server;
    private JavaProcess asker;

    /** What one measurement gave: asks a second, and CPU time of an ask in the server and in the client. */
    private record Figures(long rate, long serverNanos, long askerNanos) {
        private long nanos() {
            return serverNanos + askerNanos;
        }
    }

    /** A client that does nothing after its look-up. */
    private record Idle(Client client, Doubler doubler) {}

    @BeforeEach
    void makeCertificate() throws Exception {
        authority = folder.resolve("server.pem");
        keytool("-genkeypair -keyalg EC -groupname secp256r1 -dname CN=localhost -ext san=ip:127.0.0.1 -validity 2");
        keytool("-exportcert -rfc -file server.pem");
    }

    private void keytool(String words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(words.split(" ")));
        command.addAll(List.of("-keystore", "server.p12", "-storepass", PASSWORD, "-alias", "own"));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void idleSessionsCostLittleMemoryAndNothingElse() throws Exception {
        try (JavaProcess serving =
                child("-Xmx2g", IdleTlsServer.class, "server.p12", PASSWORD, "" + (SESSIONS + OTHERS))) {
            server = serving;
            String address = server.readLine();
            try (JavaProcess asking = child("-Xmx512m", TlsAsker.class, address, authority.toString())) {
                asker = asking;
                measure(address);
            }
        }
    }

    private JavaProcess child(String heap, Class<?> main, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("-XX:TieredStopAtLevel=4", heap, "-cp", ChildJvm.classPath(), main.getName()));
        command.addAll(List.of(arguments));
        return JavaProcess.startIn(folder, command);
    }

    private void measure(String address) {
        say("warm-up", ask(WARM_UP_SECONDS));
        Status alone = status(IdleTlsServer.COLLECT);
        say("server without idle sessions", alone);
        List<Figures> without = new ArrayList<>();
        List<Figures> with = new ArrayList<>();
        for (int round = 0; round <= ROUNDS; round++) {
            without.add(ask(SECONDS));
            say("round " + round + " without", without.getLast());
            with.add(askBesideIdle(address, round, alone));
            say("round " + round + " with", with.getLast());
        }
        say("server without idle sessions", status(IdleTlsServer.COLLECT));
        assertNoneWasClosedByLimit();
        assertUnharmed(without.subList(1, without.size()), with.subList(1, with.size()));
    }

    private Figures askBesideIdle(String address, int round, Status alone) {
        Figures figures;
        try (ActorSystem system = ActorSystem.create()) {
            List<Idle> idle = open(system, address);
            Status held = status(IdleTlsServer.COLLECT);
            say("server with " + SESSIONS + " idle sessions", held);
            if (round == 0) {
                assertMemory(alone, held);
            }
            figures = ask(SECONDS);
            assertAllAnswer(idle);
            idle.forEach(each -> each.client().close());
        }
        Await.until(
                "idle sessions have ended", () -> status(IdleTlsServer.STATUS).connections() == 1);
        return figures;
    }

    private List<Idle> open(ActorSystem system, String address) {
        long begin = System.nanoTime();
        Semaphore room = new Semaphore(HANDSHAKES);
        List<Promise<Idle>> opening = new ArrayList<>();
        for (int i = 1; i <= SESSIONS; i++) {
            room.acquireUninterruptibly();
            Promise<Idle> idle = open(system, address, room);
            opening.add(idle);
            if (i % PROGRESS == 0) {
                say(i + " opened after s", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
            }
        }
        return opening.stream().map(Promise::join).toList();
    }

    private Promise<Idle> open(ActorSystem system, String address, Semaphore room) {
        Promise<Idle> idle = Client.builder(system)
                .memory(clientMemory)
                .transport(TlsTransport.builder().trust(authority).build())
                .connectAsync(address)
                .thenCompose(client ->
                        client.lookupAsync("doubler", Doubler.class).thenApply(doubler -> new Idle(client, doubler)));
        idle.whenComplete((opened, failure) -> room.release());
        return idle;
    }

    private Status status(String command) {
        server.writeLine(command);
        return Status.parse(server.readLine());
    }

    private Figures ask(int seconds) {
        long cpu = status(IdleTlsServer.STATUS).cpuNanos();
        asker.writeLine("" + seconds);
        String[] words = asker.readLine().split(" ");
        long asks = Long.parseLong(words[0]);
        return new Figures(
                Math.round(asks * 1e9 / Long.parseLong(words[1])),
                (status(IdleTlsServer.STATUS).cpuNanos() - cpu) / asks,
                Long.parseLong(words[2]) / asks);
    }

    private static void assertMemory(Status before, Status held) {
        long heap = (held.heapBytes() - before.heapBytes()) / SESSIONS;
        long direct = (held.directBytes() - before.directBytes()) / SESSIONS;
        say("heap in use, bytes a session", heap);
        say("direct memory, bytes a session", direct);
        say("resident set, bytes a session", (held.residentBytes() - before.residentBytes()) / SESSIONS);
        assertThat(heap + direct)
                .as("bytes of heap and direct memory a session")
                .isLessThan(MOST_BYTES);
    }

    private static void assertAllAnswer(List<Idle> idle) {
        List<Promise<Long>> answers = IntStream.range(0, idle.size())
                .mapToObj(i -> idle.get(i).doubler().twice(i))
                .toList();
        assertThat(answers.stream().map(Promise::join))
                .containsExactlyElementsOf(
                        LongStream.range(0, SESSIONS).map(i -> 2 * i).boxed().toList());
    }

    private void assertNoneWasClosedByLimit() {
        Status end = status(IdleTlsServer.STATUS);
        assertThat(end.opened()).isEqualTo(1L + (1 + ROUNDS) * SESSIONS);
        assertThat(List.of(end.lost(), end.refused(), end.closedForMemory())).containsOnly(0L);
    }

    private static void assertUnharmed(List<Figures> without, List<Figures> with) {
        long rate = median("asks a second without", without, Figures::rate);
        long nanos = median("CPU ns an ask without", without, Figures::nanos);
        assertThat((double) median("asks a second with", with, Figures::rate))
                .as("asks a second with idle sessions: %s, without: %s", with, without)
                .isGreaterThan(LEAST_RATE * rate);
        assertThat((double) median("CPU ns an ask with", with, Figures::nanos))
                .as("CPU time of an ask with idle sessions: %s, without: %s", with, without)
                .isLessThan(MOST_CPU * nanos);
    }

    private static long median(String what, List<Figures> figures, ToLongFunction<Figures> each) {
        long[] sorted = figures.stream().mapToLong(each).sorted().toArray();
        long median = sorted[sorted.length / 2];
        say(what, "median " + median + ", lowest " + sorted[0] + ", highest " + sorted[sorted.length - 1]);
        return median;
    }

    private static void say(String what, Object figure) {
        System.out.printf(Locale.ROOT, "%s: %s%n", what, figure);
    }
}
