package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.RunContext;
import io.tellask.codec.EncodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import io.tellask.testkit.Depot.Held;
import io.tellask.testkit.Depot.Line;
import io.tellask.testkit.Depot.Listener;
import io.tellask.testkit.Depot.Mirror;
import io.tellask.testkit.Depot.Rare;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishers as arguments: their items are sent as the callee asks for them. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
@Timeout(60)
class PassedStreamsTest {
    private static final URI ADDRESS = URI.create("memory://depot");
    private static final int MANY = 100_000;

    /** Counts how far it was pulled, and whether it was closed. */
    private static final class Counting implements Iterator<Integer>, AutoCloseable {
        private volatile int pulled;
        private volatile boolean closed;

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one puller
        public Integer next() {
            return pulled++;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final ValueEncoding encoding;
    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem there = simulation.newSystem("there");
    private final ActorSystem here = simulation.newSystem("here");
    private final Limits limits = Limits.builder().frameBytes(8 * 1024).build();
    private final Server server = Server.builder(there)
            .publish("depot", Depot.class, there.spawn(Depot.class, () -> new Depot.Keeper(this::elsewhere)))
            .transport(transport)
            .limits(limits)
            .listen(ADDRESS)
            .start();
    private final Client client = connect(limits);
    private final Depot depot = simulation.await(client.lookupAsync("depot", Depot.class));
    private final Depot elsewhere = simulation.await(connect(limits).lookupAsync("depot", Depot.class));

    PassedStreamsTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
    }

    private Depot elsewhere() {
        return elsewhere;
    }

    private Client connect(Limits ofClient) {
        return simulation.await(Client.builder(here)
                .encoding(encoding)
                .transport(transport)
                .limits(ofClient)
                .connectAsync(ADDRESS));
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private static Flow.Publisher<Integer> upTo(int end) {
        return Streams.of(IntStream.range(0, end).boxed().toList());
    }

    private static long sumTo(int end) {
        return (long) end * (end - 1) / 2;
    }

    private void assertGoesOn() {
        assertThat(simulation.await(depot.sum("afterwards", upTo(10)))).isEqualTo(45);
    }

    /** Runs the task as an actor of the caller's side. */
    private void asActor(Runnable task) {
        here.spawn(Runner.class, () -> Runnable::run).run(task);
        simulation.runUntilIdle();
    }

    /** Runs what it is given. */
    public interface Runner {
        void run(Runnable task);
    }

    @Test
    void itemsAreAllSent() {
        assertThat(simulation.await(depot.sum("many", upTo(MANY)))).isEqualTo(sumTo(MANY));
        assertThat(simulation.await(depot.sum("none", upTo(0)))).isZero();
        assertThat(simulation.await(depot.sum("null", null))).isEqualTo(-1);
        byte[] chunk = new byte[20_000];
        assertThat(simulation.await(depot.length(new byte[1], Streams.of(Collections.nCopies(300, chunk)))))
                .isEqualTo(6_000_001);
    }

    @Test
    void actorsEmitAsTheyGo() {
        List<Promise<Long>> sums = new ArrayList<>();
        asActor(() -> {
            Emitter<Integer> numbers = new Emitter<>(16);
            sums.add(depot.sum("emitted", numbers));
            emit(0, numbers);
        });
        assertThat(simulation.await(sums.getFirst())).isEqualTo(sumTo(10_000));
    }

    private static void emit(int from, Emitter<Integer> numbers) {
        int next = from;
        while (next < 10_000 && numbers.offer(next)) {
            next++;
        }
        if (next == 10_000) {
            numbers.complete();
        } else {
            int rest = next;
            numbers.whenWritable().thenRun(() -> emit(rest, numbers));
        }
    }

    @Test
    void streamsGoBothWaysAtOnce() {
        Listener ears = here.spawn(Listener.class, () -> () -> Promise.of(2));
        Emitter<Line> lines = new Emitter<>();
        StreamProbe<Line> replies = new StreamProbe<>(Long.MAX_VALUE);
        depot.chat(lines).subscribe(replies);
        for (int i = 1; i <= 100; i++) {
            lines.emit(new Line("line " + i, ears));
            simulation.runUntilIdle();
            assertThat(replies.items()).hasSize(i).last().isEqualTo(new Line("re: line " + i, ears));
        }
        lines.complete();
        simulation.runUntilIdle();
        assertThat(replies.ended()).isCompleted();

        Emitter<Line> others = new Emitter<>();
        StreamProbe<Line> cancelled = new StreamProbe<>(1);
        depot.chat(others).subscribe(cancelled);
        simulation.runUntilIdle();
        cancelled.cancel();
        simulation.runUntilIdle();
        assertThat(others.isCancelled()).isTrue();
    }

    @Test
    void slowCalleeSlowsItsOwnPublisherAlone() {
        List<Counting> slow = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Counting numbers = new Counting();
            slow.add(numbers);
            depot.begin(Streams.of(numbers), 5);
        }
        assertThat(simulation.await(depot.sum("fast", upTo(MANY)))).isEqualTo(sumTo(MANY));
        assertThat(simulation.await(depot.begun())).isEqualTo(50);
        assertThat(slow).allMatch(numbers -> numbers.pulled == 5 && !numbers.closed);
    }

