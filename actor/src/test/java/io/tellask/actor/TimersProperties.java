package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.contract.LocalReference;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random timers, called off at random, against a list of when each has to run. */
class TimersProperties {
    private static final int MANY = 20_000;

    private static final class Expected {
        private final int number;
        private final long periodNanos; // 0: once
        private long dueNanos;

        Expected(int number, long periodNanos, long dueNanos) {
            this.number = number;
            this.periodNanos = periodNanos;
            this.dueNanos = dueNanos;
        }
    }

    private record Run(int number, long atNanos) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void eachRunsAtItsInstantInOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (TwoActors actors = new TwoActors()) {
            VirtualDispatcher time = actors.ownerTime;
            Timers timers = new Timers(actors.owner);
            List<Run> ran = new ArrayList<>();
            List<Run> wanted = new ArrayList<>();
            List<Expected> open = new ArrayList<>();
            List<Cancellable> handles = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                for (int started = random.nextInt(4); started > 0; started--) {
                    int number = handles.size();
                    long nanos = random.nextLong(1, 2_000);
                    boolean once = random.nextInt(5) > 0;
                    Runnable task = () -> ran.add(new Run(number, time.nanoTime()));
                    Duration duration = Duration.ofNanos(nanos);
                    handles.add(once ? timers.after(duration, task) : timers.every(duration.multipliedBy(10), task));
                    long period = once ? 0 : 10 * nanos;
                    open.add(new Expected(number, period, time.nanoTime() + (once ? nanos : period)));
                }
                if (!handles.isEmpty() && random.nextBoolean()) {
                    int number = random.nextInt(handles.size());
                    assertThat(handles.get(number).cancel())
                            .as("seed %s", seed)
                            .isEqualTo(open.removeIf(expected -> expected.number == number));
                }
                long end = time.nanoTime() + random.nextLong(1_000);
                runModel(open, wanted, end);
                time.advance(Duration.ofNanos(end - time.nanoTime()));
                assertThat(ran).as("seed %s", seed).isEqualTo(wanted);
                assertThat(timers.pending()).as("seed %s", seed).isEqualTo(open.size());
                assertThat(time.timersWaiting()).isEqualTo(open.isEmpty() ? 0 : 1);
            }
            timers.cancelAll();
            assertThat(time.timersWaiting()).isZero();
        }
    }

    /** On a thread of its own, which the test's thread does not wait for when it calls timers off. */
    @Test
    void eachRunsOnceAndNotEarlyOrIsCalledOff() {
        SplittableRandom random = new SplittableRandom(1);
        AtomicIntegerArray runs = new AtomicIntegerArray(MANY);
        AtomicInteger early = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        int calledOff = 0;
        try (ActorSystem system = ActorSystem.create()) {
            TwoActors.Runner runner =
                    system.spawn(TwoActors.Runner.class, () -> Runnable::run, SpawnOptions.dedicatedThread());
            Timers timers = new Timers(((LocalReference) runner).cell());
            List<Cancellable> handles = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                int number = i;
                long nanos = random.nextLong(3_000_000);
                long dueNanos = timers.nanoTime() + nanos;
                handles.add(timers.after(Duration.ofNanos(nanos), () -> {
                    early.addAndGet(timers.nanoTime() - dueNanos < 0 ? 1 : 0);
                    runs.incrementAndGet(number);
                    ran.incrementAndGet();
                }));
                int any = random.nextInt(handles.size());
                if (random.nextBoolean() && handles.get(any).cancel()) {
                    calledOff++;
                    runs.incrementAndGet(any);
                }
            }
            int wanted = MANY - calledOff;
            Await.until("all have run that were not called off", () -> ran.get() == wanted);
            assertThat(timers.pending()).isZero();
        }
        assertThat(early).hasValue(0);
        assertThat(IntStream.range(0, MANY).filter(i -> runs.get(i) != 1)).isEmpty();
        assertThat(calledOff).isPositive();
    }

    /** Of the same instant, the one that was started, or put back, first: the list is in that order. */
    private static void runModel(List<Expected> open, List<Run> wanted, long end) {
        Comparator<Expected> byInstant = Comparator.comparingLong(expected -> expected.dueNanos);
        for (Expected first = open.stream().min(byInstant).orElse(null);
                first != null && first.dueNanos <= end;
                first = open.stream().min(byInstant).orElse(null)) {
            wanted.add(new Run(first.number, first.dueNanos));
            open.remove(first);
            if (first.periodNanos > 0) {
                first.dueNanos += first.periodNanos;
                open.add(first);
            }
        }
    }
}
