package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.Client;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** References to actors as arguments, results and items, by themselves and within other objects. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
@Timeout(60)
class PassedReferencesTest {
    private static final URI ADDRESS = URI.create("memory://room");
    private static final int FRAME_BYTES = 8 * 1024;

    /** Is called back. */
    public interface Listener {
        void heard(String line);

        Promise<Integer> lines();
    }

    /** Is more than a listener. */
    public interface Rich extends Listener {
        Promise<Integer> wealth();
    }

    /** Is no part of any signature. */
    public interface Stranger {
        void heard(String line);
    }

    /** A record that holds references. */
    public record Member(
            String name, Listener listener, @Nullable Listener second) {}

    /** Takes references in all places. */
    public interface Room {
        void enter(Listener listener);

        Promise<Integer> join(String name, Listener listener);

        Promise<Integer> joinAll(List<Listener> listeners);

        Promise<Integer> joinNamed(Map<String, Optional<Listener>> listeners);

        Promise<Integer> joinMember(Member member, byte[] more);

        Promise<Boolean> areSame(Listener one, Listener other, Room room);

        Promise<Integer> wealth(Listener first, List<Rich> others);

        Promise<Integer> anything(Object value);

        Promise<Member> member(String name);

        Promise<List<Listener>> members();

        Flow.Publisher<Member> each(List<Listener> others, String padding);

        Promise<Integer> say(String line);

        Promise<Integer> fromClient();
    }

    private final class Host extends Actor implements Room {
        private final List<Listener> listeners = new ArrayList<>();

        @Override
        public void enter(Listener listener) {
            listeners.add(listener);
        }

        @Override
        public Promise<Integer> join(String name, Listener listener) {
            return joinAll(List.of(listener));
        }

        @Override
        public Promise<Integer> joinAll(List<Listener> more) {
            listeners.addAll(more);
            return Promise.of(listeners.size());
        }

        @Override
        public Promise<Integer> joinNamed(Map<String, Optional<Listener>> more) {
            more.values().forEach(each -> each.ifPresent(listeners::add));
            return Promise.of(listeners.size());
        }

        @Override
        public Promise<Integer> joinMember(Member member, byte[] more) {
            listeners.add(member.listener);
            return Promise.of(member.listener == member.second ? more.length : -1);
        }

        @Override
        public Promise<Boolean> areSame(Listener one, Listener other, Room room) {
            return Promise.of(one == other && room.equals(self(Room.class)));
        }

        @Override
        public Promise<Integer> wealth(Listener first, List<Rich> others) {
            return others.getFirst().wealth();
        }

        @Override
        public Promise<Integer> anything(Object value) {
            return Promise.of(value instanceof Listener ? 1 : 0);
        }

        @Override
        public Promise<Member> member(String name) {
            return Promise.of(new Member(name, listeners.getFirst(), null));
        }

        @Override
        public Promise<List<Listener>> members() {
            return Promise.of(listeners);
        }

        @Override
        public Flow.Publisher<Member> each(List<Listener> others, String padding) {
            Emitter<Member> emitter = new Emitter<>();
            others.forEach(other -> emitter.emit(new Member(padding, other, other)));
            emitter.emit(new Member("ours", there.spawn(Listener.class, Ear::new), null));
            emitter.complete();
            return emitter;
        }

        @Override
        public Promise<Integer> say(String line) {
            listeners.forEach(listener -> listener.heard(line));
            return Promise.of(listeners.size());
        }

        @Override
        public Promise<Integer> fromClient() {
            return Session.current().orElseThrow().lookup("ear", Listener.class).thenCompose(Listener::lines);
        }
    }

    private static final class Ear extends Actor implements Listener {
        private int lines;

        @Override
        public void heard(String line) {
            lines++;
        }

        @Override
        public Promise<Integer> lines() {
            return Promise.of(lines);
        }
    }

    private static final class Heir extends Actor implements Rich {
        @Override
        public void heard(String line) {}

        @Override
        public Promise<Integer> lines() {
            return Promise.of(0);
        }

        @Override
        public Promise<Integer> wealth() {
            return Promise.of(1_000);
        }
    }