    @Test
    void cancelReachesThePublisher() {
        Counting numbers = new Counting();
        depot.keep(Streams.of(numbers));
        assertThat(simulation.await(depot.take(10))).hasSize(10).last().isEqualTo(9);
        simulation.runUntilIdle();
        assertThat(numbers.closed).isTrue();
        assertThat(numbers.pulled).isEqualTo(10);

        Emitter<Integer> open = new Emitter<>();
        Promise<Long> sum = depot.sum("given up", open);
        simulation.runUntilIdle();
        assertThat(open.requested()).isEqualTo(64);
        sum.cancel(false);
        simulation.runUntilIdle();
        assertThat(open.isCancelled()).isTrue();
        assertGoesOn();
    }

    @Test
    void failureOfThePublisherReachesTheCallee() {
        Emitter<Integer> failing = new Emitter<>();
        failing.emit(1);
        failing.fail(new IllegalArgumentException("no more numbers"));
        assertThatThrownBy(() -> simulation.await(depot.sum("failing", failing)))
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage("no more numbers");
        Emitter<Integer> unknown = new Emitter<>();
        unknown.fail(new Unknown("of this side alone"));
        assertThatThrownBy(() -> simulation.await(depot.sum("failing", unknown)))
                .hasCauseInstanceOf(RemoteException.class)
                .hasMessageContaining("$Unknown: of this side alone");
        assertGoesOn();
    }

    private static final class Unknown extends RuntimeException {
        Unknown(String message) {
            super(message);
        }
    }

    @Test
    void failureOfTheCalleeCancelsThePublisher() {
        Counting numbers = new Counting();
        assertThatThrownBy(() -> simulation.await(depot.fail(Streams.of(numbers))))
                .hasRootCauseMessage("five is too much");
        simulation.runUntilIdle();
        assertThat(numbers.closed).isTrue();
        assertGoesOn();
    }

    /** A publisher that does as the test says when it is asked for items. */
    private record Odd(Consumer<Flow.Subscriber<? super Integer>> onRequest) implements Flow.Publisher<Integer> {
        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {
                    onRequest.accept(subscriber);
                }

