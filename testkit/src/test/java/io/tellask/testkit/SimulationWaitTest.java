package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may wait for what while nothing moves but by the thread that would wait. */
@Timeout(60)
class SimulationWaitTest {
    private final Simulation simulation = Simulation.seeded(1);
    private final ActorSystem simulated = simulation.newSystem("simulated");
    private final AtomicInteger calls = new AtomicInteger();

    /** What is asked. */
    public interface Adder {
        Promise<Integer> add(int number);

        int sum(int number);

        CompletableFuture<Integer> later();
    }

    private final class Sum implements Adder {
        private final Supplier<? extends CompletableFuture<Integer>> later;

        Sum(Supplier<? extends CompletableFuture<Integer>> later) {
            this.later = later;
        }

        @Override
        public Promise<Integer> add(int number) {
            return Promise.of(sum(number));
        }

        @Override
        public int sum(int number) {
            return calls.addAndGet(number);
        }

        @Override
        public CompletableFuture<Integer> later() {
            return later.get();
        }
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private Adder adder(ActorSystem system, SpawnOptions options) {
        return system.spawn(Adder.class, () -> new Sum(Promise::new), options);
    }

    private static void assertRefused(ThrowingCallable wait) {
        assertThatThrownBy(wait)
                .isInstanceOf(BlockingCallException.class)
                .hasMessageContaining("thread=" + Thread.currentThread().getName() + " would wait for dispatcher=")
                .hasMessageContaining("simulation.await(promise)")
                .hasMessageContaining("simulation.call(...)");
    }

    @Test
    void askThatOnlyStepsCanAnswerIsRefusedAndStaysOpen() {
        for (SpawnOptions options : new SpawnOptions[] {
            SpawnOptions.ioLoop(),
            SpawnOptions.pool(),
            SpawnOptions.dedicatedThread(),
            SpawnOptions.virtualThread(),
            SpawnOptions.on(simulation.newDispatcher("own"))
        }) {
            calls.set(0);
            Promise<Integer> added = adder(simulated, options).add(3);
            assertRefused(added::join);
            assertRefused(added::get);
            assertRefused(() -> added.get(1, TimeUnit.DAYS));

            assertThat(added).isNotDone();
            assertThat(simulation.await(added)).isEqualTo(3);
            assertThat(added.join()).isEqualTo(3);
        }
    }

    @Test
    void methodThatReturnsItsValueIsRefusedBeforeItIsCalled() {
        ActorSystem copying = ActorSystem.builder()
                .ioLoopProvider(simulation.loopProvider())
                .copyLocalCalls(Remote.copying(Codec.standard()))
                .build();
        for (ActorSystem system : new ActorSystem[] {simulated, copying}) {
            Adder adder = adder(system, SpawnOptions.ioLoop());
            assertRefused(() -> adder.sum(1));
            simulation.runUntilIdle();
        }
        assertThat(calls.get()).isZero();
        simulation.callVoid(copying::close);
    }

    @Test
    void promiseThatTheActorReturnedIsRefusedAsOnlyItsFunctionsSettleTheAsk() {
        Promise<Integer> inner = new Promise<>();
        Adder adder = simulated.spawn(Adder.class, () -> new Sum(() -> inner));
        CompletableFuture<Integer> asked = adder.later();
        simulation.runUntilIdle();
        assertRefused(asked::join);

        inner.complete(4);
        assertThat(simulation.await(asked)).isEqualTo(4);
    }

    @Test
    void whatIsDerivedFromSuchAnAskIsRefused() {
        Adder adder = adder(simulated, SpawnOptions.ioLoop());
        Promise<Integer> real = new Promise<>();
        List<Function<Promise<Integer>, CompletableFuture<?>>> derivations = List.of(
                asked -> asked.thenApply(sum -> sum + 1),
                asked -> asked.thenCompose(sum -> real),
                asked -> asked.whenComplete((sum, failure) -> {}).thenAccept(sum -> {}),
                asked -> asked.exceptionally(failure -> 0).copy(),
                asked -> Promise.from(asked),
                asked -> asked.minimalCompletionStage().thenApply(sum -> sum).toCompletableFuture(),
                asked -> asked.thenCombine(real, Integer::sum),
                asked -> real.thenCombine(asked, Integer::sum),
                asked -> asked.applyToEither(adder.add(1), sum -> sum),
                asked -> Promise.all(real, asked),
                asked -> Promise.any(asked, asked.thenApply(sum -> sum)),
                asked -> Promise.race(asked),
                asked ->
                        Promise.all(Promise.any(Promise.all(real, asked)), real).thenApply(List::size));
        for (Function<Promise<Integer>, CompletableFuture<?>> derivation : derivations) {
            CompletableFuture<?> derived = derivation.apply(adder.add(1));
            assertRefused(derived::join);
            assertRefused(derived::get);
            assertRefused(() -> derived.get(1, TimeUnit.DAYS));
            assertThat(derived).isNotDone();
        }
        Promise<Integer> last = adder.add(1).thenApply(sum -> sum);
        simulation.runUntilIdle();
        assertThat(last.join()).isEqualTo(derivations.size() + 2);
    }

    @Test
    void whatOthersMaySettleIsWaitedForWhateverItIsDerivedFrom() {
        Adder adder = adder(simulated, SpawnOptions.ioLoop());
        List<BiFunction<Promise<Integer>, CompletableFuture<Integer>, Promise<Integer>>> derivations = List.of(
                (asked, outside) -> Promise.any(asked, outside),
                (asked, outside) -> Promise.race(outside, asked),
                (asked, outside) -> asked.applyToEither(outside, sum -> sum),
                (asked, outside) -> Promise.from(outside).applyToEither(asked, sum -> sum),
                (asked, outside) -> Promise.of(0).thenCompose(none -> Promise.from(outside)));
        for (BiFunction<Promise<Integer>, CompletableFuture<Integer>, Promise<Integer>> derivation : derivations) {
            CompletableFuture<Integer> outside = new CompletableFuture<>();
            Promise<Integer> derived = derivation.apply(adder.add(1), outside);
            Thread.ofVirtual().start(() -> outside.complete(7));

            assertThat(derived.join()).isEqualTo(7);
        }
    }

