package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.UnreadableFailureException;
import io.tellask.actor.failure.Failures;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.RemoteException;
import io.tellask.remote.Server;
import io.tellask.testkit.StreamProbe;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever one call, stream or session throws, the loop lives, and all others on it go on. Both sides have one loop for everything. */
abstract class FailureIsolationContract {
    /** What code may throw. */
    public enum Kind {
        RUNTIME(() -> new IllegalStateException("as asked")),
        CHECKED(() -> new Exception("as asked")),
        MEMORY(() -> new OutOfMemoryError("as asked")),
        STACK(() -> new StackOverflowError("as asked")),
        ASSERTION(() -> new AssertionError("as asked")),
        LINKAGE(() -> new NoClassDefFoundError("as asked")),
        UNREADABLE(Unreadable::new);

        private final Supplier<Throwable> made;

        Kind(Supplier<Throwable> made) {
            this.made = made;
        }

        RuntimeException raise() {
            throw Failures.rethrow(made.get());
        }
    }

    /** Throws whatever it is asked. */
    static final class Unreadable extends RuntimeException {
        @Override
        public String getMessage() {
            throw new OutOfMemoryError("as asked");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError("as asked");
        }
    }

    /** A value whose constructor, which decoding calls, throws while it is armed. */
    public record Fuse(int number) {
        static volatile Kind armed;

        public Fuse {
            Kind kind = armed;
            if (kind != null) {
                throw kind.raise();
            }
        }
    }

    /** What the tests call. */
    public interface Target {
        void tell(Kind kind);

        Promise<Integer> ask(Kind kind);

        Promise<Integer> failLater(Kind kind);

        Promise<Integer> declared() throws Unreadable;

        Promise<Integer> take(Fuse fuse);

        Promise<Fuse> give();

        Promise<Integer> add(int a, int b);

        Promise<Integer> never();

        Flow.Publisher<Integer> broken(Kind kind);

        Flow.Publisher<Integer> nulls(NullSignal signal);
    }

    /** Where a publisher gives null that must not. */
    public enum NullSignal {
        SUBSCRIPTION(subscriber -> subscriber.onSubscribe(null)),
        SUBSCRIPTION_AT_THE_END(subscriber -> {
            subscriber.onComplete();
            subscriber.onSubscribe(null);
        }),
        ITEM(subscriber -> subscriber.onSubscribe(new Requested(() -> subscriber.onNext(null)))),
        FAILURE(subscriber -> subscriber.onError(null)),
        FAILURE_FROM_ANOTHER_THREAD(subscriber ->
                subscriber.onSubscribe(new Requested(() -> Thread.startVirtualThread(() -> subscriber.onError(null)))));

        private final Consumer<Flow.Subscriber<? super Integer>> signals;

        NullSignal(Consumer<Flow.Subscriber<? super Integer>> signals) {
            this.signals = signals;
        }
    }

    /** Does something when it is first asked for items. */
    private record Requested(Runnable action) implements Flow.Subscription {
        @Override
        public void request(long count) {
            action.run();
        }

        @Override
        public void cancel() {
            // nothing to end
        }
    }

    static final class TargetActor extends Actor implements Target {
        @Override
        public void tell(Kind kind) {
            throw kind.raise();
        }

        @Override
        public Promise<Integer> ask(Kind kind) {
            throw kind.raise();
        }

        @Override
        public Promise<Integer> failLater(Kind kind) {
            return Promise.from(CompletableFuture.failedFuture(catchThrowable(kind::raise)));
        }

        @Override
        public Promise<Integer> declared() {
            throw new Unreadable();
        }

        @Override
        public Promise<Integer> take(Fuse fuse) {
            return Promise.of(fuse.number());
        }

        @Override
        public Promise<Fuse> give() {
            return Promise.of(new Fuse(1));
        }

        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<>();
        }

        @Override
        public Flow.Publisher<Integer> nulls(NullSignal signal) {
            return signal.signals::accept;
        }

