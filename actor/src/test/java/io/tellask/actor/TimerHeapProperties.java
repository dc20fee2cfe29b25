package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap against a sorted set. */
class TimerHeapProperties {
    private static final int STEPS = 20_000;

    private static final class Timer extends TimerHeap.Entry {
        private final int number;

        Timer(int number, long dueNanos) {
            this.number = number;
            this.dueNanos = dueNanos;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void firstIsTheFirstOfAll(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long now = seed % 2 == 0 ? Long.MAX_VALUE - 500 : 0; // the clock may pass the largest number
        int instants = random.nextInt(2, 1_000); // few: many are due at once
        TimerHeap<Timer> heap = new TimerHeap<>();
        TreeSet<Timer> model = new TreeSet<>(
                Comparator.comparingLong((Timer timer) -> timer.dueNanos - now).thenComparing(t -> t.number));
        List<Timer> all = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            boolean grows = step / 2_000 % 2 == 0;
            if (random.nextInt(10) < (grows ? 6 : 3)) {
                Timer timer = new Timer(all.size(), now + random.nextInt(instants));
                all.add(timer);
                model.add(timer);
                heap.add(timer);
            } else if (random.nextBoolean() && !model.isEmpty()) {
                assertThat(heap.remove(model.pollFirst())).isTrue();
            } else if (!all.isEmpty()) {
                Timer any = all.get(random.nextInt(all.size()));
                assertThat(heap.remove(any)).as("seed %s, step %s", seed, step).isEqualTo(model.remove(any));
            }
            assertThat(heap.first())
                    .as("seed %s, step %s", seed, step)
                    .isSameAs(model.isEmpty() ? null : model.first());
            assertThat(heap.size()).isEqualTo(model.size());
        }
        while (!model.isEmpty()) {
            assertThat(heap.first()).as("seed %s", seed).isSameAs(model.first());
            assertThat(heap.remove(model.pollFirst())).isTrue();
        }
        assertThat(heap.first()).isNull();
    }
}
