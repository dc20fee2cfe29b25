package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an actor on a virtual thread may wait for, and what it is told it would wait for in vain. */
@Timeout(60)
class VirtualThreadWaitTest {
    /** Runs code, or answers. */
    public interface Worker {
        Promise<Object> run(Callable<?> code) throws Exception;

        Promise<Integer> answer(int number);

        int answerNow(int number);

        Promise<Integer> never();

        void put(int number);

        Promise<List<Integer>> taken();

        Flow.Publisher<Integer> numbers(int count);
    }

    private static final class WorkerActor extends Actor implements Worker {
        private final List<Integer> taken = new ArrayList<>();

        @Override
        public Promise<Object> run(Callable<?> code) throws Exception {
            return Promise.of(code.call());
        }

        @Override
        public Promise<Integer> answer(int number) {
            return Promise.of(number);
        }

        @Override
        public int answerNow(int number) {
            taken.add(number);
            return number;
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<>();
        }

        @Override
        public void put(int number) {
            taken.add(number);
        }

        @Override
        public Promise<List<Integer>> taken() {
            return Promise.of(List.copyOf(taken));
        }

        @Override
        public Flow.Publisher<Integer> numbers(int count) {
            return Streams.of(IntStream.range(0, count).boxed().toList());
        }
    }

    /** Where the other actor is. */
    enum Other {
        IO_LOOP(SpawnOptions.ioLoop()),
        THREAD(SpawnOptions.dedicatedThread()),
        POOL(SpawnOptions.pool()),
        VIRTUAL_THREAD(SpawnOptions.virtualThread());

        final SpawnOptions options;

        Other(SpawnOptions options) {
            this.options = options;
        }
    }

    private final ActorSystem system = ActorSystem.create();
    private final Worker waiting = spawn(SpawnOptions.virtualThread().withName("waiting"));

    @AfterEach
    void close() {
        system.close();
    }

    private Worker spawn(SpawnOptions options) {
        return system.spawn(Worker.class, WorkerActor::new, options);
    }

    /** What code returns that runs as the actor which may wait. */
    private Object asWaiting(Callable<?> code) throws Exception {
        try {
            return waiting.run(code).get(30, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw (Exception) failed.getCause();
        }
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void waitsForAnswersOfOthers(Other other) throws Exception {
        Worker asked = spawn(other.options);
        assertThat(asWaiting(() -> asked.answer(1).join())).isEqualTo(1);
        assertThat(asWaiting(() -> asked.answer(2).get())).isEqualTo(2);
        assertThat(asWaiting(() -> asked.answer(3).get(30, TimeUnit.SECONDS))).isEqualTo(3);
        assertThat(asWaiting(() -> asked.answerNow(4))).isEqualTo(4);
        assertThat(asWaiting(() -> Promise.all(asked.answer(5), asked.answer(6)).join()))
                .isEqualTo(List.of(5, 6));
        assertThat(asWaiting(() -> Promise.any(asked.never(), asked.answer(7)).join()))
                .isEqualTo(7);
        assertThat(asWaiting(() -> Promise.race(asked.never(), asked.answer(8)).join()))
                .isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void readsStreamsOfOthersInALoop(Other other) throws Exception {
        Worker asked = spawn(other.options);
        Object sum = asWaiting(() -> {
            int total = 0;
            try (StreamItems<Integer> items = Streams.iterate(asked.numbers(1_000), 16)) {
                for (int item : items) {
                    total += item;
                }
            }
            return total;
        });
        assertThat(sum).isEqualTo(999 * 1_000 / 2);
    }

    @Test
    void waitsForWhatAThreadSettles() throws Exception {
        assertThat(asWaiting(() -> {
                    Promise<Integer> result = new Promise<>();
                    Thread.ofVirtual().start(() -> result.complete(1));
                    return result.join();
                }))
                .isEqualTo(1);
        assertThat(asWaiting(() ->
                        Promise.from(CompletableFuture.supplyAsync(() -> 2)).join()))
                .isEqualTo(2);
    }

    @Test
    void timeRunsOutWhileItWaits() {
        Worker asked = spawn(SpawnOptions.pool());
        assertThatThrownBy(() -> asWaiting(
                        () -> asked.never().orTimeout(1, TimeUnit.MILLISECONDS).get()))
                .isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> asWaiting(() -> asked.never().get(1, TimeUnit.MILLISECONDS)))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void twoThatWaitForEachOtherRunOutOfTime() throws Exception {
        Worker other = spawn(SpawnOptions.virtualThread());
        assertThatThrownBy(() -> asWaiting(() -> other.run(() -> waiting.answer(1)
                                .orTimeout(1, TimeUnit.MILLISECONDS)
                                .join())
                        .get()))
                .isInstanceOf(TimeoutException.class);
        assertThat(waiting.answer(2).get(30, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void callsToItselfAreNotWaitedFor() throws Exception {
        assertRefused(() -> waiting.answer(1).join());
        assertRefused(() -> waiting.answer(1).get());
        assertRefused(() -> waiting.answer(1).get(1, TimeUnit.DAYS));
        assertRefused(() -> waiting.answerNow(1));
        assertThat(waiting.taken().get(30, TimeUnit.SECONDS))
                .as("the blocking call was not made")
                .isEmpty();
    }

    private void assertRefused(Callable<?> code) {
        assertThatThrownBy(() -> asWaiting(code))
                .isInstanceOf(BlockingCallException.class)
                .hasMessageContaining("actor=waiting-")
                .hasMessageContaining("would wait for itself");
    }

    @Test
    void functionsOfItsOwnAreNotWaitedFor() {
        Worker other = spawn(SpawnOptions.pool());
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.thenApply(number -> number));
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.thenApplyAsync(number -> number));
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.thenCompose(Promise::of));
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.whenComplete((number, failure) -> {}));
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.exceptionally(failure -> 0));
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.thenCombine(new Promise<>(), (number, any) -> number));
        assertOnlyOriginalIsWaitedFor(other, asked -> Promise.of(1).thenCombine(asked, (number, any) -> number));
        assertOnlyOriginalIsWaitedFor(other, asked -> asked.applyToEither(new Promise<>(), number -> number));
        assertOnlyOriginalIsWaitedFor(
                other, asked -> asked.thenApply(number -> number).thenApply(number -> number));
        assertOnlyOriginalIsWaitedFor(other, asked -> Promise.of(1).thenApplyAsync(number -> number));
        assertOnlyOriginalIsWaitedFor(other, asked -> Promise.of(1).thenComposeAsync(number -> asked));
    }

