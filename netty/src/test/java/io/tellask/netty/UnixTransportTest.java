package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class UnixTransportTest extends TransportContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @TempDir
    private static Path folder;

    public interface Desk {
        Promise<String> echo(String text);
    }

    static final class DeskActor extends Actor implements Desk {
        @Override
        public Promise<String> echo(String text) {
            return Promise.of(text);
        }
    }

    @Override
    protected Transport transport() {
        return new UnixTransport();
    }

    private static Path file() {
        return folder.resolve("s" + NUMBER.incrementAndGet());
    }

    private static URI address(Path file) {
        return URI.create("unix://" + file);
    }

    @Override
    protected URI address() {
        return address(file());
    }

    @Override
    protected boolean isPrivate() {
        return true;
    }

    @Override
    protected boolean keepsWhatIsNotTaken() {
        return true;
    }

    @Override
    protected URI deadAddress() {
        return address(file());
    }

    private static Transport.Listener listen(Path file, IoLoops loops) {
        return new UnixTransport()
                .listen(address(file), loops, wire -> new RecordingReceiver(wire, (receiver, bytes) -> {}));
    }

    private static void refusesToListen(Path file, IoLoops loops, Problem problem, String text) {
        assertThatThrownBy(() -> listen(file, loops))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(problem))
                .hasMessageContaining(text);
        assertThat(folder.toFile().list((parent, name) -> name.startsWith("."))).isEmpty();
    }

    @Test
    void fileBelongsToItsOwnerAndGoesWithTheListener() throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "file");
        Path file = file();
        Transport.Listener listener = listen(file, loops);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder.toFile().list((parent, name) -> name.startsWith("."))).isEmpty();
        CompletableFuture<Wire> opened = new CompletableFuture<>();
        new UnixTransport()
                .connect(
                        listener.address(),
                        loops.all().getFirst(),
                        wire -> {
                            opened.complete(wire);
                            return new RecordingReceiver(wire, (receiver, bytes) -> {});
                        },
                        opened::completeExceptionally);
        assertThat(opened.get(30, TimeUnit.SECONDS).isPrivate()).isTrue();
        listener.close();
        assertThat(file).doesNotExist();
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void replacesFileThatWasLeftBehindOnly() throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "stale");
        Path file = file();
        try (ServerSocketChannel gone = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gone.bind(UnixDomainSocketAddress.of(file));
            refusesToListen(file, loops, Problem.ADDRESS_IN_USE, "is in use");
        }
        assertThat(file).exists();
        listen(file, loops).close();

        Path text = Files.writeString(file(), "something of value");
        refusesToListen(text, loops, Problem.ADDRESS_IN_USE, "is no socket");
        assertThat(text).hasContent("something of value");
        Path link = Files.createSymbolicLink(file(), text);
        refusesToListen(link, loops, Problem.ADDRESS_IN_USE, "is no socket");
        refusesToListen(folder.resolve("missing/s"), loops, Problem.FAILED, "check that the directory exists");
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void refusesPathLongerThanLimit() throws Exception {
        int left = UnixTransport.MOST_PATH_BYTES - folder.toString().length() - 1;
        IoLoops loops = new NettyLoopProvider().open(1, "long");
        Path longest = folder.resolve("x".repeat(left));
        Transport.Listener listener = listen(longest, loops);
        SocketChannel.open(UnixDomainSocketAddress.of(longest)).close();
        listener.close();
        refusesToListen(
                folder.resolve("x".repeat(left + 1)), loops, Problem.BAD_ADDRESS, "pathBytes=91 > mostPathBytes=90");
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void fileOfAnotherProcessStays() throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "other");
        Path file = file();
        Transport.Listener first = listen(file, loops);
        Files.delete(file);
        Transport.Listener second = listen(file, loops);
        first.close();
        assertThat(file).exists();
        second.close();
        assertThat(file).doesNotExist();
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void leftBehindFileRefusesConnections() throws Exception {
        Path file = file();
        try (ServerSocketChannel gone = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gone.bind(UnixDomainSocketAddress.of(file));
        }
        assertThat(failure(new UnixTransport(), file).problem()).isEqualTo(Problem.REFUSED);
    }

    @Test
    void givesUpOnListenerWhoseQueueIsFull() throws Exception {
        Path file = file();
        List<SocketChannel> filling = new ArrayList<>();
        try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            deaf.bind(UnixDomainSocketAddress.of(file), 1);
            for (int i = 0; i < 2; i++) {
                filling.add(SocketChannel.open(UnixDomainSocketAddress.of(file)));
            }
            TransportException failure = failure(new UnixTransport(Duration.ofMillis(100)), file);
            assertThat(failure.problem()).isEqualTo(Problem.TIMED_OUT);
            assertThat(failure).hasMessageContaining("connectTimeoutMillis=100");
        } finally {
            filling.forEach(TcpWire::closeQuietly);
        }
    }

    private static TransportException failure(Transport transport, Path file) throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "failing");
        CompletableFuture<TransportException> failed = new CompletableFuture<>();
        transport.connect(address(file), loops.all().getFirst(), wire -> null, failed::complete);
        TransportException failure = failed.get(30, TimeUnit.SECONDS);
        loops.close(Duration.ofSeconds(30));
        return failure;
    }

    @ParameterizedTest
    @CsvSource({"unix:nothing", "unix://host/path", "unix:///", "unix:///some/directory/", "unix:///some?option=1"})
    void refusesAddressesThatNameNoFile(URI address) {
        IoLoops loops = new NettyLoopProvider().open(1, "refused");
        assertThatThrownBy(() -> new UnixTransport().listen(address, loops, wire -> null))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_ADDRESS))
                .hasMessageContaining("write unix:///PATH/TO/SOCKET");
        loops.close(Duration.ofSeconds(30));
    }

    @Test
    void carriesSessions() {
        try (ActorSystem system = ActorSystem.builder().ioLoops(2).build()) {
            Server server = Server.builder(system)
                    .publish("desk", Desk.class, system.spawn(Desk.class, DeskActor::new))
                    .listen(address())
                    .start();
            try (Client client = Client.connect(system, server.address())) {
                String text = "hello ".repeat(100_000);
                assertThat(client.lookup("desk", Desk.class).echo(text).join()).isEqualTo(text);
            }
            server.close();
        }
    }
}
