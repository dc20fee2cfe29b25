package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors on virtual threads, called by others over a connection, and calling others over it and waiting for them. */
@Timeout(60)
abstract class VirtualThreadActorsContract {
    /** What is published: each of its methods may wait. */
    public interface Desk {
        void note(int number);

        Promise<List<Integer>> noted();

        Promise<Integer> answer(int number);

        Promise<Integer> promised();

        Promise<Boolean> await();

        Flow.Publisher<Integer> numbers(int count);

        Promise<String> facts();
    }

    /** Calls the desk of the other side, and waits. */
    public interface Visitor {
        Promise<Integer> ask(int number);

        Promise<Integer> sum(int count);

        Promise<Integer> tellMany(int count);

        Promise<Integer> lookUp(URI address);
    }

    private final class DeskClerk extends Actor implements Desk {
        private final List<Integer> noted = new ArrayList<>();

        @Override
        public void note(int number) {
            noted.add(number);
        }

        @Override
        public Promise<List<Integer>> noted() {
            return Promise.of(new ArrayList<>(noted));
        }

        @Override
        public Promise<Integer> answer(int number) {
            return Promise.of(number);
        }

        @Override
        public Promise<Integer> promised() {
            return promised;
        }

        @Override
        public Promise<Boolean> await() {
            begun.countDown();
            try {
                return Promise.of(goOn.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                return Promise.failed(e);
            }
        }

        @Override
        public Flow.Publisher<Integer> numbers(int count) {
            return Streams.of(IntStream.range(0, count).boxed().toList());
        }

        @Override
        public Promise<String> facts() {
            return Promise.of(
                    Thread.currentThread().isVirtual() + " " + Session.current().isPresent());
        }
    }

    private final class OneVisitor extends Actor implements Visitor {
        private final Desk desk;

        OneVisitor(Desk desk) {
            this.desk = desk;
        }

        @Override
        public Promise<Integer> ask(int number) {
            return Promise.of(desk.answer(number).join());
        }

        @Override
        public Promise<Integer> sum(int count) {
            int sum = 0;
            try (StreamItems<Integer> items = Streams.iterate(desk.numbers(count), 8)) {
                for (int item : items) {
                    sum += item;
                }
            }
            return Promise.of(sum);
        }

        @Override
        public Promise<Integer> tellMany(int count) {
            for (int i = 0; i < count; i++) {
                desk.note(i); // waits for credit
            }
            return Promise.of(desk.noted().join().size());
        }

        @Override
        public Promise<Integer> lookUp(URI address) {
            try (Client another = Client.connect(system(), address)) {
                return Promise.of(another.lookup("desk", Desk.class).answer(4).join());
            }
        }
    }

    private final ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(1).build();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Desk here = servers.spawn(Desk.class, DeskClerk::new, SpawnOptions.virtualThread());
    private final Promise<Integer> promised = new Promise<>();
    private Server server;
    private Client client;
    private Desk desk;

    abstract URI address();

    @BeforeEach
    void connect() {
        server = Server.builder(servers)
                .publish("desk", Desk.class, here)
                .publish("other", Desk.class, servers.spawn(Desk.class, DeskClerk::new, SpawnOptions.virtualThread()))
                .limits(Limits.builder().creditMessages(32).build())
                .listen(address())
                .start();
        client = Client.connect(clients, server.address());
        desk = client.lookup("desk", Desk.class);
    }

    @AfterEach
    void close() {
        goOn.countDown();
        clients.close();
        servers.close();
    }

    private Visitor visitor() {
        return clients.spawn(Visitor.class, () -> new OneVisitor(desk), SpawnOptions.virtualThread());
    }

    @Test
    void callsOfOthersAreHandledInOrder() throws Exception {
        List<Integer> sent = IntStream.range(0, 2_000).boxed().toList();
        sent.forEach(desk::note);
        assertThat(desk.noted().get(30, TimeUnit.SECONDS)).isEqualTo(sent);
        assertThat(desk.facts().get(30, TimeUnit.SECONDS)).isEqualTo("true true");
    }

    @Test
    void whoWaitsKeepsNobodyElseFromTheLoop() throws Exception {
        Promise<Boolean> waiting = desk.await();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        Desk other = client.lookup("other", Desk.class);
        assertThat(other.answer(1).get(30, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(waiting.isDone()).isFalse();
        goOn.countDown();
        assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(servers.blockedLoops()).isZero();
    }

    @Test
    void waitsForAnswersOfTheOtherSide() throws Exception {
        assertThat(visitor().ask(3).get(30, TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void readsStreamsOfTheOtherSideInALoop() throws Exception {
        assertThat(visitor().sum(1_000).get(30, TimeUnit.SECONDS)).isEqualTo(999 * 1_000 / 2);
    }

    @Test
    void waitsForCredit() throws Exception {
        assertThat(visitor().tellMany(2_000).get(30, TimeUnit.SECONDS)).isEqualTo(2_000);
    }

    @Test
    void connectsLooksUpAndCloses() throws Exception {
        assertThat(visitor().lookUp(server.address()).get(30, TimeUnit.SECONDS)).isEqualTo(4);
    }

    @Test
    void whoWaitsForAPromisedAnswerIsToldThatTheActorHasStopped() throws Exception {
        Promise<Integer> asked = desk.promised();
        assertThat(desk.answer(1).get(30, TimeUnit.SECONDS)).isEqualTo(1);
        servers.stop(here);
        assertThat(servers.watch(here).get(30, TimeUnit.SECONDS)).isEqualTo(StopReason.REQUESTED);
        assertThatThrownBy(() -> asked.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void theOtherSideHearsOfItsEnd() throws Exception {
        Promise<StopReason> watched = clients.watch(desk);
        assertThat(desk.answer(1).get(30, TimeUnit.SECONDS)).isEqualTo(1);
        servers.stop(here);
        assertThat(watched.get(30, TimeUnit.SECONDS)).isEqualTo(StopReason.REQUESTED);
    }
}