    @Test
    void whatALaterMessageOfItsOwnSettlesIsNotWaitedFor() {
        Worker other = spawn(SpawnOptions.pool());
        assertRefused(() -> Streams.collect(other.numbers(10)).join());
        assertRefused(() -> Streams.forEach(other.numbers(10), 1, number -> {}).join());
        assertRefused(() -> {
            Emitter<Integer> emitter = new Emitter<>(1);
            emitter.emit(1);
            return emitter.whenWritable().join();
        });
    }

    /** The other actor cannot have answered before the promise is waited for. */
    private void assertOnlyOriginalIsWaitedFor(Worker other, Function<Promise<Integer>, Promise<Integer>> attaching) {
        CountDownLatch attached = new CountDownLatch(1);
        assertRefused(() -> {
            other.run(() -> attached.await(30, TimeUnit.SECONDS));
            Promise<Integer> asked = other.answer(1);
            Promise<Integer> dependent = attaching.apply(asked);
            try {
                return dependent.join();
            } finally {
                attached.countDown();
                assertThat(asked.join()).isEqualTo(1);
            }
        });
    }

    @Test
    void cancellingStillReachesWhatSettledPromisesWereComposedOf() throws Exception {
        Promise<Integer> asked = new Promise<>();
        Promise<Integer> composed = Promise.of(1).thenComposeAsync(number -> asked);
        Await.until("it has composed", () -> asked.getNumberOfDependents() > 0);
        assertThat(composed.cancel(false)).isTrue();
        assertThat(asked).isCancelled();
        Promise<Integer> both = Promise.of(1).thenCombine(new Promise<Integer>(), Integer::sum);
        assertThat(both.cancel(false)).isTrue();
        Promise<Integer> neverRuns = Promise.<Integer>of(1).thenComposeAsync(number -> asked, task -> {});
        assertThat(neverRuns.cancel(false)).isTrue();
    }

    @Test
    void actorsOnOtherThreadsStillDoNotWait() {
        for (SpawnOptions options :
                List.of(SpawnOptions.ioLoop(), SpawnOptions.pool(), SpawnOptions.dedicatedThread())) {
            Worker refused = spawn(options);
            assertThatThrownBy(() -> refused.run(() -> waiting.never().join()).get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(BlockingCallException.class);
        }
    }

    @Test
    void waitsForRoomInAMailbox() throws Exception {
        Worker full = spawn(SpawnOptions.dedicatedThread().withMailbox(2, MailboxPolicy.WAIT));
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        full.run(() -> {
            begun.countDown();
            return goOn.await(30, TimeUnit.SECONDS);
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        Promise<Object> putting = waiting.run(() -> {
            for (int i = 0; i < 100; i++) {
                full.put(i);
            }
            return 100;
        });
        Await.until("the mailbox is full", () -> system.queuedMessages() >= 2);
        goOn.countDown();
        assertThat(putting.get(30, TimeUnit.SECONDS)).isEqualTo(100);
        assertThat(full.taken().get(30, TimeUnit.SECONDS)).hasSize(100);
    }

    @Test
    void doesNotWaitForRoomInItsOwnMailbox() throws Exception {
        Worker waitingForRoom = spawn(SpawnOptions.virtualThread()
                .withMailbox(2, MailboxPolicy.WAIT)
                .withMailboxPatience(Duration.ofDays(1)));
        assertThatThrownBy(() -> waitingForRoom
                        .run(() -> {
                            for (int i = 0; i < 3; i++) {
                                waitingForRoom.put(i);
                            }
                            return 3;
                        })
                        .get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(MailboxFullException.class);
    }

    @Test
    void anInterruptEndsItsWait() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Promise<Object> interrupted = waiting.run(() -> {
            thread.complete(Thread.currentThread());
            return spawn(SpawnOptions.pool()).never().get();
        });
        thread.get(30, TimeUnit.SECONDS).interrupt();
        assertThatThrownBy(() -> interrupted.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertThat(asWaiting(Thread::interrupted)).isEqualTo(false);
    }
}
