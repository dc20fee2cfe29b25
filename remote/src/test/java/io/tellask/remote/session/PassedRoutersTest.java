package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.Streams;
import io.tellask.actor.pattern.LocalTopics;
import io.tellask.actor.pattern.NoRouteeException;
import io.tellask.actor.pattern.Routers;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routers of remote references, and routers that another process calls. */
@Timeout(60)
class PassedRoutersTest {
    public interface Worker {
        void put(int item);

        Promise<Integer> number();

        Promise<Integer> later();

        Flow.Publisher<Integer> items(int count);

        int blocking();
    }

    public interface Sink {
        void put(int item);
    }

    /** What a call brings within an object. */
    public record Team(String name, List<Worker> workers) {}

    /** Calls what it is given. */
    public interface Office {
        Promise<Integer> ask(Worker worker);

        Promise<Integer> askFirst(Team team);

        Promise<Integer> collect(Worker worker);

        Promise<Integer> block(Worker worker);

        Promise<Worker> back(Worker worker);

        Promise<Boolean> areOne(Worker first, Worker second);

        Promise<Boolean> watch(Worker worker);

        void tell(Sink sink, int item);

        Promise<Worker> own();
    }

    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem here = ActorSystem.builder().ioLoops(1).build();
    private final List<ActorSystem> there = Stream.generate(
                    () -> ActorSystem.builder().ioLoops(1).build())
            .limit(2)
            .toList();
    private final Queue<String> done = new ConcurrentLinkedQueue<>();
    private final List<Queue<Promise<Integer>>> open =
            List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    private final Queue<CompletableFuture<StopReason>> watches = new ConcurrentLinkedQueue<>();

    private final class WorkerActor implements Worker {
        private final int number;

        WorkerActor(int number) {
            this.number = number;
        }

        @Override
        public void put(int item) {
            done.add(number + ":" + item);
        }

        @Override
        public Promise<Integer> number() {
            return Promise.of(number);
        }

        @Override
        public Promise<Integer> later() {
            Promise<Integer> answer = new Promise<>();
            open.get(number).add(answer);
            return answer;
        }

        @Override
        public Flow.Publisher<Integer> items(int count) {
            return Streams.of(IntStream.range(0, count).boxed().toList());
        }

        @Override
        public int blocking() {
            return number;
        }
    }

    private final class OfficeActor implements Office {
        private final Worker own = Routers.roundRobin(
                Worker.class, List.of(there.getFirst().spawn(Worker.class, () -> new WorkerActor(1))));

        @Override
        public Promise<Integer> ask(Worker worker) {
            return worker.number();
        }

        @Override
        public Promise<Integer> askFirst(Team team) {
            return team.workers().getFirst().number();
        }

        @Override
        public Promise<Integer> collect(Worker worker) {
            return Promise.from(Streams.collect(worker.items(5))).thenApply(List::size);
        }

        @Override
        public Promise<Integer> block(Worker worker) {
            return Promise.of(worker.blocking());
        }

        @Override
        public Promise<Worker> back(Worker worker) {
            return Promise.of(worker);
        }

        @Override
        public Promise<Boolean> areOne(Worker first, Worker second) {
            return Promise.of(first == second);
        }

        @Override
        public Promise<Boolean> watch(Worker worker) {
            watches.add(there.getFirst().watch(worker));
            return Promise.of(true);
        }

        @Override
        public void tell(Sink sink, int item) {
            sink.put(item);
        }

        @Override
        public Promise<Worker> own() {
            return Promise.of(own);
        }
    }

    @AfterEach
    void close() {
        here.close();
        there.forEach(ActorSystem::close);
    }

    private static URI address(int place) {
        return URI.create("memory://place" + place);
    }

    private Client serve(int place) {
        Server.builder(there.get(place))
                .publish("worker", Worker.class, there.get(place).spawn(Worker.class, () -> new WorkerActor(place)))
                .publish("other", Worker.class, there.get(place).spawn(Worker.class, () -> new WorkerActor(place)))
                .publish("office", Office.class, office(place))
                .transport(transport)
                .listen(address(place))
                .start();
        return client(place, ValueEncoding.BINARY);
    }

    private Office office(int place) {
        return there.get(place).spawn(Office.class, OfficeActor::new, SpawnOptions.virtualThread());
    }

    private Client client(int place, ValueEncoding encoding) {
        return Client.builder(here).transport(transport).encoding(encoding).connect(address(place));
    }

    private Worker local(int number) {
        return here.spawn(Worker.class, () -> new WorkerActor(number));
    }

    @Test
    void everyKindOfMethodGoesToRemoteRoutees() {
        Worker router = Routers.roundRobin(
                Worker.class,
                List.of(serve(0).lookup("worker", Worker.class), serve(1).lookup("worker", Worker.class)));
        assertThat(List.of(router.number().join(), router.number().join())).containsExactly(0, 1);
        assertThat(List.of(router.blocking(), router.blocking())).containsExactly(0, 1);
        assertThat(Streams.collect(router.items(3)).join()).containsExactly(0, 1, 2);
        router.put(7);
        Await.until("told", () -> done.contains("1:7"));
    }

