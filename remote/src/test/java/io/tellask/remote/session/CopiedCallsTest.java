package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls within a process whose system copies: what is asserted of them holds for calls to another process, too, and is tried there. */
class CopiedCallsTest {
    /** Granted by the codec; its owner may change it. */
    static final class Note implements Serializable {
        private static final long serialVersionUID = 1;
        String text;

        Note(String text) {
            this.text = text;
        }
    }

    /** Granted by nobody. */
    static class Secret implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /** Cannot be read. */
    static final class Sealed implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("sealed");
        }
    }

    record Holder(String name, Ledger ledger) {}

    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    public interface Keeper<T> {
        Promise<Integer> keep(T value);
    }

    public interface Ledger extends Keeper<List<Note>> {
        void note(Note note);

        Promise<Note> last();

        Promise<Note> echo(Note note);

        Promise<Object> open(Object value);

        Promise<Object> secret();

        Promise<Integer> unseal(Sealed value);

        byte[] bytes(byte[] bytes, int at, long more, String text);

        Promise<Ledger> same(Ledger ledger);

        Promise<Holder> held(Holder holder);

        Flow.Publisher<Note> notes();

        Flow.Publisher<Object> secrets();

        Promise<Integer> take(Flow.Publisher<Note> notes);

        Promise<Integer> never();

        Promise<Integer> fail();

        Promise<Boolean> waitsInTurn();
    }

    private final class Book extends Actor implements Ledger {
        private Note last = new Note("none");

        @Override
        public Promise<Integer> keep(List<Note> value) {
            value.getFirst().text = "kept";
            return Promise.of(value.size());
        }

        @Override
        public void note(Note note) {
            last = note;
        }

        @Override
        public Promise<Note> last() {
            return Promise.of(last);
        }

        @Override
        public Promise<Note> echo(Note note) {
            Promise<Note> later = new Promise<>();
            timers().after(Duration.ofMillis(1), () -> later.complete(note));
            return later;
        }

        @Override
        public Promise<Object> open(Object value) {
            return Promise.of(value);
        }

        @Override
        public Promise<Object> secret() {
            return Promise.of(new Secret());
        }

        @Override
        public Promise<Integer> unseal(Sealed value) {
            return Promise.of(1);
        }

        @Override
        public byte[] bytes(byte[] bytes, int at, long more, String text) {
            bytes[at] = (byte) (more + text.length());
            return bytes;
        }

        @Override
        public Promise<Ledger> same(Ledger ledger) {
            return Promise.of(self(Ledger.class).equals(ledger) ? ledger : null);
        }

        @Override
        public Promise<Holder> held(Holder holder) {
            return Promise.of(new Holder("again", holder.ledger()));
        }

        @Override
        public Flow.Publisher<Note> notes() {
            Emitter<Note> emitter = new Emitter<>();
            emitter.emit(last);
            emitter.emit(new Note("second"));
            emitter.complete();
            return emitter;
        }

        @Override
        public Flow.Publisher<Object> secrets() {
            Emitter<Object> emitter = new Emitter<>();
            emitter.onCancel(() -> cancelled++);
            emitter.emit("open");
            emitter.emit(new Secret());
            emitter.emit("after");
            return emitter;
        }

        @Override
        public Promise<Integer> take(Flow.Publisher<Note> notes) {
            List<Note> taken = new ArrayList<>();
            return Streams.forEach(notes, 8, note -> {
                        note.text = "taken";
                        taken.add(note);
                    })
                    .thenApply(end -> taken.size());
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<Integer>().onCancel(() -> cancelled++);
        }

        @Override
        public Promise<Integer> fail() {
            throw new Broken();
        }

        @Override
        public Promise<Boolean> waitsInTurn() {
            Ledger self = self(Ledger.class);
            Throwable thrown = catchThrowable(() -> self.bytes(new byte[1], 0, 0, ""));
            return Promise.of(thrown instanceof BlockingCallException);
        }
    }

    private static final Codec CODEC =
            Codec.builder().allow(Note.class).allow(Sealed.class).build();
    private static final URI ADDRESS = URI.create("memory://ledger");

    private final ActorSystem system = ActorSystem.builder()
            .ioLoops(1)
            .copyLocalCalls(Remote.copying(CODEC))
            .build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(1).build();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private volatile int cancelled;

    /** The actor, called here or from what stands for another process. */
    private Ledger ledger(String where) {
        Ledger local = system.spawn(Ledger.class, Book::new, SpawnOptions.ioLoop());
        if (where.equals("here")) {
            return local;
        }
        Server.builder(system)
                .publish("ledger", Ledger.class, local)
                .transport(transport)
                .codec(CODEC)
                .listen(ADDRESS)
                .start();
        return Client.builder(clients)
                .transport(transport)
                .codec(CODEC)
                .connect(ADDRESS)
                .lookup("ledger", Ledger.class);
    }

    @AfterEach
    void close() {
        clients.close();
        system.close();
    }

    private static <T> T await(Promise<T> promise) {
        return promise.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static Throwable failure(Promise<?> promise) {
        Throwable thrown = catchThrowable(() -> await(promise));
        return thrown instanceof CompletionException ? thrown.getCause() : thrown;
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void whatIsChangedAfterTheCallIsNotSeen(String where) {
        Ledger ledger = ledger(where);
        Note note = new Note("first");
        ledger.note(note);
        note.text = "changed by the caller";
        Note last = await(ledger.last());
        assertThat(last.text).isEqualTo("first");
        last.text = "changed by who asked";
        assertThat(await(ledger.last()).text).isEqualTo("first");
        assertThat(await(ledger.echo(note)))
                .isNotSameAs(note)
                .satisfies(echo -> assertThat(echo.text).isEqualTo("changed by the caller"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void whatTheActorChangesIsNotSeen(String where) {
        Ledger ledger = ledger(where);
        List<Note> notes = new ArrayList<>(List.of(new Note("first"), new Note("second")));
        assertThat(await(ledger.keep(notes))).isEqualTo(2); // of a generic super-interface
        assertThat(notes.getFirst().text).isEqualTo("first");
        byte[] bytes = {1, 2, 3};
        assertThat(ledger.bytes(bytes, 1, 40, "ab")).containsExactly(1, 42, 3);
        assertThat(bytes).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void nullIsNull(String where) {
        Ledger ledger = ledger(where);
        ledger.note(null);
        assertThat(await(ledger.last())).isNull();
        assertThat(await(ledger.echo(null))).isNull();
        assertThat(await(ledger.same(null))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void argumentThatIsNotGrantedIsRefusedAtTheCall(String where) {
        Ledger ledger = ledger(where);
        assertThatThrownBy(() -> ledger.open(new Secret()))
                .isExactlyInstanceOf(EncodeException.class)
                .hasMessageContaining(Secret.class.getName())
                .hasMessageContaining("Ledger.open(0)");
        assertThatThrownBy(() -> ledger.open(List.of("fine", (Runnable) () -> {})))
                .isExactlyInstanceOf(EncodeException.class)
                .hasMessageContaining("Ledger.open(0)");
        assertThat(await(ledger.open("fine"))).isEqualTo("fine");
    }

    @Test
    void refusalsHaveTheSameWordsAsThoseOfAnotherProcess() {
        Ledger here = ledger("here");
        Ledger there = ledger("there");
        assertThat(catchThrowable(() -> here.open(new Secret())))
                .hasMessage(catchThrowable(() -> there.open(new Secret())).getMessage());
        RemoteException local = (RemoteException) failure(here.secret());
        RemoteException remote = (RemoteException) failure(there.secret());
        assertThat(local.typeName()).isEqualTo(remote.typeName()).isEqualTo(EncodeException.class.getName());
        assertThat(local.reason()).isEqualTo(remote.reason());
        Throwable sealed = catchThrowable(() -> here.unseal(new Sealed()));
        assertThat(sealed)
                .isExactlyInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Ledger.unseal(0)")
                .extracting(Throwable::getMessage, as(InstanceOfAssertFactories.STRING))
                .startsWith(beforeOffset(failure(there.unseal(new Sealed()))));
    }

    private static String beforeOffset(Throwable failure) {
        String message = failure.getMessage();
        return message.substring(0, message.indexOf(" (offset="));
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void referencesArePassedAsTheyAre(String where) {
        Ledger ledger = ledger(where);
        assertThat(await(ledger.same(ledger))).isEqualTo(ledger);
        Ledger held = await(ledger.held(new Holder("mine", ledger))).ledger();
        assertThat(held).isEqualTo(ledger);
        Note note = new Note("first");
        held.note(note);
        note.text = "changed";
        assertThat(await(held.last()).text).isEqualTo("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void itemsOfStreamsAreCopiedBothWays(String where) {
        Ledger ledger = ledger(where);
        ledger.note(new Note("first"));
        List<Note> notes = await(Streams.collect(ledger.notes(), 10));
        assertThat(notes).extracting(note -> note.text).containsExactly("first", "second");
        notes.getFirst().text = "changed";
        assertThat(await(ledger.last()).text).isEqualTo("first");
        Note own = new Note("own");
        assertThat(await(ledger.take(Streams.of(List.of(own, own))))).isEqualTo(2);
        assertThat(own.text).isEqualTo("own");
        assertThat(await(ledger.take(Streams.of(List.of())))).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void itemThatIsNotGrantedEndsItsStream(String where) {
        List<Object> seen = new ArrayList<>();
        Throwable failure = failure(Streams.forEach(ledger(where).secrets(), 8, seen::add));
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        remote -> assertThat(remote.typeName()).isEqualTo(EncodeException.class.getName()));
        assertThat(seen).containsExactly("open");
        Await.until("the publisher was cancelled", () -> cancelled == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "there"})
    void cancelReachesTheActor(String where) {
        Promise<Integer> never = ledger(where).never();
        never.cancel(false);
        Await.until("the actor's promise was cancelled", () -> cancelled == 1);
    }

    @Test
    void whatTheActorThrowsIsPassedAsItIs() {
        assertThat(failure(ledger("here").fail())).isExactlyInstanceOf(Broken.class);
    }

    @Test
    void callThatWaitsIsRefusedOnAThreadThatRunsActors() {
        assertThat(await(ledger("here").waitsInTurn())).isTrue();
    }

    @Test
    void otherSystemsPassTheObjectItself() {
        Ledger ledger = clients.spawn(Ledger.class, Book::new);
        Note note = new Note("first");
        ledger.note(note);
        assertThat(await(ledger.last())).isSameAs(note);
        assertThat(ledger).isNotInstanceOf(io.tellask.actor.contract.CopyingReference.class);
    }
}
