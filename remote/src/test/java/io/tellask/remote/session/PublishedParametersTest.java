package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import java.math.BigInteger;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parameters that can never travel are refused where a server starts, not at the first call. */
class PublishedParametersTest {
    public interface TakesFuture {
        void take(String name, Future<String> later);
    }

    public interface TakesStream {
        void take(Stream<String> lines);
    }

    public interface TakesIntStream {
        void take(IntStream numbers);
    }

    public interface TakesPublisher {
        void take(List<? extends Flow.Publisher<String>> lines);
    }

    public interface TakesPublisherOfThreads {
        void take(Flow.Publisher<Thread> threads);
    }

    public interface TakesPublisherOfPublishers {
        void take(Flow.Publisher<Flow.Publisher<String>> lines);
    }

    public interface TakesPublisherOfRunnables {
        void take(Flow.Publisher<Runnable> callbacks);
    }

    public interface TakesPublishers {
        void take(Flow.Publisher<String> lines, Flow.Publisher<? extends List<Integer>> numbers);
    }

    public interface TakesRawPublisher {
        @SuppressWarnings("rawtypes")
        void take(Flow.Publisher anything);
    }

    public interface TakesIterators {
        void take(Iterator<String>[] lines);
    }

    public interface TakesConsumer {
        void take(Consumer<String> callback);
    }

    public interface TakesRunnable {
        void take(Runnable callback);
    }

    public interface TakesListener {
        void take(Listener callback);
    }

    public interface Listener {
        Promise<Void> heard(String line);
    }

    public interface TakesNumber {
        Promise<Integer> take(BigInteger number);
    }

    public interface TakesThread {
        void take(Thread thread);
    }

    public interface TakesPromise {
        void take(Promise<String> later);
    }

    public interface GivesThread {
        Promise<Thread> give();
    }

    public interface TakesPlainListener {
        void take(PlainListener callback);
    }

    public interface PlainListener {
        void heard(String from, String line);

        default void ended() {}
    }

    public interface TakesShape {
        void take(Shape shape);
    }

    public interface Shape {
        double area();

        void scale(double factor);
    }

    public record Recorder(String name) implements Consumer<String>, Listener {
        @Override
        public void accept(String line) {}

        @Override
        public Promise<Void> heard(String line) {
            return Promise.of(null);
        }
    }

    private final ActorSystem system = ActorSystem.create();
    private final MemoryTransport transport = MemoryTransport.isolated();

    @AfterEach
    void close() {
        system.close();
    }

    private <C> Server start(Class<C> contract, C actor, Codec codec) {
        return Server.builder(system)
                .publish("name", contract, system.spawn(contract, () -> actor))
                .codec(codec)
                .transport(transport)
                .listen("memory://parameters")
                .start();
    }

    private <C> void assertRefused(Class<C> contract, C actor, String... parts) {
        assertThatThrownBy(() -> start(contract, actor, Codec.standard()))
                .isInstanceOf(EncodeException.class)
                .hasMessageStartingWith("publish: method=" + contract.getSimpleName() + ".take, parameter=")
                .hasMessageContainingAll(parts);
    }

    @Test
    void refusesWhatStandsForSomethingOfAProcess() {
        assertRefused(
                TakesFuture.class,
                (name, later) -> {},
                "parameter=1, type=java.util.concurrent.Future<java.lang.String> stands for something of the caller's"
                        + " process; send the value when it is there, or return a Promise");
        assertRefused(TakesStream.class, lines -> {}, "send a List");
        assertRefused(TakesIntStream.class, lines -> {}, "send a List");
        assertRefused(TakesPublisher.class, lines -> {}, "send a List");
        assertRefused(TakesIterators.class, lines -> {}, "send a List");
    }

    @Test
    void publishersTravelIfTheirItemsDo() {
        start(TakesPublishers.class, (lines, numbers) -> {}, Codec.standard()).close();
        start(TakesRawPublisher.class, anything -> {}, Codec.standard()).close();
        assertRefused(TakesPublisherOfThreads.class, threads -> {}, "type=java.lang.Thread cannot be encoded");
        assertRefused(
                TakesPublisherOfPublishers.class,
                lines -> {},
                "Flow$Publisher<java.util.concurrent.Flow$Publisher<java.lang.String>> stands for something of the caller's",
                "take a Flow.Publisher as a parameter of its own");
        assertRefused(TakesPublisherOfRunnables.class, callbacks -> {}, "is a function of the JDK");
    }

    @Test
    void namesTheMethodOfATypeThatTheCodecRefuses() {
        assertRefused(
                TakesThread.class,
                thread -> {},
                "parameter=0, type=java.lang.Thread cannot be encoded, path=Thread, class=java.lang.Thread");
        assertRefused(TakesPromise.class, later -> {}, "parameter=0", "Promise<java.lang.String> cannot be encoded");
        assertThatThrownBy(() -> start(GivesThread.class, () -> Promise.of(null), Codec.standard()))
                .isInstanceOf(EncodeException.class)
                .hasMessageStartingWith(
                        "publish: method=GivesThread.give, result, type=java.lang.Thread cannot be encoded,");
    }

    /** The words "here" and "this side" of what the peer says mean the peer. */
    @Test
    void whatThePeerRefusesIsToldAsItsOwnWords() {
        Codec strict =
                Codec.builder().limits(CodecLimits.standard().withDigits(100)).build();
        start(TakesNumber.class, number -> Promise.of(number.signum()), strict);
        TakesNumber reference = Client.builder(system)
                .transport(transport)
                .connect(URI.create("memory://parameters"))
                .lookup("name", TakesNumber.class);

        assertThat(reference.take(BigInteger.TEN).join()).isEqualTo(1);
        assertThatThrownBy(() -> reference.take(BigInteger.TEN.pow(200)).join())
                .hasCauseInstanceOf(CallRefusedException.class)
                .cause()
                .hasMessageStartingWith("call: method=take was refused by the peer, which says: decode: digits=");
    }

    @Test
    void refusesFunctionsThatNobodyGranted() {
        String remedy = "declare an interface of your own, of which the caller passes an actor, or grant a record";
        assertRefused(TakesConsumer.class, callback -> {}, "is a function of the JDK", remedy);
        assertRefused(TakesRunnable.class, callback -> {}, remedy);
    }

    @Test
    void callbackThatIsNoActorIsRefusedWithAdvice() {
        start(TakesPlainListener.class, callback -> {}, Codec.standard());
        TakesPlainListener reference = Client.builder(system)
                .transport(transport)
                .connect(URI.create("memory://parameters"))
                .lookup("name", TakesPlainListener.class);
        assertThatThrownBy(() -> reference.take((from, line) -> {}))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining(
                        "; to be called back, pass an actor: ActorSystem.spawn(PlainListener.class, ...)");
    }

    @Test
    void takesCallbacksThatAreData() {
        Codec codec = Codec.builder().allow(Recorder.class).build();
        start(TakesListener.class, callback -> {}, codec).close();
        start(
                        TakesRunnable.class,
                        callback -> {},
                        Codec.builder().allowLambdas().build())
                .close();

        start(TakesShape.class, shape -> {}, Codec.standard()).close();

        Server server = start(TakesConsumer.class, callback -> callback.accept("heard"), codec);

        Client strangers = Client.builder(system).transport(transport).connect(URI.create("memory://parameters"));
        assertThat(strangers.lookup("name", TakesConsumer.class)).isNotNull();
        server.close();
    }
}
