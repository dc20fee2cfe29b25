package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.UnreadableError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever one actor throws or leaves behind harms nobody else on its thread. */
class ActorFailureTest {
    /** What code may throw. */
    enum Kind {
        RUNTIME(() -> new IllegalStateException("as asked")),
        MEMORY(() -> new OutOfMemoryError("as asked")),
        STACK(() -> new StackOverflowError("as asked")),
        ASSERTION(() -> new AssertionError("as asked")),
        LINKAGE(() -> new NoClassDefFoundError("as asked")),
        CHECKED(() -> new Exception("as asked")),
        UNREADABLE(UnreadableError::new);

        private final Supplier<Throwable> made;

        Kind(Supplier<Throwable> made) {
            this.made = made;
        }

        RuntimeException raise() {
            throw Failures.rethrow(made.get());
        }
    }

    public interface Bomb {
        void tell(Kind kind);

        Promise<Integer> ask(Kind kind);

        /** Fails the promise instead of throwing. */
        Promise<Integer> failLater(Kind kind);

        /** Fails in a function attached to a promise. */
        Promise<Integer> failAttached(Kind kind);

        Promise<CompletableFuture<Integer>> foreign(Kind kind);

        Flow.Publisher<Integer> stream(int items);

        void failAtStop(Kind kind);

        void interrupt();

        Promise<Boolean> isInterrupted();
    }

    static final class BombActor extends Actor implements Bomb {
        private Kind atStop;

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
            return Promise.failed(catchThrowable(kind::raise));
        }

        @Override
        public Promise<Integer> failAttached(Kind kind) {
            return Promise.of(1).thenApply(one -> {
                throw kind.raise();
            });
        }

        @Override
        public Promise<CompletableFuture<Integer>> foreign(Kind kind) {
            return Promise.from(CompletableFuture.failedFuture(catchThrowable(kind::raise)));
        }

        @Override
        public Flow.Publisher<Integer> stream(int items) {
            Emitter<Integer> emitter = new Emitter<>(items);
            for (int i = 0; i < items; i++) {
                emitter.emit(i);
            }
            emitter.complete();
            return emitter;
        }

        @Override
        public void failAtStop(Kind kind) {
            atStop = kind;
        }

        @Override
        protected void onStop(StopReason reason) {
            if (atStop != null) {
                throw atStop.raise();
            }
        }

        @Override
        public void interrupt() {
            Thread.currentThread().interrupt();
        }

