package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Cancellable;
import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadDispatcherTest {
    private final ThreadDispatcher dispatcher = new ThreadDispatcher("dispatcher-test", false);

    @AfterEach
    void close() {
        dispatcher.close();
    }

    @Test
    void runsTasksInOrderOnItsThread() throws Exception {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int task = i;
            dispatcher.execute(() -> order.add(task));
        }
        assertThat(onDispatcher(dispatcher::isCurrent)).isTrue();
        assertThat(order).hasSize(1_000).isSorted();
        assertThat(dispatcher.isCurrent()).isFalse();
    }

    private interface Question<R> {
        R answer();
    }

    private <R> R onDispatcher(Question<R> question) throws Exception {
        CompletableFuture<R> answer = new CompletableFuture<>();
        dispatcher.execute(() -> answer.complete(question.answer()));
        return answer.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aTaskThatThrowsDoesNotEndTheThread() throws Exception {
        dispatcher.execute(() -> {
            throw new IllegalStateException("as asked");
        });
        assertThat(onDispatcher(() -> 1)).isEqualTo(1);
    }

    @Test
    void livesOnAfterFailureThatCannotEvenBeLogged() throws Exception {
        dispatcher.execute(() -> {
            throw new UnreadableError();
        });
        dispatcher.schedule(
                () -> {
                    throw new UnreadableError();
                },
                0);
        assertThat(onDispatcher(() -> 1)).isEqualTo(1);
        assertThat(onDispatcher(() -> dispatcher.monitor().failures())).isEqualTo(2);
    }

    @Test
    void interruptOfOneTaskDoesNotReachTheNext() throws Exception {
        dispatcher.execute(() -> Thread.currentThread().interrupt());
        assertThat(onDispatcher(() -> Thread.currentThread().isInterrupted())).isFalse();
    }

    @Test
    void timersRunInTheOrderTheyAreDue() throws Exception {
        List<Integer> order = new ArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        long delay = TimeUnit.MILLISECONDS.toNanos(20);
        onDispatcher(() -> {
            dispatcher.schedule(last::countDown, 3 * delay);
            dispatcher.schedule(() -> order.add(2), 2 * delay);
            dispatcher.schedule(() -> order.add(1), delay);
            dispatcher.schedule(() -> order.add(0), -1);
            return null;
        });
        assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(order).containsExactly(0, 1, 2);
    }

    @Test
    void theLongestDelayIsNotDueAtOnce() throws Exception {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        Cancellable never = dispatcher.schedule(() -> first.complete(1), Long.MAX_VALUE);
        dispatcher.schedule(() -> first.complete(2), TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(never.cancel()).isTrue();
        assertThat(never.cancel()).isFalse();
    }

    @Test
    void timersThatWereCalledOffAreForgotten() throws Exception {
        long hour = TimeUnit.HOURS.toNanos(1);
        for (int i = 0; i < 50_000; i++) {
            dispatcher.schedule(() -> {}, hour).cancel();
        }
        onDispatcher(() -> null);
        assertThat(onDispatcher(dispatcher::waitingTimers))
                .isLessThanOrEqualTo(ThreadDispatcher.MAX_CANCELLED_TIMERS + 1);
    }

    @Test
    void timerThatWasCalledOffKeepsNothingAlive() {
        WeakReference<int[]> kept = new WeakReference<>(new int[1]);
        assertThat(hourOf(kept).cancel()).isTrue();
        Await.until("what the timer would have used is collected", () -> {
            System.gc();
            return kept.refersTo(null);
        });
    }

    private Cancellable hourOf(WeakReference<int[]> kept) {
        int[] used = Objects.requireNonNull(kept.get());
        return dispatcher.schedule(() -> used[0]++, TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void timersThatAreNotDueAtTheEndRunElsewhere() throws Exception {
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        dispatcher.schedule(() -> ran.complete(dispatcher.isCurrent()), TimeUnit.MILLISECONDS.toNanos(200));
        onDispatcher(() -> null);
        dispatcher.close();
        assertThat(dispatcher.awaitEnd(Duration.ofSeconds(10).toNanos())).isTrue();
        assertThat(ran.get(30, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void closeRunsWhatIsQueuedAndRefusesTheRest() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Integer> queued = new CompletableFuture<>();
        dispatcher.execute(begun::countDown);
        begun.await();
        dispatcher.execute(() -> queued.complete(1));
        dispatcher.close();
        assertThat(dispatcher.awaitEnd(Duration.ofSeconds(10).toNanos())).isTrue();
        assertThat(queued).isCompletedWithValue(1);
        assertThatThrownBy(() -> dispatcher.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("dispatcher=dispatcher-test");
    }
}