                @Override
                public void cancel() {
                    throw new IllegalStateException("cancel");
                }
            });
        }
    }

    @Test
    void publishersThatBreakTheRulesEndTheirOwnStream() {
        assertFails("as asked", subscriber -> {
            throw new IllegalStateException("as asked");
        });
        assertFails("request", new Odd(_ -> {
            throw new IllegalStateException("request");
        }));
        assertFails("item", new Odd(subscriber -> subscriber.onNext(null)));
        assertFails("gave null as its failure", new Odd(subscriber -> subscriber.onError(null)));
        assertFails("gave null as its subscription", subscriber -> subscriber.onSubscribe(null));
        assertFails("emits more than it was asked for", new Odd(subscriber -> {
            for (int i = 0; i < 2_000; i++) {
                subscriber.onNext(i);
            }
        }));
        assertFails("java.lang.String where java.lang.Integer is declared", new Odd(PassedStreamsTest::emitText));
    }

    @SuppressWarnings("unchecked")
    private static void emitText(Flow.Subscriber<? super Integer> subscriber) {
        ((Flow.Subscriber<Object>) (Flow.Subscriber<?>) subscriber).onNext("text");
    }

    private void assertFails(String message, Flow.Publisher<Integer> publisher) {
        assertThatThrownBy(() -> simulation.await(depot.sum("odd", publisher))).hasMessageContaining(message);
        assertGoesOn();
        List<Promise<Long>> ofActor = new ArrayList<>();
        asActor(() -> ofActor.add(depot.sum("odd", publisher)));
        assertThatThrownBy(() -> simulation.await(ofActor.getFirst())).hasMessageContaining(message);
        assertGoesOn();
    }

    @Test
    void whatIsNotSubscribedToIsLetGoOf() {
        int before = client.references();
        for (int i = 0; i < 20; i++) {
            depot.keep(upTo(10));
        }
        simulation.runUntilIdle();
        assertThat(client.references()).isEqualTo(before + 20);
        assertThat(simulation.await(depot.take(2))).containsExactly(0, 1);
        depot.drop();
        assertLetGo(before);
    }

    /** One that has ended and is still kept has a number that the next one gets. */
    @Test
    void streamsAreDifferentFromAllBefore() {
        for (int i = 0; i < 3; i++) {
            depot.keep(upTo(10));
            assertThat(simulation.await(depot.take(20))).hasSize(10);
            simulation.runUntilIdle();
        }
        assertThat(simulation.await(depot.kept())).isEqualTo(3);
    }

    @Test
    void whatWasConsumedIsLetGoOf() {
        int before = client.references();
        for (int i = 0; i < 20; i++) {
            simulation.await(depot.sum("one of them", upTo(10)));
        }
        assertLetGo(before);
        assertThat(simulation.await(depot.sum("one more", upTo(10)))).isEqualTo(45);
    }

    private void assertLetGo(int before) {
        Await.until("the publishers are let go of", () -> {
            System.gc();
            simulation.runUntilIdle();
            return client.references() <= before;
        });
        assertThat(client.references()).isEqualTo(before);
    }

    @Test
    void callThatIsNotSentHandsNothingOver() {
        Depot narrow =
                simulation.await(connect(Limits.builder().references(3).build()).lookupAsync("depot", Depot.class));
        narrow.keep(upTo(1));
        narrow.keep(upTo(1));
        narrow.keep(upTo(1));
        assertThatThrownBy(() -> narrow.keep(upTo(1)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("references of the session=3 >= references=3");
        asActor(client::close);
        assertThatThrownBy(() -> depot.keep(upTo(1))).isInstanceOf(DisconnectedException.class);
        assertThat(client.references()).isLessThanOrEqualTo(1);
    }

    @Test
    void streamsEndWithTheirSession() {
        Emitter<Integer> open = new Emitter<>();
        Promise<Long> sum = depot.sum("open", open);
        depot.keep(upTo(10));
        open.emit(1);
        simulation.runUntilIdle();
        asActor(client::close);
        assertThatThrownBy(() -> simulation.await(sum)).hasMessageContaining("was under way when the session");
        assertThat(open.isCancelled()).isTrue();
        assertThatThrownBy(() -> simulation.await(elsewhere.take(1)))
                .hasCauseInstanceOf(RemoteException.class)
                .hasMessageContaining(DisconnectedException.class.getName());
    }

    @Test
    void actorThatStoppedEmitsNothing() {
        Runner runner = here.spawn(Runner.class, () -> Runnable::run);
        runner.run(() -> depot.keep(upTo(10)));
        simulation.runUntilIdle();
        here.stop(runner);
        simulation.runUntilIdle();
        assertThatThrownBy(() -> simulation.await(depot.take(1)))
                .hasCauseInstanceOf(RemoteException.class)
                .hasMessageContaining(ActorStoppedException.class.getName());
    }

    @Test
    void servesOneSubscriber() {
        assertThatThrownBy(() -> simulation.await(depot.sumTwice(upTo(10))))
                .hasRootCauseMessage("stream: it has a subscriber already; a publisher that is an argument serves one");
        assertGoesOn();
    }

    /** The collector has no part in it. */
    @Test
    void streamThatHasEndedIsLetGoOfAtOnce() {
        Client narrow = connect(Limits.builder().references(2).build());
        Depot few = simulation.await(narrow.lookupAsync("depot", Depot.class));
        int before = narrow.references();
        Flow.Publisher<Integer> broken = new Odd(_ -> {
            throw new IllegalStateException("request");
        });
        for (int i = 0; i < 200; i++) {
            assertThat(simulation.await(few.sum("one of many", upTo(10)))).isEqualTo(45);
            assertThatThrownBy(() -> simulation.await(few.fail(upTo(10)))).hasMessageContaining("five");
            assertThatThrownBy(() -> simulation.await(few.sum("broken", broken)))
                    .hasMessageContaining("request");
            simulation.runUntilIdle();
        }
        assertThat(narrow.references()).isEqualTo(before);
    }

    @Test
    void openStreamsAreLimitedByTheSideThatSends() {
        Depot narrow =
                simulation.await(connect(Limits.builder().streams(1).build()).lookupAsync("depot", Depot.class));
        Emitter<Integer> open = new Emitter<>();
        Promise<Long> first = narrow.sum("open", open);
        simulation.runUntilIdle();
        assertThatThrownBy(() -> simulation.await(narrow.sum("one more", upTo(10))))
                .hasMessageContaining("stream: open streams=1 >= streams=1");
        open.complete();
        assertThat(simulation.await(first)).isZero();
        assertThat(simulation.await(narrow.sum("again", upTo(10)))).isEqualTo(45);
    }

    @Test
    void itemsMayBeReferences() {
        List<Listener> listeners = IntStream.range(0, 100)
                .mapToObj(i -> here.spawn(Listener.class, () -> () -> Promise.of(2)))
                .toList();
        assertThat(simulation.await(depot.ears(Streams.of(listeners)))).isEqualTo(200);
        Rare rare = here.spawn(Rare.class, () -> () -> Promise.of(3));
        assertThat(simulation.await(depot.rare(Streams.of(List.of(new Held(rare))))))
                .isEqualTo(3);
    }

    @Test
    void streamMayBePassedOn() {
        assertThat(simulation.await(depot.sumThere(upTo(1_000)))).isEqualTo(sumTo(1_000));
    }

    /** It is subscribed to without the way through the session, as who passed it. */
    @Test
    void whatComesBackIsCalledHere() {
        Mirror mirror = here.spawn(Mirror.class, () -> new Mirror() {
            @Override
            public Promise<Long> sum(Flow.Publisher<Integer> given) {
                return Depot.Keeper.sumOf(given);
            }

            @Override
            public Promise<Boolean> isSame(Object value) {
                return Promise.of(false);
            }
        });
        Emitter<Boolean> places = new Emitter<>();
        List<Promise<Long>> sums = new ArrayList<>();
        asActor(() -> {
            ActorCell<?> own = ActorCell.current();
            sums.add(depot.giveBack(mirror, subscriber -> {
                places.emit(ActorCell.current() == own);
                places.complete();
                upTo(1_000).subscribe(subscriber);
            }));
        });
        assertThat(simulation.await(sums.getFirst())).isEqualTo(sumTo(1_000));
        assertThat(simulation.await(Streams.collect(places))).containsExactly(true);
        assertThatThrownBy(() -> simulation.await(depot.giveBackAsAny(mirror, upTo(3))))
                .hasMessageContaining("is a stream, which a parameter of type Flow.Publisher takes alone");
        assertGoesOn();
    }

    @Test
    void streamsOfCallsAreArguments() {
        Emitter<Line> lines = new Emitter<>();
        StreamProbe<Line> replies = new StreamProbe<>(10);
        depot.chat(depot.chat(elsewhere.chat(lines))).subscribe(replies);
        lines.emit(new Line("far", null));
        simulation.runUntilIdle();
        assertThat(replies.items()).containsExactly(new Line("re: re: re: far", null));
    }

    @Test
    void pipelinedCallsPassStreams() {
        assertThat(simulation.await(depot.branch().pipelined().sum("ahead", upTo(1_000))))
                .isEqualTo(sumTo(1_000));
        Emitter<Line> lines = new Emitter<>();
        StreamProbe<Line> replies = new StreamProbe<>(1);
        depot.branch().pipelined().chat(lines).subscribe(replies);
        lines.emit(new Line("ahead", null));
        simulation.runUntilIdle();
        assertThat(replies.items()).containsExactly(new Line("re: ahead", null));
    }

    @Test
    void signalsRunWhereTheyBelong() {
        assertThat(simulation.await(depot.hearsItself(upTo(1)))).isTrue();
        List<Boolean> places = new ArrayList<>();
        asActor(() -> {
            ActorCell<?> own = ActorCell.current();
            depot.keep(subscriber -> {
                places.add(ActorCell.current() == own);
                upTo(3).subscribe(subscriber);
            });
        });
        assertThat(simulation.await(depot.take(3))).containsExactly(0, 1, 2);
        assertThat(places).containsExactly(true);
        depot.drop();
        depot.keep(subscriber -> {
            places.add(RunContext.current() != null);
            upTo(3).subscribe(subscriber);
        });
        assertThat(simulation.await(depot.take(3))).hasSize(3);
        assertThat(places).containsExactly(true, true);
    }

    @Test
    void streamsTravelAsArgumentsOfTheirOwnAlone() {
        assertThatThrownBy(() -> depot.any(List.of(upTo(1)))).isInstanceOf(EncodeException.class);
    }

    /** Fragments, for which the caller waits, and decoding on the actor's thread. */
    @Test
    void longCallsBringStreams() {
        try (ActorSystem real = ActorSystem.create()) {
            Server.builder(real)
                    .publish("depot", Depot.class, real.spawn(Depot.class, () -> new Depot.Keeper(this::elsewhere)))
                    .limits(limits)
                    .transport(transport)
                    .listen("memory://real")
                    .start();
            Client caller = Client.builder(real)
                    .encoding(encoding)
                    .limits(limits)
                    .transport(transport)
                    .connect("memory://real");
            Depot far = caller.lookup("depot", Depot.class);
            byte[] chunk = new byte[30_000];
            for (int length : new int[] {8 * 1024 - 64, 8 * 1024, 70_000, 300_000}) {
                assertThat(far.length(new byte[length], Streams.of(List.of(chunk, chunk)))
                                .join())
                        .isEqualTo(length + 60_000);
            }
            Emitter<Line> lines = new Emitter<>();
            IntStream.range(0, 200).forEach(i -> lines.emit(new Line("line " + i, null)));
            lines.complete();
            int heard = 0;
            try (StreamItems<Line> replies = Streams.iterate(far.chat(lines), 8)) {
                for (Line reply : replies) {
                    assertThat(reply.text()).isEqualTo("re: line " + heard);
                    heard++;
                }
            }
            assertThat(heard).isEqualTo(200);
        }
    }
}
