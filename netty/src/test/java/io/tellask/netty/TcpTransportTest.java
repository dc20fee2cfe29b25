package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.IoLoops;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class TcpTransportTest extends TransportContract {
    @Override
    protected Transport transport() {
        return new TcpTransport();
    }

    @Override
    protected URI address() {
        return URI.create("tellask://127.0.0.1:0");
    }

    @Override
    protected boolean isPrivate() {
        return true; // on loopback
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return true;
    }

    @Override
    protected URI deadAddress() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("tellask://127.0.0.1:" + free.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tellask://0.0.0.0:0, NOT_ALLOWED, plaintext=true",
        "tellask://192.0.2.1:0?plaintext=true, NOT_LOCAL, listen on one that does",
        "tellask://127.0.0.1, BAD_ADDRESS, port is missing; write tellask://HOST:PORT",
        "tellask://127.0.0.1:65536, BAD_ADDRESS, port=65536 > mostPort=65535; write tellask://HOST:PORT",
        "tellask://my_host:1, BAD_ADDRESS, authority=my_host:1 is no host and port",
        "tellask://host:port, BAD_ADDRESS, authority=host:port is no host and port",
        "tellask://ada:sesame@127.0.0.1:1, BAD_ADDRESS, a user stands before the host",
        "tellask://127.0.0.1:1#here, BAD_ADDRESS, fragment=here; leave it out",
        "tellask:nothing, BAD_ADDRESS, host is missing; write tellask://HOST:PORT",
        "tellask://127.0.0.1:0/path, BAD_ADDRESS, without a path",
        "tellask://127.0.0.1:0?plaintxt=true, BAD_ADDRESS, there is plaintext=true",
        "tellask://no-such-host.invalid:1, UNKNOWN_HOST, no-such-host.invalid",
    })
    void refusesToListen(URI address, Problem problem, String remedy) {
        IoLoops loops = new NettyLoopProvider().open(1, "refused");
        assertThatThrownBy(() -> new TcpTransport().listen(address, loops, wire -> null))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(problem))
                .hasMessageContaining(remedy);
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void readsLittleOfEachOnceThePassOverTheSocketsIsLong() throws Exception {
        int peers = 12;
        IoLoops loops = new NettyLoopProvider().open(1, "costly");
        List<Integer> reads = new ArrayList<>(); // the loop's own
        CompletableFuture<List<Integer>> firstPass = new CompletableFuture<>();
        CountDownLatch accepted = new CountDownLatch(peers);
        Transport.Listener listener = new TcpTransport().listen(address(), loops, wire -> {
            accepted.countDown();
            return new RecordingReceiver(wire, (receiver, bytes) -> {
                reads.add(bytes.length);
                if (reads.size() == peers) {
                    firstPass.complete(List.copyOf(reads));
                }
                spinFor(TimeUnit.MILLISECONDS.toNanos(5));
            });
        });
        List<SocketChannel> clients = new ArrayList<>();
        try {
            for (int i = 0; i < peers; i++) {
                clients.add(SocketChannel.open(
                        new InetSocketAddress("127.0.0.1", listener.address().getPort())));
            }
            assertThat(accepted.await(30, TimeUnit.SECONDS)).isTrue();
            CountDownLatch written = new CountDownLatch(1);
            loops.all().getFirst().execute(() -> awaitOnLoop(written));
            for (SocketChannel client : clients) {
                client.write(ByteBuffer.wrap(new byte[32 * 1024]));
            }
            written.countDown();
            List<Integer> counts = firstPass.get(30, TimeUnit.SECONDS);
            assertThat(counts.getFirst()).isGreaterThan(NettyLoop.LONG_PASS_BYTES);
            // on a busy machine they come in several passes, each with up to three long reads
            for (int i = 4; i <= peers; i++) {
                assertThat(counts.subList(i - 4, i)).anyMatch(count -> count <= NettyLoop.LONG_PASS_BYTES);
            }
        } finally {
            clients.forEach(TcpWire::closeQuietly);
            listener.close();
            loops.close(Duration.ofSeconds(30));
        }
    }

    private static void awaitOnLoop(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void spinFor(long nanos) {
        for (long begin = System.nanoTime(); System.nanoTime() - begin < nanos; ) {
            Thread.onSpinWait();
        }
    }

    @Test
    void listensOnEveryInterfaceWhereToldSo() {
        IoLoops loops = new NettyLoopProvider().open(1, "public");
        Transport.Listener listener =
                new TcpTransport().listen(URI.create("tellask://0.0.0.0:0?plaintext=true"), loops, wire -> null);
        assertThat(listener.address().getPort()).isPositive();
        assertThat(listener.address().getQuery()).isEqualTo("plaintext=true");
        listener.close();
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void saysThatTheHostIsUnknown() throws Exception {
        assertThat(failure(new TcpTransport(), URI.create("tellask://no-such-host.invalid:1"))
                        .problem())
                .isEqualTo(Problem.UNKNOWN_HOST);
    }

    @Test
    void connectsByName() throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "name");
        CompletableFuture<String> connected = new CompletableFuture<>();
        Transport.Listener listener = new TcpTransport()
                .listen(URI.create("tellask://localhost:0"), loops, wire -> new RecordingReceiver(wire, (r, b) -> {}));
        new TcpTransport()
                .connect(
                        listener.address(),
                        loops.all().getFirst(),
                        wire -> {
                            connected.complete(wire.peer());
                            return new RecordingReceiver(wire, (r, b) -> {});
                        },
                        connected::completeExceptionally);
        assertThat(connected.get(30, TimeUnit.SECONDS))
                .isEqualTo(listener.address().toString());
        listener.close();
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void givesUpOnServerThatDoesNotAnswer() throws Exception {
        List<SocketChannel> filling = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 4; i++) {
                SocketChannel one = SocketChannel.open();
                one.configureBlocking(false);
                one.connect(new InetSocketAddress(deaf.getInetAddress(), deaf.getLocalPort()));
                filling.add(one);
            }
            URI address = URI.create("tellask://127.0.0.1:" + deaf.getLocalPort());
            TransportException failure = failure(new TcpTransport(Duration.ofMillis(200)), address);
            assertThat(failure.problem()).isEqualTo(Problem.TIMED_OUT);
            assertThat(failure).hasMessageContaining("connectTimeoutMillis=200");
        } finally {
            for (SocketChannel one : filling) {
                one.close();
            }
        }
    }

    private static TransportException failure(TcpTransport transport, URI address) throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "failing");
        CompletableFuture<TransportException> failed = new CompletableFuture<>();
        transport.connect(
                address,
                loops.all().getFirst(),
                wire -> {
                    failed.completeExceptionally(new AssertionError("connected to " + address));
                    return new RecordingReceiver(wire, (r, b) -> {});
                },
                failed::complete);
        TransportException failure = failed.get(30, TimeUnit.SECONDS);
        loops.close(Duration.ofSeconds(30));
        return failure;
    }
}
