package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NestedSettlingTest {
    private static final int DEEP = 20_000;
    private static final int SMALL_STACK_BYTES = 256 * 1024;

    enum Nesting {
        ALL(inner -> Promise.all(List.of(inner)).thenApply(List::getFirst)),
        ANY(inner -> Promise.any(List.of(inner))),
        RACE(inner -> Promise.race(List.of(inner))),
        FROM_PLAIN_FUTURE(inner -> Promise.from(relayed(inner))),
        STAGE(inner -> Promise.from(inner.minimalCompletionStage()));

        private final UnaryOperator<Promise<Object>> level;

        Nesting(UnaryOperator<Promise<Object>> level) {
            this.level = level;
        }

        private static CompletableFuture<Object> relayed(Promise<Object> inner) {
            return CompletableFuture.completedFuture(null).thenCompose(nothing -> inner);
        }

        Promise<Object> nested(Promise<Object> innermost, int levels) {
            Promise<Object> outer = innermost;
            for (int i = 0; i < levels; i++) {
                outer = level.apply(outer);
            }
            return outer;
        }
    }

    private final TwoActors actors = new TwoActors();

    @AfterEach
    void close() {
        actors.close();
    }

    @ParameterizedTest
    @EnumSource
    void aValueArrivesThroughManyLevels(Nesting nesting) throws Exception {
        Promise<Object> innermost = new Promise<>();
        Promise<Object> outermost = nesting.nested(innermost, DEEP);
        onSmallStack(() -> innermost.complete("value"));
        assertThat(outermost.get(30, TimeUnit.SECONDS)).isEqualTo("value");
    }

    @ParameterizedTest
    @EnumSource
    void aFailureArrivesThroughManyLevels(Nesting nesting) throws Exception {
        Promise<Object> innermost = new Promise<>();
        Promise<Object> outermost = nesting.nested(innermost, DEEP);
        IllegalStateException failure = new IllegalStateException("as asked");
        onSmallStack(() -> innermost.completeExceptionally(failure));
        assertThatThrownBy(() -> outermost.get(30, TimeUnit.SECONDS)).hasRootCause(failure);
    }

    @ParameterizedTest
    @EnumSource
    void manyLevelsOfAnActorSettleOnItsDispatcherAlone(Nesting nesting) {
        Promise<Object> innermost = actors.callAs(actors.owner, Promise::new);
        Promise<Object> outermost = actors.callAs(actors.owner, () -> nesting.nested(innermost, DEEP));
        actors.as(actors.owner, () -> innermost.complete("value"));
        assertThat(outermost).isCompletedWithValue("value");
    }

    @ParameterizedTest
    @EnumSource
    void aFewLevelsAreSettledOnceCompleteReturns(Nesting nesting) {
        Promise<Object> innermost = new Promise<>();
        Promise<Object> outermost = nesting.nested(innermost, NestedSettling.MAX_DEPTH / 2);
        innermost.complete("value");
        assertThat(outermost).isCompletedWithValue("value");
    }

    @ParameterizedTest
    @EnumSource
    void aFunctionAtAnyDepthMayWaitForWhatItSettles(Nesting nesting) throws Exception {
        Promise<Object> innermost = new Promise<>();
        Promise<Object> settled = innermost;
        CompletableFuture<Void> waited = CompletableFuture.completedFuture(null);
        for (int i = 0; i < 3 * NestedSettling.MAX_DEPTH; i++) {
            settled = nesting.nested(settled, 1);
            waited = CompletableFuture.allOf(waited, settled.thenAccept(waitingFor(nesting)));
        }
        onSmallStack(() -> innermost.complete("value"));
        waited.get(30, TimeUnit.SECONDS);
    }

    private static Consumer<Object> waitingFor(Nesting nesting) {
        return value -> {
            Promise<Object> inner = new Promise<>();
            Promise<Object> outer = nesting.nested(inner, 1);
            inner.complete(value);
            if (outer.orTimeout(30, TimeUnit.SECONDS).join() != value) {
                throw new CompletionException("another value", null);
            }
        };
    }

    private static void onSmallStack(Runnable code) throws InterruptedException {
        Thread thread = new Thread(null, code, "small stack", SMALL_STACK_BYTES);
        thread.start();
        thread.join();
    }
}