    private final ValueEncoding encoding;
    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem there = simulation.newSystem("there");
    private final ActorSystem here = simulation.newSystem("here");
    private final Listener ear = here.spawn(Listener.class, Ear::new);
    private final Limits limits = Limits.builder().frameBytes(FRAME_BYTES).build();
    private final Server server = Server.builder(there)
            .publish("room", Room.class, there.spawn(Room.class, Host::new))
            .transport(transport)
            .limits(limits)
            .listen(ADDRESS)
            .start();
    private final Client client = connect(limits);
    private final Room room = simulation.await(client.lookupAsync("room", Room.class));

    PassedReferencesTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
    }

    private Client connect(Limits ofClient) {
        return simulation.await(Client.builder(here)
                .encoding(encoding)
                .publish("ear", Listener.class, ear)
                .transport(transport)
                .limits(ofClient)
                .connectAsync(ADDRESS));
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private int linesAfter(String line) {
        simulation.await(room.say(line));
        simulation.runUntilIdle();
        return simulation.await(ear.lines());
    }

    @Test
    void argumentIsCalledBack() {
        room.enter(ear);
        assertThat(linesAfter("one")).isEqualTo(1);
        assertThat(simulation.await(room.join("again", ear))).isEqualTo(2);
        assertThat(linesAfter("two")).isEqualTo(3);
    }

    @Test
    void listsMapsAndRecordsHoldReferences() {
        assertThat(simulation.await(room.joinAll(List.of(ear, ear)))).isEqualTo(2);
        Map<String, Optional<Listener>> named = new HashMap<>();
        named.put("a", Optional.of(ear));
        named.put("b", Optional.empty());
        assertThat(simulation.await(room.joinNamed(named))).isEqualTo(3);
        assertThat(simulation.await(room.joinMember(new Member("c", ear, ear), new byte[7])))
                .isEqualTo(7);
        assertThat(linesAfter("four times")).isEqualTo(4);
    }

    /** An argument by itself is called by its parameter's type, which says nothing of those behind it. */
    @Test
    void referencesWithinOthersAreCalledByWhatTheyWereSpawnedWith() {
        Rich heir = here.spawn(Rich.class, Heir::new);
        assertThat(simulation.await(room.wealth(ear, List.of(heir)))).isEqualTo(1_000);
        assertThat(simulation.await(room.wealth(heir, List.of(here.spawn(Rich.class, Heir::new)))))
                .isEqualTo(1_000);
    }

    /** Fragments, for which the caller waits, and decoding on the actor's thread. */
    @Test
    void longMessagesBringReferences() {
        try (ActorSystem real = ActorSystem.create()) {
            Server.builder(real)
                    .publish("room", Room.class, real.spawn(Room.class, Host::new))
                    .limits(limits)
                    .transport(transport)
                    .listen("memory://real")
                    .start();
            Client caller = Client.builder(real)
                    .encoding(encoding)
                    .limits(limits)
                    .transport(transport)
                    .connect("memory://real");
            checkLongMessages(caller.lookup("room", Room.class), real);
        }
    }

    private static void checkLongMessages(Room far, ActorSystem system) {
        Listener first = system.spawn(Listener.class, Ear::new);
        for (int length : new int[] {FRAME_BYTES - 64, FRAME_BYTES, 70_000, 300_000}) {
            assertThat(far.joinMember(new Member("c", first, first), new byte[length])
                            .join())
                    .isEqualTo(length);
        }
        List<Listener> many = IntStream.range(0, 3_000)
                .mapToObj(i -> system.spawn(Listener.class, Ear::new))
                .toList();
        assertThat(far.joinAll(many).join()).isEqualTo(3_004);
        assertThat(far.members().join().subList(4, 3_004)).isEqualTo(many);
        assertThat(far.say("all").join()).isEqualTo(3_004);
        Await.until(
                "all have heard",
                () -> first.lines().join() == 4 && many.getLast().lines().join() == 1);
    }

    @Test
    void whatComesBackIsTheActorItself() {
        assertThat(simulation.await(room.areSame(ear, ear, room))).isTrue();
        assertThat(simulation.await(room.areSame(ear, here.spawn(Listener.class, Ear::new), room)))
                .isFalse();
        room.enter(ear);
        Member member = simulation.await(room.member("back"));
        assertThat(member.listener).isEqualTo(ear);
        member.listener.heard("at home");
        assertThat(simulation.await(ear.lines())).isEqualTo(1);
    }

    @Test
    void streamsTakeAndGiveReferences() {
        for (String padding : List.of("", "x".repeat(2 * FRAME_BYTES))) {
            StreamProbe<Member> probe = new StreamProbe<>(10);
            room.each(List.of(ear, ear), padding).subscribe(probe);
            simulation.runUntilIdle();
            assertThat(probe.items()).hasSize(3);
            assertThat(probe.items().getFirst().listener).isEqualTo(ear);
            Listener theirs = probe.items().getLast().listener;
            theirs.heard("there");
            assertThat(simulation.await(theirs.lines())).isEqualTo(1);
        }
    }

    @Test
    void clientPublishesToo() {
        ear.heard("one");
        assertThat(simulation.await(room.fromClient())).isEqualTo(1);
    }

    @Test
    void strangersAreRefusedByName() {
        Stranger stranger = here.spawn(Stranger.class, () -> line -> {});
        assertThatThrownBy(() -> simulation.await(room.anything(stranger)))
                .hasMessageContaining("contract=" + Stranger.class.getName() + " is named by no parameter or result");
        assertThat(simulation.await(room.anything(ear))).isEqualTo(1);
    }

    @Test
    void referenceOfAnotherSessionIsAnotherActor() {
        Room other = simulation.await(connect(limits).lookupAsync("room", Room.class));
        assertThat(simulation.await(room.areSame(ear, ear, other))).isFalse();
        assertThat(simulation.await(room.areSame(ear, ear, room))).isTrue();
    }

    @Test
    void nothingOfAMessageOnlyTravelsOutsideOfSessions() {
        assertThatThrownBy(() -> Codec.standard().encode(ear))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("reference to an actor");
    }

    @Test
    void tooManyReferencesAreRefused() {
        Room narrow = simulation.await(
                connect(Limits.builder().frameBytes(FRAME_BYTES).references(10).build())
                        .lookupAsync("room", Room.class));
        List<Listener> many = IntStream.range(0, 11)
                .mapToObj(i -> here.spawn(Listener.class, Ear::new))
                .toList();
        assertThat(simulation.await(narrow.joinAll(many.subList(0, 10)))).isEqualTo(10);
        assertThatThrownBy(() -> simulation.await(narrow.joinAll(many))).hasMessageContaining("references=10");
        assertThatThrownBy(() -> simulation.await(narrow.join("eleventh", many.getLast())))
                .hasMessageContaining("references of the session=10 >= references=10");
        assertThat(simulation.await(narrow.joinAll(many.subList(0, 10)))).isEqualTo(20);
    }

    @Test
    void callThatIsNotSentHandsNothingOver() {
        room.enter(ear);
        simulation.await(room.say("one"));
        int before = client.references();
        List<Throwable> failures = new ArrayList<>();
        Stranger caller = here.spawn(Stranger.class, () -> line -> {
            for (int i = 0; i <= limits.creditMessages(); i++) {
                try {
                    room.enter(here.spawn(Listener.class, Ear::new));
                } catch (CreditExhaustedException full) {
                    failures.add(full);
                }
            }
            room.join("late", here.spawn(Listener.class, Ear::new)).whenComplete((count, failure) -> {
                if (failure != null) {
                    failures.add(failure);
                }
            });
        });
        caller.heard("go");
        simulation.runUntilIdle();
        assertThat(failures).hasSizeGreaterThan(1);
        assertThat(client.references()).isEqualTo(before + limits.creditMessages() + 2 - failures.size());
    }

    @Test
    void endedSessionTakesNoReferences() {
        here.spawn(Stranger.class, () -> line -> client.close()).heard("close");
        simulation.runUntilIdle();
        assertThatThrownBy(() -> room.enter(ear)).hasMessageContaining("has ended");
        assertThatThrownBy(() -> simulation.await(room.join("late", ear))).hasMessageContaining("has ended");
        assertThat(server.statistics().references()).isZero();
    }
}
