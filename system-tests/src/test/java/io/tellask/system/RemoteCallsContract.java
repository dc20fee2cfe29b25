package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import io.tellask.testkit.StreamProbe;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a caller of remote actors relies on, whatever carries the bytes, and whatever form the values have. */
abstract class RemoteCallsContract {
    @Parameter
    ValueEncoding encoding;

    private final ActorSystem servers = ActorSystem.builder().name("servers").build();
    private final ActorSystem clients = ActorSystem.builder().name("clients").build();
    private Desk.Clerk clerk;
    private Desk local;
    private Server server;
    private Client client;
    private Desk desk;

    abstract URI address();

    /** An address where nobody listens. */
    abstract URI deadAddress();

    @BeforeEach
    void connect() {
        local = servers.spawn(Desk.class, () -> clerk = new Desk.Clerk());
        server = Server.builder(servers)
                .publish("desk", Desk.class, local)
                .listen(address())
                .start();
        client = Client.builder(clients).encoding(encoding).connect(server.address());
        desk = client.lookup("desk", Desk.class);
    }

    @AfterEach
    void close() {
        clients.close();
        servers.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(() -> get(future));
        return thrown instanceof ExecutionException ? thrown.getCause() : thrown;
    }

    @Test
    void answersAsks() throws Exception {
        assertThat(get(desk.add(2, 3))).isEqualTo(5);
        assertThat(Remote.isRemote(desk)).isTrue();
        assertThat(Remote.isRemote(local)).isFalse();
    }

    @Test
    void answersManyAsksInTheirOwnPromises() throws Exception {
        List<Promise<Integer>> answers =
                IntStream.range(0, 20_000).mapToObj(i -> desk.add(i, i)).toList();
        for (int i = 0; i < answers.size(); i++) {
            assertThat(get(answers.get(i))).isEqualTo(2 * i);
        }
    }

    @Test
    void keepsOrderOfTells() throws Exception {
        List<String> lines =
                IntStream.range(0, 10_000).mapToObj(i -> "line " + i).toList();
        lines.forEach(desk::note);
        assertThat(get(desk.notes())).isEqualTo(lines);
    }

    @Test
    void carriesMessagesThatAreLongerThanFrames() throws Exception {
        byte[] bytes = new byte[3_000_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        assertThat(get(desk.echo(bytes))).isEqualTo(bytes);
    }

    @Test
    void handsOnWhatTheActorThrew() throws Exception {
        Throwable failure = failure(desk.fail("out of ink"));
        assertThat(failure).isExactlyInstanceOf(IllegalStateException.class).hasMessage("out of ink");
        assertThat(get(desk.add(1, 1))).isEqualTo(2);
    }

    @Test
    void streamsWithCredit() throws Exception {
        StreamProbe<Integer> probe = new StreamProbe<>(Long.MAX_VALUE);
        desk.count(10_000).subscribe(probe);
        get(probe.ended());
        assertThat(probe.items()).isEqualTo(IntStream.range(0, 10_000).boxed().toList());
        assertThat(probe.violations()).isZero();
    }

    @Test
    void sendsNoMoreItemsThanRequested() throws Exception {
        StreamProbe<Integer> probe = new StreamProbe<>(3);
        desk.count(1_000).subscribe(probe);
        get(desk.add(1, 1));
        awaitItems(probe, 3);
        probe.request(2);
        awaitItems(probe, 5);
        get(desk.add(1, 1));
        assertThat(probe.items()).containsExactly(0, 1, 2, 3, 4);
        probe.cancel();
        assertThat(get(clerk.cancelled)).isEqualTo("count");
    }

    private void awaitItems(StreamProbe<Integer> probe, int count) throws Exception {
        Await.until("items=" + count, () -> {
            get(desk.add(1, 1)); // which an item too many would overtake
            return probe.items().size() >= count;
        });
        assertThat(probe.items()).hasSize(count);
    }

    @Test
    void returnsReferencesThatCanBeCalled() throws Exception {
        Desk.Drawer drawer = get(desk.drawer("pens"));
        drawer.put("blue");
        drawer.put("red");
        assertThat(get(drawer.things())).containsExactly("pens", "blue", "red");
        assertThat(Remote.isRemote(drawer)).isTrue();
    }

    @Test
    void stopsActorsOfSessionWithIt() throws Exception {
        get(desk.drawer("pens"));
        client.close();
        assertThat(get(clerk.drawerStopped)).isEqualTo(StopReason.SESSION_ENDED);
    }

    @Test
    void refusesUnknownNameAndWrongContract() {
        assertThatThrownBy(() -> client.lookup("nobody", Desk.class))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> client.lookup("desk", Desk.Drawer.class))
                .isInstanceOf(LookupException.class)
                .hasMessageContaining("Drawer");
    }

