package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random histories of an emitter against a model; and the same from several threads at once. */
class EmitterProperties {
    private static final int HISTORIES = 2_000;
    private static final int STEPS = 60;

    @Test
    void randomHistoriesMatchTheModel() {
        long seed = Seed.given();
        for (int history = 0; history < HISTORIES; history++) {
            run(seed + history);
        }
    }

    private static void run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int capacity = random.nextInt(1, 6);
        Emitter<Integer> emitter = new Emitter<>(capacity);
        Recorder<Integer> subscriber = new Recorder<>(0);
        Model model = new Model(capacity);
        boolean subscribed = false;
        for (int step = 0; step < STEPS; step++) {
            String where = "seed=" + seed + ", step=" + step;
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> {
                    if (!model.ended) {
                        assertThat(emitter.offer(step)).as(where).isEqualTo(model.offer(step));
                    }
                }
                case 5, 6, 7, 8 -> {
                    if (subscribed) {
                        int count = random.nextInt(1, 4);
                        subscriber.subscription.request(count);
                        model.request(count);
                    }
                }
                case 9, 10 -> {
                    if (!subscribed) {
                        emitter.subscribe(subscriber);
                        subscribed = true;
                    }
                }
                default -> {
                    if (random.nextInt(6) == 0) {
                        emitter.complete();
                        model.ended = true;
                    } else if (subscribed && random.nextInt(6) == 0) {
                        subscriber.subscription.cancel();
                        model.cancelled |= !model.isOver(true);
                    }
                }
            }
            model.deliver(subscribed);
            assertThat(subscriber.items).as(where).isEqualTo(model.delivered);
            assertThat(subscriber.completed).as(where).isEqualTo(model.isOver(subscribed) && !model.cancelled);
            assertThat(subscriber.broken).as(where).isNull();
        }
    }

    /** What an emitter must do, without threads. */
    private static final class Model {
        final int capacity;
        final Queue<Integer> buffer = new ArrayDeque<>();
        final List<Integer> delivered = new ArrayList<>();
        long requested;
        boolean ended;
        boolean cancelled;

        Model(int capacity) {
            this.capacity = capacity;
        }

        boolean offer(int item) {
            if (cancelled || buffer.size() == capacity) {
                return false;
            }
            return buffer.add(item);
        }

        void request(int count) {
            requested += count;
        }

        void deliver(boolean subscribed) {
            if (cancelled) {
                buffer.clear();
            }
            while (subscribed && requested > 0 && !buffer.isEmpty()) {
                requested--;
                delivered.add(buffer.poll());
            }
        }

        boolean isOver(boolean subscribed) {
            return subscribed && ended && buffer.isEmpty();
        }
    }

    @Test
    void itemsOfEachThreadArriveOnceAndInOrder() throws InterruptedException {
        int threads = 4;
        int itemsEach = 20_000;
        Emitter<Integer> emitter = new Emitter<>(64);
        Promise<List<Integer>> all = Streams.collect(emitter, threads * itemsEach);
        List<Thread> producers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int producer = i;
            producers.add(Thread.ofPlatform().start(() -> {
                for (int item = 0; item < itemsEach; item++) {
                    while (!emitter.offer(item * threads + producer)) {
                        Thread.yield();
                    }
                }
            }));
        }
        for (Thread producer : producers) {
            producer.join();
        }
        emitter.complete();
        int[] next = new int[threads];
        for (int item : all.join()) {
            assertThat(item / threads).isEqualTo(next[item % threads]++);
        }
        assertThat(next).containsOnly(itemsEach);
    }
}