        @Override
        public Promise<Boolean> isInterrupted() {
            return Promise.of(Thread.currentThread().isInterrupted());
        }
    }

    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final Bomb bomb = system.spawn(Bomb.class, BombActor::new);
    private final Bomb neighbour = system.spawn(Bomb.class, BombActor::new);

    @AfterEach
    void close() {
        system.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private void assertAlive() throws Exception {
        assertThat(get(bomb.isInterrupted())).isFalse();
        assertThat(get(neighbour.isInterrupted())).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void failureOfOneCallLeavesActorAndNeighboursAtWork(Kind kind) throws Exception {
        bomb.tell(kind);
        assertThat(catchThrowable(() -> get(bomb.ask(kind)))).isInstanceOf(ExecutionException.class);
        assertThat(catchThrowable(() -> get(bomb.failLater(kind)))).isInstanceOf(ExecutionException.class);
        assertThat(catchThrowable(() -> get(bomb.failAttached(kind)))).isInstanceOf(ExecutionException.class);
        assertThat(catchThrowable(() -> get(bomb.foreign(kind)))).isInstanceOf(ExecutionException.class);
        assertAlive();
        assertThat(system.failedTells()).isOne();
    }

    @Test
    void failureThatCannotBeReadArrivesAsOneThatNamesItsType() {
        Throwable failure = catchThrowable(() -> get(bomb.ask(Kind.UNREADABLE)));
        assertThat(failure).hasCauseInstanceOf(UnreadableFailureException.class);
        assertThat(failure).hasMessageContaining(UnreadableError.class.getName());
    }

    private static <T> T unreadable() {
        throw new UnreadableError();
    }

    private static List<Function<Promise<Integer>, CompletableFuture<?>>> attachments() {
        Promise<Integer> other = Promise.of(1);
        return List.of(
                promise -> promise.thenApply(value -> unreadable()),
                promise -> promise.thenApplyAsync(value -> unreadable(), Runnable::run),
                promise -> promise.thenAccept(value -> unreadable()),
                promise -> promise.thenRun(ActorFailureTest::unreadable),
                promise -> promise.thenCombine(other, (value, second) -> unreadable()),
                promise -> promise.thenAcceptBoth(other, (value, second) -> unreadable()),
                promise -> promise.applyToEither(new Promise<>(), value -> unreadable()),
                promise -> promise.thenCompose(value -> unreadable()),
                promise -> promise.whenComplete((value, failure) -> unreadable()),
                promise -> promise.handle((value, failure) -> unreadable()));
    }

    @ParameterizedTest
    @MethodSource("attachments")
    void promiseOfAPlainThreadSettlesWhereAFunctionFailsUnreadably(
            Function<Promise<Integer>, CompletableFuture<?>> attachment) {
        Promise<Integer> promise = new Promise<>();
        CompletableFuture<?> attached = attachment.apply(promise);
        promise.complete(1);
        assertThat(catchThrowable(() -> get(attached))).hasCauseInstanceOf(UnreadableFailureException.class);
    }

    @ParameterizedTest
    @EnumSource
    void subscriberThatThrowsLosesItsStreamOnly(Kind kind) throws Exception {
        Exploding exploding = new Exploding(kind);
        bomb.stream(3).subscribe(exploding);
        get(exploding.threw);
        assertAlive();
        assertThat(exploding.items).isOne();
        assertThat(get(Streams.collect(bomb.stream(3)))).containsExactly(0, 1, 2);
    }

    private static final class Exploding implements Flow.Subscriber<Integer> {
        private final Kind kind;
        final CompletableFuture<Void> threw = new CompletableFuture<>();
        int items;

        Exploding(Kind kind) {
            this.kind = kind;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer item) {
            items++;
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
    void failureOfOnStopKeepsNeitherStreamsNorTheSystemOpen(Kind kind) throws Exception {
        ActorSystem closing = ActorSystem.builder()
                .ioLoops(1)
                .closePatience(Duration.ofSeconds(30))
                .build();
        Bomb stopped = closing.spawn(Bomb.class, BombActor::new);
        stopped.failAtStop(kind);
        get(stopped.isInterrupted());
        CompletableFuture<Void> closed = CompletableFuture.runAsync(closing::close);
        get(closed);
        assertThat(closing.loopFailures()).isOne();
    }

    @Test
    void interruptOfOneActorDoesNotReachTheNext() throws Exception {
        bomb.interrupt();
        assertThat(get(neighbour.isInterrupted())).isFalse();
        assertThat(get(bomb.isInterrupted())).isFalse();
    }

    public interface Empty {
        Promise<Integer> promise();

        Integer value();

        Promise<Integer> promiseOfNull();
    }

    private static final class EmptyActor implements Empty {
        @Override
        @SuppressWarnings("NullAway") // as an actor may that nothing checks
        public Promise<Integer> promise() {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway")
        public Integer value() {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway")
        public Promise<Integer> promiseOfNull() {
            return Promise.of(null);
        }
    }

    @Test
    void nullInsteadOfPromiseFailsTheCall() {
        Empty empty = system.spawn(Empty.class, EmptyActor::new);

        assertThat(catchThrowable(() -> empty.promise().get(30, TimeUnit.SECONDS)))
                .hasRootCauseInstanceOf(NullPointerException.class)
                .hasMessageContaining("null instead of a promise");
        assertThat(empty.value()).isNull();
        assertThat(empty.promiseOfNull()).succeedsWithin(Duration.ofSeconds(10)).isNull();
    }
}
