package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.LookupException;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import io.tellask.remote.ValueEncoding;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How failures reach the caller: as themselves where both sides know them, else by name. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
@Timeout(60)
class FailuresTest {
    private static final URI ADDRESS = URI.create("memory://failures");

    /** Declared by a method. */
    static final class Declared extends Exception {
        private static final long serialVersionUID = 1;

        final int code;

        Declared(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    /** Granted by a codec, or not. */
    static final class Granted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Granted(String message) {
            super(message);
        }
    }

    /** What may be data or an actor: nobody can tell before the call. */
    public interface Watched {
        int touches();
    }

    /** A contract that fails. */
    public interface Failing extends Watched {
        Promise<Void> declared() throws Declared;

        Promise<Void> granted();

        Promise<Void> later();

        void watch(Watched other);

        Promise<Void> returnsNull();

        Flow.Publisher<Integer> stream();

        Flow.Publisher<Integer> brokenStream() throws Declared;

        int blocking() throws Declared;

        void hold(int number);
    }

    private final class Actor implements Failing {
        @Override
        public Promise<Void> declared() throws Declared {
            throw new Declared("as declared", 7);
        }

        @Override
        public Promise<Void> granted() {
            throw new Granted("as granted");
        }

        @Override
        public Promise<Void> later() {
            executed.incrementAndGet();
            return Promise.failed(new IllegalStateException("in the end"));
        }

        @Override
        public int touches() {
            return executed.get();
        }

        @Override
        public void watch(Watched other) {
            executed.incrementAndGet();
        }

        @Override
        public Promise<Void> returnsNull() {
            return null;
        }

        @Override
        public Flow.Publisher<Integer> stream() {
            throw new Granted("no stream");
        }

        @Override
        public Flow.Publisher<Integer> brokenStream() {
            Emitter<Integer> emitter = new Emitter<>();
            emitter.emit(1);
            emitter.fail(new Declared("after an item", 9));
            return emitter;
        }

        @Override
        public int blocking() throws Declared {
            throw new Declared("while blocking", 8);
        }

        @Override
        public void hold(int number) {
            held.add(number);
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final ValueEncoding encoding;
    private final ActorSystem there = ActorSystem.create();
    private final ActorSystem here = ActorSystem.create();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger executed = new AtomicInteger();
    private final List<Integer> held = new ArrayList<>();

    FailuresTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
    }

    @AfterEach
    void close() {
        gate.countDown();
        here.close();
        there.close();
    }

    private Failing connect(Codec server, Codec client) {
        Failing local = there.spawn(Failing.class, Actor::new, SpawnOptions.dedicatedThread());
        Server.builder(there)
                .publish("failing", Failing.class, local)
                .codec(server)
                .transport(transport)
                .listen(ADDRESS)
                .start();
        return Client.builder(here)
                .encoding(encoding)
                .codec(client)
                .transport(transport)
                .connect(ADDRESS)
                .lookup("failing", Failing.class);
    }

    private static Throwable failure(Promise<?> promise) {
        Throwable thrown =
                catchThrowable(() -> promise.orTimeout(30, TimeUnit.SECONDS).join());
        return thrown instanceof CompletionException ? thrown.getCause() : thrown;
    }

    @Test
    void declaredExceptionArrivesAsItselfWithoutItsStackTrace() throws Declared {
        Failing failing = connect(Codec.standard(), Codec.standard());
        assertThat(failure(failing.declared())).isInstanceOfSatisfying(Declared.class, declared -> {
            assertThat(declared).hasMessage("as declared");
            assertThat(declared.code).isEqualTo(7);
            assertThat(declared.getStackTrace()).isEmpty();
        });
        assertThatThrownBy(failing::blocking).isInstanceOf(Declared.class).hasMessage("while blocking");
    }

    @Test
    void declaredExceptionOfAStreamArrivesAsItself() throws Declared {
        Failing failing = connect(Codec.standard(), Codec.standard());
        assertThat(failure(Streams.collect(failing.brokenStream())))
                .isInstanceOfSatisfying(
                        Declared.class, declared -> assertThat(declared.code).isEqualTo(9));
    }

    @Test
    void grantedExceptionArrivesAsItself() {
        Codec grants = Codec.builder().allow(Granted.class).build();
        assertThat(failure(connect(grants, grants).granted()))
                .isInstanceOf(Granted.class)
                .hasMessage("as granted");
    }

    @Test
    void exceptionThatOneSideDoesNotGrantArrivesByName() {
        Codec grants = Codec.builder().allow(Granted.class).build();
        Throwable failure = failure(connect(grants, Codec.standard()).granted());
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        remote -> assertThat(remote.typeName()).isEqualTo(Granted.class.getName()))
                .hasMessageContaining("as granted");
    }

    @Test
    void otherExceptionsArriveByName() {
        Failing failing = connect(Codec.standard(), Codec.standard());
        assertThat(failure(failing.granted()))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("as granted");
    }

    @Test
    void exceptionsOfTheJdkArriveAsThemselves() {
        Failing failing = connect(Codec.standard(), Codec.standard());
        assertThat(failure(failing.later()))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("in the end");
        assertThat(failure(failing.returnsNull())).hasMessageContaining("null instead of a promise");
    }

    @Test
    void callWhoseDeadlineHasPassedIsNotExecuted() {
        Failing failing = connect(Codec.standard(), Codec.standard());
        failing.hold(1);
        Failing hasty = Remote.withDeadline(failing, Duration.ofMillis(20));
        Promise<Void> late = hasty.later();
        assertThat(failure(late)).isInstanceOf(DeadlineExceededException.class);
        gate.countDown();
        assertThat(failure(failing.later())).hasMessageContaining("in the end");
        assertThat(executed).hasValue(1);
    }

