package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A promise that many wait for: who gives up leaves nothing behind, and the others are served as the first ones are. */
class RelaysTest {
    private static final int DIRECT = Relays.DIRECT_DEPENDENTS;
    private static final int MANY = 5_000;

    private final AtomicInteger abandoned = new AtomicInteger();
    private final Promise<Integer> shared = new Promise<>(null) {
        @Override
        protected void onAbandoned() {
            abandoned.incrementAndGet();
        }
    };

    private List<Promise<Integer>> attach(int count) {
        List<Promise<Integer>> dependents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            dependents.add(shared.thenApply(value -> value + 1));
        }
        return dependents;
    }

    @ParameterizedTest
    @ValueSource(ints = {DIRECT - 1, DIRECT, DIRECT + 1, 3 * DIRECT})
    void allThatWaitAreServed(int count) {
        List<Promise<Integer>> dependents = attach(count);
        assertThat(shared.isCrowded()).isEqualTo(count >= DIRECT);
        assertThat(shared.getNumberOfDependents()).isEqualTo(count);
        shared.complete(1);
        assertThat(dependents).allSatisfy(each -> assertThat(each).isCompletedWithValue(2));
        assertThat(shared.isCrowded()).isFalse();
        assertThat(shared.thenApply(value -> value + 2)).isCompletedWithValue(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {DIRECT - 1, DIRECT, DIRECT + 1, 3 * DIRECT})
    void itIsCancelledWithTheLastThatWaits(int count) {
        List<Promise<Integer>> dependents = attach(count);
        for (Promise<Integer> each : dependents) {
            assertThat(shared).isNotDone();
            each.cancel(false);
        }
        assertThat(shared).isCancelled();
        assertThat(abandoned).hasValue(1);
    }

    @Test
    void failuresArriveAsThoseOfTheFirst() {
        List<Promise<Integer>> dependents = attach(DIRECT + 1);
        shared.completeExceptionally(new IllegalStateException("as asked"));
        for (Promise<Integer> each : dependents) {
            assertThatThrownBy(each::join)
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("as asked");
            assertThatThrownBy(() -> each.get(1, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aCancelArrivesAsThatOfTheFirst() {
        List<Promise<Integer>> dependents = attach(DIRECT + 1);
        shared.cancel(false);
        assertThat(dependents)
                .allSatisfy(each -> assertThatThrownBy(each::join).hasCauseInstanceOf(CancellationException.class));
    }

    static List<Function<Promise<Integer>, CompletableFuture<?>>> waitingFor() {
        return List.of(
                shared -> shared.thenApply(value -> value),
                shared -> shared.whenComplete((value, failure) -> {}),
                shared -> shared.thenCompose(Promise::of),
                shared -> Promise.of(1).thenCompose(value -> shared),
                shared -> shared.thenCombine(new Promise<Integer>(), Integer::sum),
                shared -> new Promise<Integer>().thenCombine(shared, Integer::sum),
                shared -> shared.applyToEither(new Promise<>(), value -> value),
                shared -> new Promise<Integer>().acceptEither(shared, value -> {}),
                Promise::copy,
                Promise::from,
                shared -> Promise.all(shared, Promise.of(1)),
                shared -> Promise.any(shared, new Promise<>()),
                shared -> Promise.race(shared, new Promise<>()));
    }

    @ParameterizedTest
    @MethodSource("waitingFor")
    void whoGivesUpLeavesNothing(Function<Promise<Integer>, CompletableFuture<?>> waiting) {
        CompletableFuture<?> first = waiting.apply(shared);
        for (int i = 0; i < MANY; i++) {
            waiting.apply(shared).cancel(false);
        }
        assertThat(shared.getNumberOfDependents()).isLessThanOrEqualTo(DIRECT);
        assertThat(first).isNotDone();
        assertThat(shared).isNotDone();
    }

    @Test
    void whatSettledOtherwiseLeavesNothing() {
        for (int i = 0; i < MANY; i++) {
            Promise<Integer> other = new Promise<>();
            Promise<Integer> either = shared.applyToEither(other, value -> value);
            Promise<Integer> race = Promise.race(other, shared);
            other.complete(i);
            assertThat(either).isCompletedWithValue(i);
            assertThat(race).isCompletedWithValue(i);
        }
        assertThat(shared.getNumberOfDependents()).isLessThanOrEqualTo(DIRECT);
        assertThat(shared).isNotDone();
    }

    @Test
    void aFunctionThatFailsKeepsNobodyWaiting() {
        attach(DIRECT);
        Promise<Integer> failing = shared.thenApply(value -> {
            throw new AssertionError("as asked");
        });
        Promise<Integer> behind = shared.thenApply(value -> value);
        shared.complete(1);
        assertThat(failing).isCompletedExceptionally();
        assertThat(behind).isCompletedWithValue(1);
    }
}