        @Override
        public Flow.Publisher<Integer> broken(Kind kind) {
            return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {
                    throw kind.raise();
                }

                @Override
                public void cancel() {
                    throw kind.raise();
                }
            });
        }
    }

    private final ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(1).build();
    private final FailingTransport transport = new FailingTransport();
    private Desk.Clerk clerk;
    private Server server;
    private Client client;
    private Target target;
    private Desk desk;
    private Target neighbour;

    abstract URI address();

    @BeforeEach
    void connect() {
        server = Server.builder(servers)
                .transport(transport)
                .publish("target", Target.class, servers.spawn(Target.class, TargetActor::new))
                .publish("desk", Desk.class, servers.spawn(Desk.class, () -> clerk = new Desk.Clerk()))
                .listen(address())
                .start();
        client = newClient();
        target = client.lookup("target", Target.class);
        desk = client.lookup("desk", Desk.class);
        neighbour = newClient().lookup("target", Target.class);
    }

    @AfterEach
    void close() {
        clients.close();
        servers.close();
    }

    private Client newClient() {
        // a wire that fails breaks the connection, which the session would outlive
        Limits withoutResume = Limits.builder().resumeTime(Duration.ZERO).build();
        return Client.builder(clients)
                .transport(transport)
                .limits(withoutResume)
                .connect(server.address());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static Throwable failure(CompletableFuture<?> future) {
        Throwable thrown = catchThrowable(() -> get(future));
        assertThat(thrown).isInstanceOf(ExecutionException.class);
        return thrown.getCause();
    }

    private void assertAllAlive() throws Exception {
        assertThat(get(target.add(1, 2))).isEqualTo(3);
        assertThat(get(neighbour.add(2, 3))).isEqualTo(5);
        assertThat(client.isOpen()).isTrue();
    }

    /** Exceptions of the JDK arrive as themselves, errors and those of the application by name. */
    private static void assertArrived(Throwable failure, Kind kind) {
        Class<?> expected = switch (kind) {
            case RUNTIME -> IllegalStateException.class;
            case CHECKED -> Exception.class;
            default -> RemoteException.class;
        };
        assertThat(failure).isExactlyInstanceOf(expected);
    }

    @ParameterizedTest
    @EnumSource
    void failureOfActorFailsItsCallOnly(Kind kind) throws Exception {
        target.tell(kind);
        assertArrived(failure(target.ask(kind)), kind);
        assertArrived(failure(target.failLater(kind)), kind);
        assertAllAlive();
    }

    @Test
    void declaredFailureThatCannotBeReadFailsItsCallOnly() throws Exception {
        assertThat(failure(target.declared())).isInstanceOf(UnreadableFailureException.class);
        assertAllAlive();
    }

    @ResourceLock("Fuse.armed") // both transports' tests run at once
    @ParameterizedTest
    @EnumSource
    void failureOfDecodingFailsItsCallOnly(Kind kind) throws Exception {
        Fuse fuse = new Fuse(1);
        assertThat(get(target.take(fuse))).isOne();
        Promise<Fuse> given = target.give();
        get(given);
        Fuse.armed = kind;
        try {
            assertThat(failure(target.take(fuse))).isNotNull();
            assertThat(failure(target.give())).isNotNull();
        } finally {
            Fuse.armed = null;
        }
        assertAllAlive();
        assertThat(get(target.take(fuse))).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void subscriberThatThrowsLosesItsStreamOnly(Kind kind) throws Exception {
        CompletableFuture<Void> threw = new CompletableFuture<>();
        desk.count(100_000).subscribe(new ThrowingSubscriber(kind, threw));
        get(threw);
        assertThat(get(clerk.cancelled)).isEqualTo("count");
        assertAllAlive();
        StreamProbe<Integer> probe = new StreamProbe<>(Long.MAX_VALUE);
        desk.count(100).subscribe(probe);
        get(probe.ended());
        assertThat(clients.loopFailures()).isPositive();
    }

    private record ThrowingSubscriber(Kind kind, CompletableFuture<Void> threw) implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer item) {
            threw.complete(null);
            throw kind.raise();
        }

        @Override
        public void onError(Throwable failure) {
            throw kind.raise();
        }

        @Override
        public void onComplete() {
            throw kind.raise();
        }
    }

    @ParameterizedTest
    @EnumSource
    void publisherThatThrowsFailsItsStreamOnly(Kind kind) throws Exception {
        StreamProbe<Integer> probe = new StreamProbe<>(1);
        target.broken(kind).subscribe(probe);
        assertArrived(failure(probe.ended()), kind);
        assertAllAlive();
    }

    @ParameterizedTest
    @EnumSource
    void publisherThatGivesNullEndsItsStreamOnly(NullSignal signal) throws Exception {
        Promise<Integer> underWay = target.never();
        StreamProbe<Integer> probe = new StreamProbe<>(1);
        target.nulls(signal).subscribe(probe);
        if (signal == NullSignal.SUBSCRIPTION_AT_THE_END) {
            get(probe.ended());
        } else {
            assertThat(failure(probe.ended())).isInstanceOf(NullPointerException.class);
        }
        assertAllAlive();
        assertThat(underWay.isDone()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void functionThatThrowsOnTheLoopFailsItsPromiseOnly(Kind kind) throws Exception {
        Promise<Integer> sum = target.add(1, 1);
        CompletableFuture<Integer> other = new CompletableFuture<>();
        sum.thenAccept(other::complete); // functions are called in turn, the youngest first
        Promise<Integer> dependent = sum.thenApply(two -> {
            throw kind.raise();
        });
        assertThat(get(other)).isEqualTo(2);
        if (kind != Kind.UNREADABLE) {
            assertThat(failure(dependent)).isNotNull();
        }
        assertAllAlive();
    }

    @ParameterizedTest
    @EnumSource
    void failureOfSessionSettlesAllOfItAndNothingElse(Kind kind) throws Exception {
        Promise<Integer> underWay = target.never();
        StreamProbe<Integer> probe = new StreamProbe<>(1);
        desk.pending().subscribe(probe);
        get(target.add(1, 1));
        Client other = newClient();
        transport.failNext(kind::raise);
        target.add(1, 1);
        assertThat(failure(underWay)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(failure(probe.ended())).isNotNull();
        boolean ended = get(client.whenEnded().handle((end, reason) -> true));
        assertThat(ended).isTrue();
        assertThat(client.isOpen()).isFalse();
        assertThat(get(neighbour.add(2, 3))).isEqualTo(5);
        assertThat(get(other.lookup("target", Target.class).add(1, 1))).isEqualTo(2);
        assertThat(get(newClient().lookup("target", Target.class).add(1, 1))).isEqualTo(2);
    }
}
