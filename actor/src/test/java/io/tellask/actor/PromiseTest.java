package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.runtime.RunContext;
import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PromiseTest {
    /** Counts how often it was abandoned. */
    private static final class Call extends Promise<Integer> {
        final AtomicInteger abandoned = new AtomicInteger();

        @Override
        protected void onAbandoned() {
            abandoned.incrementAndGet();
        }
    }

    private final TwoActors actors = new TwoActors();

    @AfterEach
    void close() {
        actors.close();
    }

    @Test
    void waitingOnAnActorsThreadThrowsUnlessDone() {
        Promise<Integer> promise = new Promise<>();
        List<Consumer<Promise<Integer>>> waits =
                List.of(Promise::join, p -> unchecked(() -> p.get()), p -> unchecked(() -> p.get(1, TimeUnit.SECONDS)));
        for (Consumer<Promise<Integer>> wait : waits) {
            Throwable thrown = actors.callAs(actors.owner, () -> thrownBy(() -> wait.accept(promise)));
            assertThat(thrown).isInstanceOf(BlockingCallException.class).hasMessageContaining("thread=virtual");
        }
        promise.complete(1);
        for (Consumer<Promise<Integer>> wait : waits) {
            assertThat(actors.callAs(actors.owner, () -> thrownBy(() -> wait.accept(promise))))
                    .isNull();
        }
        assertThat(actors.callAs(actors.owner, () -> promise.getNow(0))).isEqualTo(1);
    }

    private interface Waiting {
        Object get() throws Exception;
    }

    private static void unchecked(Waiting wait) {
        try {
            wait.get();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Throwable thrownBy(Runnable code) {
        try {
            code.run();
            return null;
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    @Test
    void plainAndVirtualThreadsMayWait() throws Exception {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        CompletableFuture<Integer> seen = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual().start(() -> seen.complete(promise.join()));
        promise.complete(7);
        assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo(7);
        assertThat(promise.get()).isEqualTo(7);
        waiter.join();
    }

    @Test
    void cancellingTheLastDependentCancelsTheCall() {
        Call call = new Call();
        Promise<Integer> first = call.thenApply(value -> value + 1);
        Promise<Void> second = call.thenAccept(value -> {});
        first.cancel(false);
        assertThat(call).isNotDone();
        first.cancel(false);
        assertThat(call).isNotDone();
        second.cancel(false);
        assertThat(call).isCancelled();
        assertThat(call.abandoned).hasValue(1);
    }

    @Test
    void cancelClimbsAChainToTheCall() {
        Call call = new Call();
        Promise<String> last = call.thenApply(value -> value + 1).thenApply(String::valueOf);
        last.cancel(true);
        assertThat(call).isCancelled();
        assertThat(call.abandoned).hasValue(1);
    }

    @Test
    void cancelClimbsALongChain() {
        Call call = new Call();
        Promise<Integer> last = call;
        for (int i = 0; i < 100_000; i++) {
            last = i % 2 == 0 ? last.thenApply(value -> value) : last.thenCompose(Promise::of);
        }
        last.cancel(false);
        assertThat(call.abandoned).hasValue(1);
    }

    @Test
    void aWaitingThreadKeepsTheCall() throws Exception {
        Call call = new Call();
        Promise<Integer> dependent = call.thenApply(value -> value);
        Thread waiter = Thread.ofPlatform().start(call::join);
        Await.until("the thread waits for the call", () -> call.getNumberOfDependents() == 2);
        dependent.cancel(false);
        assertThat(call).isNotDone();
        call.complete(1);
        waiter.join();
    }

    @Test
    void cancelOfAComposedPromiseReachesTheCallItWaitsFor() {
        Call first = new Call();
        Call second = new Call();
        Promise<Integer> composed = first.thenCompose(value -> second);
        first.complete(1);
        assertThat(second).isNotDone();
        composed.cancel(false);
        assertThat(second.abandoned).hasValue(1);
        assertThat(first.abandoned).hasValue(0);
    }

    @Test
    void cancelOfAComposedPromiseReachesTheSourceBefore() {
        Call first = new Call();
        Promise<Integer> composed = first.thenCompose(Promise::of);
        composed.thenApply(value -> value).cancel(false);
        assertThat(first.abandoned).hasValue(1);
    }

    @Test
    void cancelOfACombinationReachesBoth() {
        Call one = new Call();
        Call other = new Call();
        one.thenCombine(other, Integer::sum).cancel(false);
        assertThat(one.abandoned).hasValue(1);
        assertThat(other.abandoned).hasValue(1);
    }

    @Test
    void cancelOfAGroupReachesAll() {
        Call one = new Call();
        Call other = new Call();
        Promise.all(one, other).thenApply(List::size).cancel(false);
        assertThat(one.abandoned).hasValue(1);
        assertThat(other.abandoned).hasValue(1);
    }

    @Test
    void timeoutAbandonsTheCallAndItsTimerDoesNotKeepIt() {
        Call call = actors.callAs(actors.owner, Call::new);
        Promise<Integer> dependent = call.orTimeout(1, TimeUnit.HOURS).thenApply(value -> value);
        Promise<Integer> late = dependent.thenApply(value -> value).orTimeout(1, TimeUnit.SECONDS);
        assertThat(actors.ownerTime.timersWaiting()).isEqualTo(2);
        actors.ownerTime.advance(Duration.ofSeconds(1));
        actors.settle();
        assertThatThrownBy(late::join).hasCauseInstanceOf(TimeoutException.class);
        assertThat(call.abandoned).hasValue(1);
        assertThat(actors.ownerTime.timersWaiting()).isZero();
    }

    @Test
    void anAnswerCallsOffTheTimer() {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        promise.completeOnTimeout(0, 1, TimeUnit.SECONDS);
        promise.complete(1);
        assertThat(actors.ownerTime.timersWaiting()).isZero();
        actors.ownerTime.advance(Duration.ofSeconds(2));
        assertThat(promise).isCompletedWithValue(1);
    }

    @Test
    void withoutAnOwnerTimersRunToo() {
        assertThatThrownBy(() ->
                        new Promise<>().orTimeout(1, TimeUnit.MILLISECONDS).join())
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(new Promise<Integer>()
                        .completeOnTimeout(3, 1, TimeUnit.MILLISECONDS)
                        .join())
                .isEqualTo(3);
    }

    @Test
    void onCancelRunsAsTheActorAndKeepsNobodyWaiting() {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        Place action = new Place();
        actors.as(actors.owner, () -> promise.onCancel(action::note));
        promise.thenApply(value -> value).cancel(false);
        actors.settle();
        assertThat(promise).isCancelled();
        assertThat(action.actor()).isSameAs(actors.owner);
    }

    @Test
    void functionsOfAStoppedActorDoNotRunAndWhatFollowsFails() {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        Place function = new Place();
        Promise<Void> dependent = promise.thenAccept(value -> function.note());
        Promise<Integer> composed = promise.thenCompose(Promise::of);
        actors.system.stop(actors.owner.reference());
        actors.settle();
        promise.complete(1);
        actors.settle();
        assertThat(function.noted()).isFalse();
        assertThatThrownBy(dependent::join).hasCauseInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(composed::join).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void completeAsyncOfAStoppedActorSettles() {
        Promise<Integer> promise = actors.callAs(actors.owner, Promise::new);
        actors.system.stop(actors.owner.reference());
        actors.settle();
        promise.completeAsync(() -> 1);
        actors.settle();
        assertThatThrownBy(promise::join).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void aChainOfAHundredThousandDoesNotExhaustTheStack() {
        Promise<Integer> first = actors.callAs(actors.owner, Promise::new);
        Promise<Integer> last = actors.callAs(actors.owner, () -> {
            Promise<Integer> chain = first;
            for (int i = 0; i < 100_000; i++) {
                chain = chain.thenApply(value -> value + 1);
            }
            return chain;
        });
        actors.as(actors.owner, () -> first.complete(0));
        assertThat(last).isCompletedWithValue(100_000);
    }

    @Test
    void aQueueOfComposedPromisesForgetsItsPast() {
        Promise<Integer> tail = Promise.of(0);
        WeakReference<Promise<Integer>> past = null;
        Promise<Integer> pending = new Promise<>();
        Promise<Integer> waitsForIt = pending;
        tail = tail.thenCompose(value -> waitsForIt);
        for (int i = 0; i < 10; i++) {
            Promise<Integer> next = new Promise<>();
            tail = tail.thenCompose(value -> next).thenApply(value -> value + 1);
            if (i == 2) {
                past = new WeakReference<>(tail);
            }
            pending.complete(i);
            pending = next;
        }
        for (int i = 0; i < 100 && past.get() != null; i++) {
            System.gc();
        }
        assertThat(past.get()).isNull();
        pending.complete(1);
        assertThat(tail).isCompletedWithValue(2);
    }

    @Test
    void allKeepsOrderAndFailsWithTheFirstFailure() {
        Promise<Integer> one = new Promise<>();
        Promise<Integer> two = new Promise<>();
        Promise<List<Integer>> both = Promise.all(one, two);
        two.complete(null);
        one.complete(1);
        assertThat(both.join()).containsExactly(1, null);
        IllegalStateException failure = new IllegalStateException("as asked");
        assertThatThrownBy(() ->
                        Promise.all(new Promise<>(), Promise.failed(failure)).join())
                .hasCause(failure);
        assertThat(Promise.all(List.of()).join()).isEmpty();
    }

    @Test
    void anyTakesTheFirstValueAndFailsWhenAllHave() {
        IllegalStateException failure = new IllegalStateException("as asked");
        assertThat(Promise.any(Promise.failed(failure), Promise.of(2)).join()).isEqualTo(2);
        assertThatThrownBy(() -> Promise.any(Promise.failed(new RuntimeException()), Promise.failed(failure))
                        .join())
                .hasCause(failure);
        assertThatThrownBy(() -> Promise.any(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void raceTakesTheFirstOutcome() {
        IllegalStateException failure = new IllegalStateException("as asked");
        assertThatThrownBy(() ->
                        Promise.race(new Promise<>(), Promise.failed(failure)).join())
                .hasCause(failure);
        assertThat(Promise.race(new Promise<>(), CompletableFuture.completedFuture(3))
                        .join())
                .isEqualTo(3);
        assertThatThrownBy(() -> Promise.race(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void groupsBelongToWhoMadeThem() {
        Promise<List<Integer>> all = actors.callAs(actors.owner, () -> Promise.all(Promise.of(1)));
        Place function = new Place();
        actors.as(actors.owner, () -> all.thenAccept(values -> function.note()));
        assertThat(function.actor()).isSameAs(actors.owner);
    }

    @Test
    void fromAStageBelongsToTheCaller() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        Promise<Integer> promise = actors.callAs(actors.owner, () -> Promise.from(stage));
        Place function = new Place();
        promise.thenAccept(value -> function.note());
        stage.complete(1);
        actors.settle();
        assertThat(function.actor()).isSameAs(actors.owner);
    }

    @Test
    void failuresArriveAsThoseOfThePlainFuture() {
        IllegalStateException failure = new IllegalStateException("as asked");
        Promise<Integer> promise = Promise.failed(failure);
        assertThat(promise.handle((value, thrown) -> thrown).join()).isSameAs(failure);
        assertThat(promise.thenApply(value -> value)
                        .handle((value, thrown) -> thrown)
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCause(failure);
        assertThat(promise.exceptionNow()).isSameAs(failure);
        assertThat(Promise.of(1).resultNow()).isEqualTo(1);
    }

    @Test
    void aStageCanNeitherBeSettledNorWaitedFor() {
        Promise<Integer> promise = new Promise<>();
        CompletionStage<Integer> stage = promise.minimalCompletionStage();
        Promise<Integer> seen = (Promise<Integer>) stage;
        assertThatThrownBy(() -> seen.complete(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(seen::join).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> seen.cancel(true)).isInstanceOf(UnsupportedOperationException.class);
        CompletableFuture<Integer> future = stage.toCompletableFuture();
        promise.complete(5);
        assertThat(future).isCompletedWithValue(5);
    }

    @Test
    void cancelledPromiseFailsItsDependents() {
        Promise<Integer> promise = new Promise<>();
        Promise<Integer> dependent = promise.thenApply(value -> value);
        promise.cancel(false);
        assertThatThrownBy(dependent::join).hasCauseInstanceOf(CancellationException.class);
        assertThat(RunContext.current()).isNull();
    }
}
