package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a session relies on, whatever carries its bytes. */
public abstract class TransportContract {
    private static final int BATCH = 64 * 1024;
    private static final BiConsumer<RecordingReceiver, byte[]> IGNORE = (receiver, bytes) -> {};
    private static final BiConsumer<RecordingReceiver, byte[]> ECHO =
            (receiver, bytes) -> receiver.wire.send(bytes, 0, bytes.length);

    private final IoLoops loops = new NettyLoopProvider().open(2, "contract");
    private Transport transport;

    protected abstract Transport transport();

    protected abstract URI address();

    /** An address where nobody listens. */
    protected abstract URI deadAddress();

    /** Whether nobody else can read what is sent. */
    protected abstract boolean isPrivate();

    /** Whether it copies what the connection does not take. */
    protected abstract boolean keepsWhatIsNotTaken();

    @BeforeEach
    void open() {
        transport = transport();
    }

    @AfterEach
    void close() {
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void carriesBytesBothWays() throws Exception {
        Transport.Listener listener = transport.listen(address(), loops, wire -> new RecordingReceiver(wire, ECHO));
        CompletableFuture<String> answer = new CompletableFuture<>();
        RecordingReceiver client = connect(listener.address(), (receiver, bytes) -> {
            if (receiver.bytes.size() == 5) {
                answer.complete(receiver.bytes.toString(StandardCharsets.UTF_8));
            }
        });
        on(client, () -> client.wire.send(" hello ".getBytes(StandardCharsets.UTF_8), 1, 5));
        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("hello");
        listener.close();
    }

    @Test
    void livesOnLoopsOfTheSystem() throws Exception {
        CompletableFuture<Wire> accepted = new CompletableFuture<>();
        CompletableFuture<Boolean> onLoop = new CompletableFuture<>();
        Transport.Listener listener = transport.listen(address(), loops, wire -> {
            accepted.complete(wire);
            onLoop.complete(wire.loop().isCurrent());
            return new RecordingReceiver(wire, IGNORE);
        });
        RecordingReceiver client = connect(listener.address(), IGNORE);
        assertThat(loops.all())
                .contains(client.wire.loop(), accepted.get(30, TimeUnit.SECONDS).loop());
        assertThat(onLoop.get(30, TimeUnit.SECONDS)).isTrue();
        listener.close();
    }

    @Test
    void saysWhetherOthersCanRead() throws Exception {
        CompletableFuture<Wire> accepted = new CompletableFuture<>();
        Transport.Listener listener = transport.listen(address(), loops, wire -> {
            accepted.complete(wire);
            return new RecordingReceiver(wire, IGNORE);
        });
        RecordingReceiver client = connect(listener.address(), IGNORE);
        assertThat(client.wire.isPrivate()).isEqualTo(isPrivate());
        assertThat(accepted.get(30, TimeUnit.SECONDS).isPrivate()).isEqualTo(isPrivate());
        assertThat(client.wire.peer()).isEqualTo(listener.address().toString());
        listener.close();
    }

    @Test
    void sendsFromWithinTheFirstCall() throws Exception {
        Transport.Listener listener = transport.listen(address(), loops, wire -> {
            wire.send(new byte[] {7}, 0, 1);
            return new RecordingReceiver(wire, IGNORE);
        });
        CompletableFuture<byte[]> greeting = new CompletableFuture<>();
        connect(listener.address(), (receiver, bytes) -> greeting.complete(bytes));
        assertThat(greeting.get(30, TimeUnit.SECONDS)).containsExactly(7);
        listener.close();
    }

    @Test
    void holdsBackSenderWhileReceiverIsSlow() throws Exception {
        int total = 20 * 1024 * 1024;
        CompletableFuture<Integer> mismatches = new CompletableFuture<>();
        CompletableFuture<Wire> held = new CompletableFuture<>();
        int[] received = new int[2];
        Transport.Listener listener = transport.listen(address(), loops, wire -> {
            wire.reading(false); // until the sender had to wait
            held.complete(wire);
            return new RecordingReceiver(wire, (receiver, bytes) -> {
                receiver.bytes.reset();
                for (byte b : bytes) {
                    received[1] += b == (byte) (received[0]++ * 31) ? 0 : 1;
                }
                if (received[0] == total) {
                    mismatches.complete(received[1]);
                }
            });
        });
        RecordingReceiver client = connect(listener.address(), IGNORE);
        int[] sent = new int[2];
        List<Integer> keptWhenWritable = new CopyOnWriteArrayList<>();
        client.onWritable = () -> {
            sent[1]++; // before the last byte leaves, whose arrival ends the test
            keptWhenWritable.add(client.keptBytes);
            while (sent[0] < total && client.wire.isWritable()) {
                byte[] batch = new byte[BATCH];
                for (int i = 0; i < BATCH; i++) {
                    batch[i] = (byte) (sent[0]++ * 31);
                }
                client.wire.send(batch, 0, BATCH);
            }
            held.thenAccept(wire -> wire.loop().execute(() -> wire.reading(true)));
        };
        on(client, client.onWritable);
        assertThat(mismatches.get(30, TimeUnit.SECONDS)).isZero();
        assertThat(sent[1]).as("rounds of sending").isGreaterThan(1);
        assertThat(keptWhenWritable).containsOnly(0);
        assertThat(client.mostKeptBytes > 0)
                .as("counts what the connection did not take")
                .isEqualTo(keepsWhatIsNotTaken());
        listener.close();
    }

    @Test
    void takesControlMessagesWhileNotWritable() throws Exception {
        int batches = 200;
        CompletableFuture<Integer> all = new CompletableFuture<>();
        CompletableFuture<Wire> held = new CompletableFuture<>();
        Transport.Listener listener = transport.listen(address(), loops, wire -> {
            wire.reading(false); // until the sender has seen that not all has left
            held.complete(wire);
            return new RecordingReceiver(wire, (receiver, bytes) -> {
                if (receiver.bytes.size() == batches * BATCH) {
                    all.complete(receiver.bytes.size());
                }
            });
        });
        RecordingReceiver client = connect(listener.address(), IGNORE);
        CompletableFuture<Boolean> writable = new CompletableFuture<>();
        on(client, () -> {
            for (int i = 0; i < batches; i++) {
                client.wire.send(new byte[BATCH], 0, BATCH);
            }
            writable.complete(client.wire.isWritable());
        });
        assertThat(writable.get(30, TimeUnit.SECONDS)).isFalse();
        Wire reader = held.get(30, TimeUnit.SECONDS);
        reader.loop().execute(() -> reader.reading(true));
        assertThat(all.get(30, TimeUnit.SECONDS)).isEqualTo(batches * BATCH);
        listener.close();
    }

    @Test
    void closesAfterWhatWasSentHasLeft() throws Exception {
        int length = 10 * 1024 * 1024;
        CompletableFuture<RecordingReceiver> server = new CompletableFuture<>();
        Transport.Listener listener = transport.listen(address(), loops, wire -> {
            RecordingReceiver receiver = new RecordingReceiver(wire, IGNORE);
            server.complete(receiver);
            return receiver;
        });
        RecordingReceiver client = connect(listener.address(), IGNORE);
        on(client, () -> {
            client.wire.send(new byte[length], 0, length);
            client.wire.close();
            client.wire.close();
            client.wire.send(new byte[1], 0, 1);
        });
        assertThat(client.closed.get(30, TimeUnit.SECONDS)).isEmpty();
        RecordingReceiver accepted = server.get(30, TimeUnit.SECONDS);
        assertThat(accepted.closed.get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(accepted.bytes.size()).isEqualTo(length);
        settle(client, accepted);
        assertThat(client.closings).isEqualTo(1);
        assertThat(accepted.closings).isEqualTo(1);
        listener.close();
    }

    @Test
    void deliversReasonBeforeClosingOnFloodingPeer() throws Exception {
        Transport.Listener listener = transport.listen(
                address(),
                loops,
                wire -> new RecordingReceiver(wire, (receiver, bytes) -> {
                    receiver.wire.send("enough".getBytes(StandardCharsets.UTF_8), 0, 6);
                    receiver.wire.close();
                }));
        RecordingReceiver client = connect(listener.address(), IGNORE);
        on(client, () -> client.wire.send(new byte[1_000_000], 0, 1_000_000));
        client.closed.get(30, TimeUnit.SECONDS);
        assertThat(client.bytes.toString(StandardCharsets.UTF_8)).isEqualTo("enough");
        listener.close();
    }

    @Test
    void endsConnectionWhoseSessionFails() throws Exception {
        Transport.Listener listener = transport.listen(
                address(),
                loops,
                wire -> new RecordingReceiver(wire, (receiver, bytes) -> {
                    throw new IllegalStateException("session failed");
                }));
        RecordingReceiver client = connect(listener.address(), IGNORE);
        on(client, () -> client.wire.send(new byte[1], 0, 1));
        client.closed.get(30, TimeUnit.SECONDS);
        listener.close();
    }

    @ParameterizedTest
    @EnumSource
    void failureOfOneSessionEndsItsConnectionOnly(FailingReceiver.Place place) throws Exception {
        IoLoops one = new NettyLoopProvider().open(1, "one");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Transport.Listener listener = transport.listen(
                address(),
                one,
                wire -> failure.get() == null
                        ? new RecordingReceiver(wire, ECHO)
                        : FailingReceiver.open(place, failure.get()));
        RecordingReceiver neighbour = connect(listener.address(), IGNORE);
        echo(neighbour, 1);
        List<Throwable> failures = FailingReceiver.failures();
        for (int i = 0; i < failures.size(); i++) {
            failure.set(failures.get(i));
            RecordingReceiver client = connect(listener.address(), IGNORE);
            on(client, () -> {
                client.wire.send(new byte[1], 0, 1);
                if (place == FailingReceiver.Place.CLOSED) {
                    client.wire.close();
                }
            });
            client.closed.get(30, TimeUnit.SECONDS);
            echo(neighbour, i + 2);
            int expected = i + 1;
            // the client may hear of it before the loop has counted it
            Await.until("the loop has counted the failure", () -> one.failures() >= expected);
        }
        listener.close();
        assertThat(one.close(Duration.ofSeconds(30))).isTrue();
    }

    private static void echo(RecordingReceiver client, int total) throws Exception {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        on(client, () -> {
            client.onBytes = (receiver, bytes) -> {
                if (receiver.bytes.size() == total) {
                    answered.complete(null);
                }
            };
            client.wire.send(new byte[1], 0, 1);
        });
        answered.get(30, TimeUnit.SECONDS);
    }

    @Test
    void interruptLeftByOneSessionHarmsNoConnection() throws Exception {
        IoLoops one = new NettyLoopProvider().open(1, "one");
        Transport.Listener listener = transport.listen(
                address(),
                one,
                wire -> new RecordingReceiver(wire, (receiver, bytes) -> {
                    Thread.currentThread().interrupt();
                    receiver.wire.send(bytes, 0, bytes.length);
                }));
        RecordingReceiver first = connect(listener.address(), IGNORE);
        RecordingReceiver second = connect(listener.address(), IGNORE);
        for (int i = 1; i <= 3; i++) {
            echo(first, i);
            echo(second, i);
        }
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        one.all()
                .getFirst()
                .execute(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isFalse();
        listener.close();
        assertThat(one.close(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void saysThatNobodyListens() {
        URI dead = deadAddress();
        assertThatThrownBy(() -> connect(dead, IGNORE))
                .cause()
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.REFUSED))
                .hasMessageContaining(dead.toString())
                .hasMessageContaining("nobody listens there");
    }

    @Test
    void refusesSecondListenerAndFreesAddressWhenClosed() throws Exception {
        Transport.Listener first = transport.listen(address(), loops, wire -> new RecordingReceiver(wire, IGNORE));
        assertThatThrownBy(() -> transport.listen(first.address(), loops, wire -> new RecordingReceiver(wire, IGNORE)))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.problem()).isEqualTo(Problem.ADDRESS_IN_USE))
                .hasMessageContaining(first.address().toString());
        RecordingReceiver client = connect(first.address(), ECHO);
        first.close();
        transport
                .listen(first.address(), loops, wire -> new RecordingReceiver(wire, IGNORE))
                .close();
        on(client, () -> client.wire.close());
        client.closed.get(30, TimeUnit.SECONDS);
    }

    private RecordingReceiver connect(URI address, BiConsumer<RecordingReceiver, byte[]> onBytes) throws Exception {
        CompletableFuture<RecordingReceiver> opened = new CompletableFuture<>();
        Dispatcher loop = loops.all().getLast();
        Function<Wire, Receiver> open = wire -> {
            RecordingReceiver receiver = new RecordingReceiver(wire, onBytes);
            opened.complete(receiver);
            return receiver;
        };
        transport.connect(address, loop, open, opened::completeExceptionally);
        return opened.get(30, TimeUnit.SECONDS);
    }

    private static void on(RecordingReceiver receiver, Runnable task) {
        receiver.wire.loop().execute(task);
    }

    private static void settle(RecordingReceiver... receivers) throws Exception {
        for (RecordingReceiver receiver : receivers) {
            CompletableFuture<Optional<Throwable>> passed = new CompletableFuture<>();
            on(receiver, () -> passed.complete(Optional.empty()));
            passed.get(30, TimeUnit.SECONDS);
        }
    }
}