    @Test
    void routeesWhoseSessionHasEndedAreTakenOut() {
        Client first = serve(0);
        Worker stays = serve(1).lookup("worker", Worker.class);
        Worker router = Routers.roundRobin(Worker.class, List.of(first.lookup("worker", Worker.class), stays));
        first.close();
        Await.until("the routee is gone", () -> Routers.routees(router).size() == 1);
        assertThat(router.number().join()).isEqualTo(1);
        assertThat(Routers.routees(router)).containsExactly(stays);
    }

    @Test
    void loadOfRemoteRouteesIsAsksInFlightInTheirSession() {
        Client first = serve(0);
        Client second = serve(1);
        Worker router = Routers.leastLoaded(
                Worker.class,
                List.of(
                        first.lookup("worker", Worker.class),
                        first.lookup("other", Worker.class),
                        second.lookup("worker", Worker.class)));
        Worker busy = first.lookup("worker", Worker.class);
        List<Promise<Integer>> asked = Stream.generate(busy::later).limit(3).toList();
        for (int i = 0; i < 2; i++) {
            asked = Stream.concat(asked.stream(), Stream.of(router.later())).toList();
        }
        Await.until("all are open", () -> open.get(0).size() == 3 && open.get(1).size() == 2);
        router.put(1); // tells do not count
        router.put(2);
        Await.until("both were told", () -> done.containsAll(List.of("1:1", "1:2")));
        asked = Stream.concat(asked.stream(), Stream.of(router.later())).toList();
        Await.until("both sessions have three", () -> open.get(1).size() == 3);
        open.get(0).forEach(answer -> answer.complete(0));
        asked.subList(0, 3).forEach(Promise::join);
        assertThat(List.of(
                        router.number().join(),
                        router.number().join(),
                        router.number().join()))
                .containsExactly(0, 0, 0);
    }

    @ParameterizedTest
    @EnumSource(ValueEncoding.class)
    void routerIsCalledByWhomItWasPassedTo(ValueEncoding encoding) {
        serve(0);
        Office office = client(0, encoding).lookup("office", Office.class);
        Worker router = Routers.roundRobin(Worker.class, List.of(local(0), local(1)));
        assertThat(List.of(
                        office.ask(router).join(),
                        office.ask(router).join(),
                        office.ask(router).join()))
                .containsExactly(0, 1, 0);
        assertThat(office.askFirst(new Team("a", List.of(router))).join()).isEqualTo(1);
        assertThat(office.collect(router).join()).isEqualTo(5);
        assertThat(office.areOne(router, router).join()).isTrue();
        assertThat(office.back(router).join()).isSameAs(router);
    }

    @Test
    void routerOfRemoteRouteesPassesCallsOn() {
        Office office = serve(0).lookup("office", Office.class);
        Worker remote = serve(1).lookup("worker", Worker.class);
        Worker back = client(0, ValueEncoding.BINARY).lookup("worker", Worker.class);
        Worker router = Routers.roundRobin(Worker.class, List.of(remote, back));
        assertThat(List.of(office.ask(router).join(), office.ask(router).join()))
                .containsExactly(1, 0);
    }

    @Test
    void routerThatIsAResultIsCalledWhereItIs() {
        Worker router = serve(0).lookup("office", Office.class).own().join();
        assertThat(router.number().join()).isEqualTo(1);
    }

    @Test
    void topicIsPublishedToByWhomItsPublisherWasPassedTo() {
        Office office = serve(0).lookup("office", Office.class);
        LocalTopics<Sink> topics = LocalTopics.of(Sink.class);
        topics.subscribe("a/*", here.spawn(Sink.class, () -> item -> done.add("got " + item)));
        office.tell(topics.tell("a/b"), 5);
        Await.until("the subscriber was told", () -> done.contains("got 5"));
    }

    @Test
    void callerHearsWhyARouterMakesNoCall() {
        Office office = serve(0).lookup("office", Office.class);
        Worker empty = Routers.roundRobin(Worker.class, List.of());
        assertThatThrownBy(() -> office.ask(empty).join())
                .hasStackTraceContaining(NoRouteeException.class.getName())
                .hasStackTraceContaining("has no routee that lives");
        Worker router = Routers.roundRobin(Worker.class, List.of(local(0)));
        assertThatThrownBy(() -> office.block(router).join())
                .hasStackTraceContaining(BlockingCallException.class.getName())
                .hasStackTraceContaining("method=Worker.blocking blocks");
        assertThat(office.ask(router).join()).isZero();
    }

    @Test
    void whoWatchesARouterHearsOfTheEndOfTheSession() throws Exception {
        Client client = serve(0);
        Office office = client.lookup("office", Office.class);
        Worker router = Routers.roundRobin(Worker.class, List.of(local(0)));
        assertThat(office.watch(router).join()).isTrue();
        assertThat(office.ask(router).join()).isZero(); // behind what the watch has sent
        assertThat(watches.element()).isNotDone();
        client.close();
        assertThat(watches.element().get(30, TimeUnit.SECONDS)).isEqualTo(StopReason.UNREACHABLE);
    }

    @Test
    void routerIsLetGoOfWithItsLastReference() {
        Office office = serve(0).lookup("office", Office.class);
        Endpoint endpoint = ((RemoteReference) (Object) office).target().endpoint();
        Worker router = Routers.roundRobin(Worker.class, List.of(local(0)));
        assertThat(office.ask(router).join()).isZero();
        Await.until("nothing is exported", () -> {
            System.gc();
            return endpoint.exports().count() == 0;
        });
        assertThat(office.ask(router).join()).isZero();
    }
}