    @Test
    void failureOfTheLastAddressCarriesThatOfTheOthers() {
        List<URI> nobody = List.of(URI.create("memory://first"), URI.create("memory://second"));

        assertThatThrownBy(() -> Client.builder(here).transport(transport).connect(nobody))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("memory://second")
                .satisfies(last -> assertThat(last.getSuppressed())
                        .singleElement()
                        .satisfies(before -> assertThat(before).hasMessageContaining("memory://first")));
    }

    @Test
    void lookupNamesWhatIsWrong() {
        connect(Codec.standard(), Codec.standard());
        Client client =
                Client.builder(here).encoding(encoding).transport(transport).connect(ADDRESS);
        assertThatThrownBy(() -> client.lookup("nobody", Failing.class))
                .isInstanceOf(LookupException.class)
                .hasMessage(
                        "lookup: name=nobody is not published there; publish it by the builder of that server or client, or check the name");
        assertThatThrownBy(() -> client.lookup("x".repeat(257), Failing.class))
                .isInstanceOf(LookupException.class)
                .hasMessageEndingWith(", characters=257 > 256; check the name");
        assertThatThrownBy(() -> client.lookup("x".repeat(256), Failing.class))
                .hasMessageContaining("is not published");
        assertThatThrownBy(() -> client.lookup("failing", Sample.class))
                .isInstanceOf(LookupException.class)
                .hasMessage("lookup: contract=" + Sample.class.getName() + " expected, published contract="
                        + Failing.class.getName() + "; look it up by the contract it is published with");
    }

    @Test
    void argumentThatIsNotGrantedIsRefusedAtTheCallerByMethodAndParameter() {
        Failing failing = connect(Codec.standard(), Codec.standard());
        assertThatThrownBy(() -> failing.watch(() -> 1))
                .isInstanceOf(EncodeException.class)
                .hasMessageEndingWith("FailuresTest$Failing.watch(0))");
        failing.watch(failing);
        failing.watch(here.spawn(Failing.class, Actor::new));
        assertThat(failure(failing.later())).hasMessageContaining("in the end");
        assertThat(executed).hasValue(3);
    }

    @Test
    void listeningTakesUrisOnly() {
        assertThatThrownBy(() -> Server.builder(there).listen("foo bar"))
                .isInstanceOfSatisfying(
                        TransportException.class,
                        refused -> assertThat(refused.problem()).isEqualTo(TransportException.Problem.BAD_ADDRESS))
                .hasMessage("listen: address=foo bar is not a URI; write it as tellask://host:port");
    }

    @Test
    void connectingTakesUrisOnly() {
        for (ThrowingCallable connecting : List.<ThrowingCallable>of(
                () -> Client.connect(here, "foo bar"),
                () -> Client.builder(here).encoding(encoding).connect("foo bar"),
                () -> Client.builder(here).encoding(encoding).connectAsync("foo bar"))) {
            assertThatThrownBy(connecting)
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            refused -> assertThat(refused.problem()).isEqualTo(TransportException.Problem.BAD_ADDRESS))
                    .hasMessage("connect: address=foo bar is not a URI; write it as tellask://host:port");
        }
    }

    @Test
    void anAddressWithoutASchemeIsToldWithOne() {
        Map<String, String> remedies = Map.of(
                "localhost:99", "address: address=localhost:99 has no scheme; write tellask://localhost:99",
                "127.0.0.1:99", "connect: address=127.0.0.1:99 is not a URI; write tellask://127.0.0.1:99",
                "", "address: address= has no scheme; write it as tellask://host:port");
        remedies.forEach((address, message) -> assertThatThrownBy(() -> Client.connect(here, address))
                .isInstanceOf(TransportException.class)
                .hasMessage(message));
    }

    @Test
    void connectsToAnAddressGivenAsText() throws Exception {
        Failing published = there.spawn(Failing.class, Actor::new);
        try (Server server = Server.builder(there)
                        .publish("failing", Failing.class, published)
                        .listen("memory://connects-to-text")
                        .start();
                Client waiting = Client.connect(here, server.address().toString());
                Client promised = Client.builder(here)
                        .encoding(encoding)
                        .connectAsync(server.address().toString())
                        .get(30, TimeUnit.SECONDS)) {
            assertThat(waiting.lookup("failing", Failing.class)).isNotNull();
            assertThat(promised.isOpen()).isTrue();
        }
    }

    @Test
    void publishingTakesReferencesOnly() {
        Server.Builder builder = Server.builder(there);
        Failing plain = new Actor();
        assertThatThrownBy(() -> builder.publish("plain", Failing.class, plain))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "publish: name=plain, the object is no actor reference; publish what ActorSystem.spawn returned");
        Failing reference = there.spawn(Failing.class, Actor::new);
        @SuppressWarnings({"unchecked", "rawtypes"})
        Class<Object> other = (Class) Sample.class;
        assertThatThrownBy(() -> builder.publish("other", other, reference))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("publish: name=other, contract=" + Sample.class.getName() + ", the reference ")
                .hasMessageEndingWith(" does not implement it; publish it by the contract it was spawned with");
        builder.publish("failing", Failing.class, reference);
        assertThatThrownBy(() -> builder.publish("failing", Failing.class, reference))
                .hasMessage("publish: name=failing is published already; choose another");
    }
}