    @Test
    void groupsAreLookedIntoUpToADepth() {
        Promise<?> nested = adder(simulated, SpawnOptions.ioLoop()).add(1);
        for (int depth = 0; depth < 64; depth++) {
            nested = Promise.all(nested);
        }
        assertRefused(nested::join);
    }

    @Test
    void futureThatAnotherThreadSettlesIsWaitedFor() {
        CompletableFuture<Integer> outside = new CompletableFuture<>();
        Adder adder = simulated.spawn(Adder.class, () -> new Sum(() -> outside));
        CompletableFuture<Integer> asked = adder.later();
        simulation.runUntilIdle();
        Thread.ofVirtual().start(() -> outside.complete(5));

        assertThat(asked.join()).isEqualTo(5);
    }

    @Test
    void realSystemsAreWaitedForBesideSimulations() {
        try (ActorSystem real = ActorSystem.builder().ioLoops(1).build();
                Simulation another = Simulation.seeded(2)) {
            another.runUntilIdle();
            Adder adder = adder(real, SpawnOptions.ioLoop());
            assertThat(adder.add(1).join()).isEqualTo(1);
            assertThat(adder.sum(1)).isEqualTo(2);
            simulation.runUntilIdle();
            assertThat(adder.add(1).join()).isEqualTo(3);

            MemoryTransport transport = MemoryTransport.isolated();
            try (Server server = server(real, transport);
                    Client client = Client.builder(real).transport(transport).connect(server.address())) {
                assertThat(client.lookup("adder", Adder.class).sum(1)).isEqualTo(4);
            }
        }
    }

    @Test
    void otherThreadsWaitWhileThisOneSteps() {
        Adder adder = adder(simulated, SpawnOptions.ioLoop());
        int sum = simulation.call(() -> adder.add(1).join() + adder.sum(2));

        assertThat(sum).isEqualTo(4);
    }

    @Test
    void whoStepsLastIsTheOneWhoIsRefused() throws Exception {
        Promise<Integer> added = adder(simulated, SpawnOptions.ioLoop()).add(1);
        CompletableFuture<Throwable> refusedThere = new CompletableFuture<>();
        Thread stepping = Thread.ofPlatform().start(() -> {
            simulation.advance(Duration.ZERO);
            refusedThere.complete(catchThrowable(
                    () -> adder(simulated, SpawnOptions.ioLoop()).later().join()));
        });
        assertThat(refusedThere.join()).isInstanceOf(BlockingCallException.class);
        stepping.join();

        assertThat(added.join()).isEqualTo(1);
    }

    @Test
    void systemsAreRefusedToCloseWhereTheyWouldWaitAndGoOn() throws Exception {
        Adder adder = adder(simulated, SpawnOptions.ioLoop());
        assertRefused(simulated::close);

        assertThat(simulated.awaitTermination(Duration.ZERO)).isFalse();
        assertThat(simulation.await(adder.add(1))).isEqualTo(1);
        simulation.callVoid(simulated::close);
        simulated.close();
        assertThat(simulated.awaitTermination(Duration.ZERO)).isTrue();
    }

    @Test
    void realSystemIsRefusedToCloseWhileAnActorOfItIsStepped() {
        ActorSystem real = ActorSystem.builder().ioLoops(1).build();
        adder(real, SpawnOptions.on(simulation.newDispatcher("own")));
        assertRefused(real::close);

        simulation.callVoid(real::close);
    }

    @Test
    void systemWithAServerIsRefusedToCloseAndOneWithNothingCloses() throws Exception {
        ActorSystem servers = simulation.newSystem("servers");
        Server server = server(servers, MemoryTransport.isolated());
        assertRefused(servers::close);

        assertThat(server.isClosing()).isFalse();
        simulated.close();
        assertThat(simulated.awaitTermination(Duration.ZERO)).isTrue();
    }

    private Server server(ActorSystem system, MemoryTransport transport) {
        return Server.builder(system)
                .transport(transport)
                .publish("adder", Adder.class, adder(system, SpawnOptions.ioLoop()))
                .listen("memory://adder")
                .start();
    }

    @Test
    void clientsAreRefusedWhereTheyWouldWaitAndGoOn() {
        MemoryTransport transport = MemoryTransport.isolated();
        Server server = server(simulation.newSystem("servers"), transport);
        Client.Builder builder = Client.builder(simulated).transport(transport);
        assertRefused(() -> builder.connect(server.address()));
        Client client = simulation.await(builder.connectAsync(URI.create("memory://adder")));
        assertRefused(() -> client.lookup("adder", Adder.class));
        assertRefused(() -> client.lookupAsync("adder", Adder.class).join());
        Adder adder = simulation.await(client.lookupAsync("adder", Adder.class));
        Promise<Integer> added = adder.add(1);
        assertRefused(added::join);
        assertRefused(added::get);
        assertRefused(() -> added.get(1, TimeUnit.DAYS));
        assertRefused(() -> adder.sum(1));
        assertRefused(() -> added.thenApply(sum -> sum).join());
        assertRefused(client::close);

        assertThat(client.isOpen()).isTrue();
        assertThat(simulation.await(added)).isEqualTo(1);
        simulation.callVoid(client::close);
        assertThat(client.isOpen()).isFalse();
        assertThat(calls.get()).isEqualTo(1);
    }
}
