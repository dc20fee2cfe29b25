package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedQueueTest {
    private final TimedActor actor = new TimedActor();
    private final List<String> begun = new ArrayList<>();
    private final Map<String, CompletableFuture<String>> answers = new HashMap<>();

    @AfterEach
    void close() {
        actor.close();
    }

    private Supplier<CompletionStage<String>> task(String name) {
        return () -> {
            begun.add(name);
            return answers.computeIfAbsent(name, any -> new CompletableFuture<>());
        };
    }

    private Promise<String> submit(KeyedQueue<String> queue, String key, String name) {
        return actor.call(() -> queue.submit(key, task(name)));
    }

    private void answer(String name) {
        answers.get(name).complete(name + "!");
        actor.time.run();
    }

    @Test
    void tasksOfOneKeyRunOneAfterTheOther() {
        KeyedQueue<String> queue = new KeyedQueue<>();
        Promise<String> first = submit(queue, "a", "a1");
        Promise<String> second = submit(queue, "a", "a2");
        assertThat(begun).containsExactly("a1");
        assertThat(queue.waiting()).isEqualTo(1);
        answer("a1");
        assertThat(first.join()).isEqualTo("a1!");
        assertThat(begun).containsExactly("a1", "a2");
        answer("a2");
        assertThat(second.join()).isEqualTo("a2!");
    }

    @Test
    void keysRunBesideEachOtherUpToTheLimitInTheirOrder() {
        KeyedQueue<String> queue = new KeyedQueue<>(2, 10);
        for (String name : List.of("a1", "b1", "c1", "a2", "d1")) {
            submit(queue, name.substring(0, 1), name);
        }
        assertThat(begun).containsExactly("a1", "b1");
        assertThat(queue.running()).isEqualTo(2);
        answer("a1");
        answer("b1");
        assertThat(begun).containsExactly("a1", "b1", "c1", "d1");
        answer("c1");
        assertThat(begun).endsWith("a2");
    }

    @Test
    void keysVanishWhenIdle() {
        KeyedQueue<String> queue = new KeyedQueue<>();
        submit(queue, "a", "a1");
        submit(queue, "b", "b1");
        assertThat(queue.keys()).isEqualTo(2);
        answer("a1");
        answer("b1");
        assertThat(queue.keys()).isZero();
        assertThat(queue.running()).isZero();
    }

    @Test
    void refusesOneMoreThanMayWait() {
        KeyedQueue<String> queue = new KeyedQueue<>(1, 2);
        for (int i = 0; i < 3; i++) {
            assertThat(submit(queue, "a", "a" + i)).isNotDone();
        }
        Promise<String> refused = submit(queue, "b", "b");
        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(QueueFullException.class)
                .hasMessageContaining("waiting=2 >= mostWaiting=2");
        answer("a0");
        assertThat(submit(queue, "b", "b")).isNotDone();
    }

    @Test
    void withoutRoomToWaitTasksRunOrAreRefused() {
        KeyedQueue<String> queue = new KeyedQueue<>(2, 0);
        submit(queue, "a", "a1");
        assertThat(submit(queue, "a", "a2")).isCompletedExceptionally();
        assertThat(submit(queue, "b", "b1")).isNotDone();
        assertThat(submit(queue, "c", "c1")).isCompletedExceptionally();
        assertThat(begun).containsExactly("a1", "b1");
    }

    @Test
    void theNextRunsAfterOneThatFailsOrThrowsOrReturnsNothing() {
        KeyedQueue<String> queue = new KeyedQueue<>();
        Promise<String> failed = submit(queue, "a", "a1");
        Promise<String> thrown = actor.call(() -> queue.submit("a", () -> {
            throw new IllegalStateException("as asked");
        }));
        Promise<String> nothing = actor.call(() -> queue.submit("a", () -> null));
        submit(queue, "a", "a2");
        answers.get("a1").completeExceptionally(new IllegalArgumentException("no"));
        actor.time.run();
        assertThatThrownBy(failed::join).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(thrown::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(nothing::join).hasCauseInstanceOf(NullPointerException.class);
        assertThat(begun).containsExactly("a1", "a2");
    }

    @Test
    void cancelledTasksDoNotRunAndCancelWhatTheyWaitFor() {
        KeyedQueue<String> queue = new KeyedQueue<>();
        Promise<String> inner = new Promise<>();
        Promise<String> running = actor.call(() -> queue.submit("a", () -> inner));
        Promise<String> waiting = submit(queue, "a", "a2");
        submit(queue, "a", "a3");
        actor.run(() -> waiting.cancel(false));
        actor.run(() -> running.cancel(false));
        assertThat(inner).isCancelled();
        assertThat(begun).containsExactly("a3");
    }

    @Test
    void failWaitingFailsThoseThatHaveNotBegun() {
        KeyedQueue<String> queue = new KeyedQueue<>(1, 10);
        Promise<String> running = submit(queue, "a", "a1");
        Promise<String> sameKey = submit(queue, "a", "a2");
        Promise<String> otherKey = submit(queue, "b", "b1");
        actor.run(() -> queue.failWaiting(new IllegalStateException("closing")));
        assertThat(List.of(sameKey, otherKey))
                .allSatisfy(each -> assertThatThrownBy(each::join).hasMessageContaining("closing"));
        assertThat(queue.keys()).isEqualTo(1);
        answer("a1");
        assertThat(running.join()).isEqualTo("a1!");
        assertThat(queue.keys()).isZero();
    }

    @Test
    void aLongQueueOfTasksThatSettleAtOnceNeedsNoStack() {
        KeyedQueue<Integer> queue = new KeyedQueue<>(1, 200_000);
        Promise<Void> gate = new Promise<>();
        List<Integer> order = new ArrayList<>();
        actor.run(() -> {
            queue.submit(0, () -> gate);
            for (int i = 0; i < 100_000; i++) {
                int number = i;
                queue.submit(i % 7, () -> {
                    order.add(number);
                    return Promise.of(number);
                });
            }
        });
        actor.run(() -> gate.complete(null));
        assertThat(order).hasSize(100_000);
        assertThat(queue.keys()).isZero();
    }

    @Test
    void refusesLimitsThatAllowNothing() {
        assertThatThrownBy(() -> new KeyedQueue<String>(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mostRunning=0 < 1");
        assertThatThrownBy(() -> new KeyedQueue<String>(1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mostWaiting=-1 < 0");
    }

    /** Random submissions, answers and cancellations against what must hold at each moment. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void eachKeyKeepsItsOrderAndTheLimitsHold(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KeyedQueue<Integer> queue = new KeyedQueue<>(3, 20);
        Map<Integer, List<Integer>> submitted = new HashMap<>();
        Map<Integer, List<Integer>> ran = new HashMap<>();
        Map<Integer, CompletableFuture<Integer>> open = new HashMap<>();
        for (int step = 0; step < 2_000; step++) {
            int number = step;
            int key = random.nextInt(6);
            if (random.nextInt(3) > 0) {
                Promise<Integer> promise = actor.call(() -> queue.submit(key, () -> {
                    assertThat(open.keySet()).as("seed %s", seed).doesNotContain(key);
                    ran.computeIfAbsent(key, any -> new ArrayList<>()).add(number);
                    CompletableFuture<Integer> answer = new CompletableFuture<>();
                    open.put(key, answer);
                    return answer;
                }));
                if (!promise.isCompletedExceptionally()) {
                    submitted.computeIfAbsent(key, any -> new ArrayList<>()).add(number);
                }
            } else if (open.containsKey(key)) {
                open.remove(key).complete(number);
                actor.time.run();
            }
            assertThat(queue.running())
                    .as("seed %s", seed)
                    .isEqualTo(open.size())
                    .isLessThanOrEqualTo(3);
            assertThat(queue.waiting()).as("seed %s", seed).isLessThanOrEqualTo(20);
        }
        while (!open.isEmpty()) {
            open.remove(open.keySet().iterator().next()).complete(0);
            actor.time.run();
        }
        assertThat(ran).as("seed %s", seed).isEqualTo(submitted);
        assertThat(queue.keys()).isZero();
    }
}
