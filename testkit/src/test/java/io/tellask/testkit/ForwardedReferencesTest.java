package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.codec.EncodeException;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.RemotingException;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** References that a client passes to a server, which passes them on to another client, which calls them. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
@Timeout(60)
class ForwardedReferencesTest {
    private static final URI ADDRESS = URI.create("memory://hub");
    private static final int CREDIT = 64;

    /** What the first client is called by. */
    public interface Singer {
        void note(int number);

        Promise<Integer> heard();

        Promise<Integer> never();

        Promise<Integer> fails() throws OffKeyException;

        Flow.Publisher<Integer> scale(int notes);

        Promise<Integer> sum(Flow.Publisher<Integer> numbers);

        int blocking(int number);

        Promise<Singer> sameAs(Singer other);

        Promise<String> caller();
    }

    /** Is more. */
    public interface Soloist extends Singer {}

    /** Declared. */
    public static final class OffKeyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public OffKeyException(String message) {
            super(message);
        }
    }

    /** Has a reference. */
    public record Part(String name, Singer singer) {}

    /** Takes references as arguments. */
    public interface Listener {
        Promise<Integer> takes(List<Part> parts);
    }

    /** Holds what the first client passes, and gives it to others. */
    public interface Hub {
        Promise<Integer> enter(Singer singer);

        Promise<Integer> enterAlone(Soloist soloist);

        Promise<Singer> plain();

        Promise<List<Singer>> list();

        Promise<Optional<Singer>> optional();

        Promise<Part> part();

        Flow.Publisher<Part> parts();

        Promise<Integer> tell(Listener listener);

        Promise<Boolean> isYours(Singer singer);

        Promise<Integer> ping();

        Promise<Integer> letGo();
    }

    private static final class Choir extends Actor implements Hub {
        private Singer singer;

        @Override
        public Promise<Integer> enter(Singer newSinger) {
            singer = newSinger;
            return Promise.of(1);
        }

        @Override
        public Promise<Integer> enterAlone(Soloist soloist) {
            return enter(soloist);
        }

        @Override
        public Promise<Singer> plain() {
            return Promise.of(singer);
        }

        @Override
        public Promise<List<Singer>> list() {
            return Promise.of(List.of(singer, singer));
        }

        @Override
        public Promise<Optional<Singer>> optional() {
            return Promise.of(Optional.of(singer));
        }

        @Override
        public Promise<Part> part() {
            return Promise.of(new Part("alto", singer));
        }

        @Override
        public Flow.Publisher<Part> parts() {
            Emitter<Part> parts = new Emitter<>();
            parts.emit(new Part("one", singer));
            parts.emit(new Part("two", singer));
            parts.complete();
            return parts;
        }

        @Override
        public Promise<Integer> tell(Listener listener) {
            return listener.takes(List.of(new Part("told", singer)));
        }

        @Override
        public Promise<Boolean> isYours(Singer other) {
            return Promise.of(other == singer);
        }

        @Override
        public Promise<Integer> ping() {
            return Promise.of(7);
        }

        @Override
        public Promise<Integer> letGo() {
            Remote.release(singer);
            return Promise.of(8);
        }
    }

    private final class Voice extends Actor implements Soloist {
        @Override
        public void note(int number) {
            notes.add(number);
        }

        @Override
        public Promise<Integer> heard() {
            return Promise.of(notes.size());
        }

        @Override
        public Promise<Integer> never() {
            Promise<Integer> never = new Promise<>();
            never.onCancel(() -> cancelled++);
            return never;
        }

        @Override
        public Promise<Integer> fails() {
            throw new OffKeyException("flat");
        }

        @Override
        public Flow.Publisher<Integer> scale(int count) {
            Emitter<Integer> emitter = new Emitter<>(count + 1);
            IntStream.range(0, count).forEach(emitter::emit);
            emitter.complete();
            return emitter;
        }

        @Override
        public Promise<Integer> sum(Flow.Publisher<Integer> numbers) {
            int[] sum = new int[1];
            return Streams.forEach(numbers, 4, number -> sum[0] += number).thenApply(_ -> sum[0]);
        }

        @Override
        public int blocking(int number) {
            return number + 1;
        }

        @Override
        public Promise<String> caller() {
            return Promise.of(Session.current().orElseThrow().peer());
        }

        @Override
        public Promise<Singer> sameAs(Singer other) {
            return Promise.of(other.equals(self(Singer.class)) ? other : null);
        }
    }

    private final ValueEncoding encoding;
    private final List<Integer> notes = new ArrayList<>();
    private int cancelled;
    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem a = simulation.newSystem("a");
    private final ActorSystem b = simulation.newSystem("b");
    private final ActorSystem c = simulation.newSystem("c");
    private final Limits limits = Limits.builder()
            .creditMessages(CREDIT)
            .frameBytes(8 * 1024)
            .resumeTime(Duration.ZERO)
            .build();
    private final Server server = Server.builder(b)
            .publish("hub", Hub.class, b.spawn(Hub.class, Choir::new))
            .transport(transport)
            .limits(limits)
            .listen(ADDRESS)
            .start();
    private final Client first;
    private final Client other;
    private final Hub ofFirst;
    private final Hub hub;
    private final Singer singer;

    ForwardedReferencesTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
        first = connect(a, limits);
        other = connect(c, limits);
        ofFirst = simulation.await(first.lookupAsync("hub", Hub.class));
        hub = simulation.await(other.lookupAsync("hub", Hub.class));
        singer = a.spawn(Singer.class, Voice::new, SpawnOptions.on(simulation.newDispatcher("voice")));
        simulation.await(ofFirst.enter(singer));
    }

    private Client connect(ActorSystem system, Limits ofClient) {
        return simulation.await(Client.builder(system)
                .encoding(encoding)
                .transport(transport)
                .limits(ofClient)
                .connectAsync(ADDRESS));
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private void checkHeard(Singer forwarded, int before) {
        forwarded.note(before);
        assertThat(simulation.await(forwarded.heard())).isEqualTo(before + 1);
    }

    @Test
    void resultsItemsAndArgumentsBringReferencesOfOthers() {
        checkHeard(simulation.await(hub.plain()), 0);
        List<Singer> two = simulation.await(hub.list());
        assertThat(two.getFirst()).isSameAs(two.getLast());
        checkHeard(two.getFirst(), 1);
        checkHeard(simulation.await(hub.optional()).orElseThrow(), 2);
        checkHeard(simulation.await(hub.part()).singer(), 3);
        StreamProbe<Part> probe = new StreamProbe<>(10);
        hub.parts().subscribe(probe);
        simulation.runUntilIdle();
        assertThat(probe.items()).hasSize(2);
        checkHeard(probe.items().getLast().singer(), 4);
        Listener listener =
                c.spawn(Listener.class, () -> parts -> parts.getFirst().singer().heard());
        assertThat(simulation.await(hub.tell(listener))).isEqualTo(5);
        assertThat(notes).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void allKindsOfCallsArePassedOn() {
        Singer far = simulation.await(hub.plain());
        assertThatThrownBy(() -> simulation.await(far.fails()))
                .hasRootCauseInstanceOf(OffKeyException.class)
                .hasRootCauseMessage("flat");
        StreamProbe<Integer> probe = new StreamProbe<>(200);
        far.scale(100).subscribe(probe);
        simulation.runUntilIdle();
        assertThat(probe.items()).isEqualTo(IntStream.range(0, 100).boxed().toList());
        Emitter<Integer> numbers = new Emitter<>();
        Promise<Integer> sum = far.sum(numbers);
        simulation.runUntilIdle();
        numbers.emit(20);
        numbers.emit(22);
        numbers.complete();
        assertThat(simulation.await(sum)).isEqualTo(42);
    }

    @Test
    void whatComesBackIsWhatWasPassedOn() {
        Singer far = simulation.await(hub.plain());
        assertThat(simulation.await(hub.isYours(far))).isTrue();
        assertThat(simulation.await(far.sameAs(far))).isEqualTo(far);
    }

    @Test
    void cancelsAndDeadlinesGoAllTheWay() {
        Singer far = simulation.await(hub.plain());
        Promise<Integer> given = far.never();
        simulation.runUntilIdle();
        given.cancel(true);
        simulation.runUntilIdle();
        assertThat(cancelled).isEqualTo(1);
        Promise<Integer> late = Remote.withDeadline(far, Duration.ofSeconds(1)).never();
        simulation.advance(Duration.ofSeconds(2));
        assertThatThrownBy(() -> simulation.await(late)).hasRootCauseInstanceOf(DeadlineExceededException.class);
        assertThat(cancelled).isEqualTo(2);
    }

    @Test
    void methodsThatBlockAreAnsweredInTheirOrder() {
        Singer far = simulation.await(hub.plain());
        far.note(1);
        assertThat(simulation.<Integer>call(() -> far.blocking(41))).isEqualTo(42);
        assertThat(notes).containsExactly(1);
    }

    @Test
    void callsAheadOfAForwardedReferenceArrive() {
        Singer ahead = hub.plain().pipelined();
        ahead.note(3);
        assertThat(simulation.await(ahead.heard())).isEqualTo(1);
        assertThat(notes).containsExactly(3);
    }

    @Test
    void referenceIsPassedOnAsWhatTheMethodDeclares() {
        simulation.await(ofFirst.enterAlone(a.spawn(Soloist.class, Voice::new)));
        Singer far = simulation.await(hub.plain());
        checkHeard(far, 0);
        assertThat(simulation.await(hub.enter(far))).isEqualTo(1);
        checkHeard(simulation.await(hub.part()).singer(), 1);
    }

    @Test
    void releasedReferenceIsNotPassedOn() {
        Singer far = simulation.await(hub.plain());
        Remote.release(far);
        assertThatThrownBy(() -> hub.isYours(far))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("was released here by Remote.release");
        simulation.runUntilIdle();
        assertThat(other.references()).isEqualTo(1);
        checkHeard(simulation.await(hub.plain()), 0);
    }

    @Test
    void releaseLeavesBehindAMessageThatPassesTheReferenceBack() throws InterruptedException {
        Singer far = simulation.await(hub.plain());
        assertThat(simulation.await(hub.isYours(far)))
                .isTrue(); // from here on arguments are encoded before there is credit
        int pings = 0;
        while (Remote.offer(hub, Hub::ping)) { // until its credit is used up
            pings++;
        }
        assertThat(pings).isBetween(CREDIT / 2, CREDIT);
        CompletableFuture<Boolean> same = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> hub.isYours(far).thenAccept(same::complete));
        Await.parked(waiting);
        Remote.release(far);
        Await.until("it has gone on", () -> {
            simulation.runUntilIdle();
            return !waiting.isAlive();
        });
        assertThat(simulation.await(same)).isTrue();
        simulation.runUntilIdle();
        assertThat(other.references()).isEqualTo(1);
    }

    @Test
    void relayOfAReleasedReferenceRefusesCalls() {
        Singer far = simulation.await(hub.plain());
        checkHeard(far, 0);
        simulation.await(hub.letGo());
        simulation.runUntilIdle();
        assertThat(first.references()).isEqualTo(1);
        assertThatThrownBy(() -> simulation.await(far.heard()))
                .hasCauseInstanceOf(RemotingException.class)
                .hasMessageContaining("released here by Remote.release");
        far.note(1);
        assertThat(simulation.await(hub.ping())).isEqualTo(7);
        assertThat(notes).containsExactly(0);
    }

    @Test
    void ownerSeesTheProcessInTheMiddleAsTheCaller() {
        Singer far = simulation.await(hub.plain());
        assertThat(simulation.await(far.caller())).isEqualTo(ADDRESS.toString());
    }
}
