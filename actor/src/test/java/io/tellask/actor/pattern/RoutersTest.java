package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.ContractException;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.actor.VirtualDispatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Routers over actors of a dispatcher that runs only when told to. */
class RoutersTest {
    public interface Worker {
        void put(int item, String text);

        Promise<Integer> number(int item);

        CompletableFuture<String> future(String item);

        Flow.Publisher<Long> items(long item);

        int plain(int item, double fraction);

        long load(); // the name of a method that references have
    }

    public interface Sink {
        void put(int item, long more, String text);
    }

    public interface Orders {
        Promise<Integer> place(Order order, int pieces);

        void cancel(Order order);
    }

    public record Order(String customer, int number) {}

    private static final int LIMIT = 2;

    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private final List<Object> spawned = new ArrayList<>();

    @AfterEach
    void close() {
        spawned.forEach(system::stop);
        dispatcher.run();
        system.close();
    }

    private <C> C spawn(Class<C> contract, Supplier<? extends C> factory) {
        return spawn(contract, factory, SpawnOptions.on(dispatcher));
    }

    private <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
        C reference = system.spawn(contract, factory, options);
        spawned.add(reference);
        return reference;
    }

    private record WorkerActor(int number, List<String> done) implements Worker {
        @Override
        public void put(int item, String text) {
            done.add(number + ":" + item + text);
        }

        @Override
        public Promise<Integer> number(int item) {
            done.add(number + ":" + item);
            return Promise.of(number);
        }

        @Override
        public CompletableFuture<String> future(String item) {
            return CompletableFuture.completedFuture(number + item);
        }

        @Override
        public Flow.Publisher<Long> items(long item) {
            return Streams.of(List.of((long) number, item));
        }

        @Override
        public int plain(int item, double fraction) {
            return number * 100 + item + (int) (fraction * 10);
        }

        @Override
        public long load() {
            return number;
        }
    }

    private List<Worker> workers(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> spawn(Worker.class, () -> new WorkerActor(number, done)))
                .toList();
    }

    private void stop(Worker worker) {
        system.stop(worker);
        dispatcher.run();
    }

    @Test
    void roundRobinCallsOneAfterTheOther() {
        Worker router = Routers.roundRobin(Worker.class, workers(3));
        for (int item = 0; item < 5; item++) {
            router.put(item, "!");
        }
        dispatcher.run();
        assertThat(done).containsExactlyInAnyOrder("0:0!", "1:1!", "2:2!", "0:3!", "1:4!");
    }

    @Test
    void everyKindOfMethodIsRouted() {
        List<Worker> workers = IntStream.range(0, 2)
                .mapToObj(number -> system.spawn(Worker.class, () -> new WorkerActor(number, done)))
                .toList();
        Worker router = Routers.roundRobin(Worker.class, workers);
        assertThat(router.number(7).join()).isZero();
        assertThat(router.future("a").join()).isEqualTo("1a");
        assertThat(Streams.collect(router.items(5), 2).join()).containsExactly(0L, 5L);
        assertThat(router.plain(3, 0.5)).isEqualTo(108);
        assertThat(router.load()).isZero();
        assertThat(router).hasToString("router Worker of " + workers);
    }

    @Test
    void routeesThatStopAreTakenOut() {
        List<Worker> workers = workers(3);
        Worker router = Routers.roundRobin(Worker.class, workers);
        stop(workers.get(1));
        for (int item = 0; item < 4; item++) {
            router.put(item, "");
        }
        dispatcher.run();
        assertThat(done).hasSize(4).noneMatch(each -> each.startsWith("1:"));
        assertThat(Routers.routees(router)).containsExactly(workers.get(0), workers.get(2));
    }

    @Test
    void callsWithoutRouteesAreRefused() {
        for (Worker router :
                List.of(Routers.roundRobin(Worker.class, List.of()), Routers.leastLoaded(Worker.class, List.of()))) {
            assertThatThrownBy(() -> router.put(1, ""))
                    .isInstanceOf(NoRouteeException.class)
                    .hasMessage("router: contract=" + Worker.class.getName()
                            + " has no routee that lives; add one by Routers.add");
            assertThatThrownBy(() -> router.plain(1, 0)).isInstanceOf(NoRouteeException.class);
            assertThatThrownBy(() -> router.number(1).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(NoRouteeException.class);
            assertThatThrownBy(() -> router.future("").join()).hasCauseInstanceOf(NoRouteeException.class);
            assertThatThrownBy(() -> Streams.collect(router.items(1), 1).join())
                    .hasCauseInstanceOf(NoRouteeException.class);
        }
        Orders byKey = Routers.byFirstArgument(Orders.class, List.of());
        assertThatThrownBy(() -> byKey.cancel(new Order("a", 1))).isInstanceOf(NoRouteeException.class);
        Sink all = Routers.broadcast(Sink.class, List.of());
        assertThatThrownBy(() -> all.put(1, 2, "")).isInstanceOf(NoRouteeException.class);
    }

    @Test
    void callsAreRefusedOnceAllHaveStopped() {
        List<Worker> workers = workers(2);
        Worker router = Routers.leastLoaded(Worker.class, workers);
        workers.forEach(this::stop);
        assertThatThrownBy(() -> router.put(1, "")).isInstanceOf(NoRouteeException.class);
        assertThat(Routers.routees(router)).isEmpty();
    }

    @Test
    void routeesComeAndGo() {
        List<Worker> workers = workers(2);
        Worker router = Routers.roundRobin(Worker.class, List.of());
        Routers.add(router, workers.get(0));
        Routers.add(router, workers.get(1));
        assertThat(Routers.remove(router, workers.get(0))).isTrue();
        assertThat(Routers.remove(router, workers.get(0))).isFalse();
        router.put(1, "");
        dispatcher.run();
        assertThat(done).containsExactly("1:1");
    }

    @Test
    void leastLoadedCallsWhoHasLeastToDo() {
        List<Worker> workers = workers(3);
        workers.get(0).put(0, "");
        workers.get(0).put(0, "");
        workers.get(1).put(0, "");
        Worker router = Routers.leastLoaded(Worker.class, workers);
        for (int item = 1; item <= 6; item++) {
            router.put(item, "");
        }
        dispatcher.run();
        for (int number = 0; number < 3; number++) {
            String prefix = number + ":";
            assertThat(done).filteredOn(each -> each.startsWith(prefix)).hasSize(3);
        }
    }

    @Test
    void callsOfOneKeyGoToOneRoutee() {
        List<Orders> routees = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            routees.add(system.spawn(Orders.class, () -> new OrdersActor(number, done)));
        }
        Orders router = Routers.byKey(Orders.class, Order.class, Order::customer, routees);
        for (int customer = 0; customer < 50; customer++) {
            Order first = new Order("customer " + customer, 1);
            assertThat(router.place(first, 1).join())
                    .isEqualTo(router.place(new Order(first.customer(), 2), 5).join());
        }
        assertThat(router.place(null, 1).join()).isEqualTo(router.place(null, 2).join());
    }

    private record OrdersActor(int number, List<String> done) implements Orders {
        @Override
        public Promise<Integer> place(Order order, int pieces) {
            return Promise.of(number);
        }

        @Override
        public void cancel(Order order) {
            done.add(number + ":" + order);
        }
    }

    @Test
    void whatAKeyFunctionThrowsComesThrough() {
        Orders routee = system.spawn(Orders.class, () -> new OrdersActor(0, done));
        Orders router = Routers.byKey(
                Orders.class,
                Order.class,
                order -> {
                    throw new IllegalStateException("as asked");
                },
                List.of(routee));
        assertThatThrownBy(() -> router.cancel(new Order("a", 1))).hasMessage("as asked");
    }

    @Test
    void broadcastTellsAllAndThrowsWhatOneRefuses() {
        List<String> got = new ArrayList<>();
        List<Sink> sinks = IntStream.range(0, 3)
                .mapToObj(number -> this.<Sink>spawn(
                        Sink.class,
                        () -> (item, more, text) -> got.add(number + ":" + item + more + text),
                        SpawnOptions.on(dispatcher).withMailbox(LIMIT, MailboxPolicy.REFUSE)))
                .toList();
        Sink router = Routers.broadcast(Sink.class, sinks);
        router.put(1, 2, "a");
        sinks.get(0).put(3, 4, "b");
        assertThatThrownBy(() -> router.put(5, 6, "c")).isInstanceOf(MailboxFullException.class);
        assertThatThrownBy(() -> router.put(7, 8, "d"))
                .isInstanceOf(MailboxFullException.class)
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(2));
        dispatcher.run();
        assertThat(got).containsExactlyInAnyOrder("0:12a", "0:34b", "1:12a", "1:56c", "2:12a", "2:56c");
    }

    @Test
    void contractsThatCannotBeRoutedAreRefused() {
        assertThatThrownBy(() -> Routers.broadcast(Worker.class, List.of()))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("broadcast void methods only");
        assertThatThrownBy(() -> Routers.byFirstArgument(Worker.class, List.of()))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("method=load has no argument");
        assertThatThrownBy(() -> Routers.byKey(Sink.class, String.class, text -> text, List.of()))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("its first parameter of type=int is no java.lang.String");
    }

    @Test
    void strangersAreRefusedAsRoutees() {
        Worker worker = workers(1).getFirst();
        Worker router = Routers.roundRobin(Worker.class, List.of(worker));
        assertThatThrownBy(() -> Routers.add(router, new WorkerActor(1, done)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no reference to an actor");
        assertThatThrownBy(() -> Routers.add(router, router)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Routers.add(router, worker))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was added before");
        assertThatThrownBy(() -> Routers.routees(worker))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no router");
        assertThat(Routers.routees(router)).containsExactly(worker);
    }

    @Test
    void takesRouteesUpToTheLimit() {
        List<Sink> most = IntStream.range(0, Routers.MOST_ROUTEES)
                .mapToObj(number -> sink())
                .toList();
        Sink router = Routers.byFirstArgument(Sink.class, most);
        assertThat(Routers.routees(router)).hasSize(Routers.MOST_ROUTEES);
        assertThatThrownBy(() -> Routers.add(router, sink()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("routees=1025 > MOST_ROUTEES=1024");
    }

    private Sink sink() {
        return spawn(Sink.class, () -> (item, more, text) -> {});
    }
}