    @Test
    void givesUpCallsAtTheirDeadline() {
        Desk hasty = Remote.withDeadline(desk, Duration.ofMillis(50));
        assertThat(failure(hasty.wait("for nothing"))).isInstanceOf(DeadlineExceededException.class);
    }

    @Test
    void settlesEverythingWhenTheServerCloses() throws Exception {
        List<Promise<String>> waiting = new ArrayList<>();
        IntStream.range(0, 100).forEach(i -> waiting.add(desk.wait("call " + i)));
        StreamProbe<Integer> stream = new StreamProbe<>(10);
        desk.pending().subscribe(stream);
        get(desk.add(1, 1));
        server.close(Duration.ofMillis(50));
        for (Promise<String> promise : waiting) {
            assertThat(failure(promise)).isInstanceOf(OutcomeUnknownException.class);
        }
        assertThat(failure(stream.ended())).isNotNull();
        assertThat(failure(desk.add(1, 1))).isInstanceOf(DisconnectedException.class);
        assertThatThrownBy(() -> desk.note("late")).isInstanceOf(DisconnectedException.class);
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void cancelsStreamsWhenTheClientCloses() throws Exception {
        StreamProbe<Integer> stream = new StreamProbe<>(10);
        desk.pending().subscribe(stream);
        assertThat(get(clerk.begun))
                .isEqualTo("pending"); // of a stream that the actor has not begun it is told nothing
        client.close();
        assertThat(get(clerk.cancelled)).isEqualTo("pending");
        assertThat(failure(stream.ended())).isNotNull();
        assertThat(get(local.add(4, 5))).isEqualTo(9);
    }

    @Test
    void deliversEveryTellBeforeClosing() throws Exception {
        IntStream.range(0, 5_000).forEach(i -> desk.note("line " + i));
        client.close();
        Await.until("the session has ended", () -> server.connections() == 0);
        assertThat(get(local.notes())).hasSize(5_000).endsWith("line 4999");
    }

    @Test
    void drainsAsksUnderWayWhenClosing() throws Exception {
        List<Promise<Integer>> answers =
                IntStream.range(0, 5_000).mapToObj(i -> desk.add(i, 1)).toList();
        get(answers.getFirst());
        server.close(Duration.ofSeconds(5));
        long answered =
                answers.stream().filter(answer -> failure(answer) == null).count();
        long unknown = answers.stream()
                .map(RemoteCallsContract::failure)
                .filter(OutcomeUnknownException.class::isInstance)
                .count();
        assertThat(answered + unknown).isEqualTo(5_000);
        assertThat(answered).isPositive();
    }

    @Test
    void servesClientsIndependently() throws Exception {
        try (Client other = Client.builder(clients).encoding(encoding).connect(server.address())) {
            Desk second = other.lookup("desk", Desk.class);
            client.close();
            assertThat(get(second.add(3, 4))).isEqualTo(7);
            assertThat(failure(desk.add(1, 1))).isInstanceOf(DisconnectedException.class);
        }
    }

    @Test
    void saysThatNobodyListens() {
        URI dead = deadAddress();
        assertThatThrownBy(() -> Client.connect(clients, dead))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(dead.toString());
    }

    @Test
    void refusesSecondServerAtTheAddress() {
        assertThatThrownBy(() -> Server.builder(servers)
                        .publish("desk", Desk.class, local)
                        .listen(server.address())
                        .start())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("is in use");
    }
}
