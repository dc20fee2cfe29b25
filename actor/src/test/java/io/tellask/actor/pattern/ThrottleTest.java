package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TimedActor actor = new TimedActor();

    @AfterEach
    void close() {
        actor.close();
    }

    @Test
    void aBurstIsThereAtFirstAndComesBackAtTheRate() {
        Throttle throttle = new Throttle(actor.timers, 10, SECOND, 3);
        assertThat(taken(throttle)).isEqualTo(3);
        actor.advanceMillis(99);
        assertThat(throttle.tryTake()).isFalse();
        actor.advanceMillis(1);
        assertThat(taken(throttle)).isEqualTo(1);
        actor.advanceMillis(60_000);
        assertThat(taken(throttle)).isEqualTo(3);
    }

    private static int taken(Throttle throttle) {
        int taken = 0;
        while (throttle.tryTake()) {
            taken++;
        }
        return taken;
    }

    @Test
    void thoseWhoWaitAreServedInOrderAtTheirInstants() {
        Throttle throttle = new Throttle(actor.timers, 10, SECOND, 2);
        List<String> served = new ArrayList<>();
        actor.run(() -> {
            for (int i = 0; i < 5; i++) {
                String name = "n" + i;
                throttle.take().thenRun(() -> served.add(name + "@" + actor.millis()));
            }
        });
        assertThat(throttle.waiting()).isEqualTo(3);
        assertThat(throttle.tryTake()).isFalse();
        actor.advanceMillis(1_000);
        assertThat(served).containsExactly("n0@0", "n1@0", "n2@100", "n3@200", "n4@300");
        assertThat(actor.time.timersWaiting()).isZero();
    }

    @Test
    void whoCancelsTakesNoPermit() {
        Throttle throttle = new Throttle(actor.timers, 1, SECOND, 1, 2);
        List<Promise<Void>> permits = new ArrayList<>();
        actor.run(() -> {
            for (int i = 0; i < 3; i++) {
                permits.add(throttle.take());
            }
        });
        Promise<Void> refused = actor.call(throttle::take);
        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(QueueFullException.class)
                .hasMessageContaining("waiting=2 >= mostWaiting=2");
        actor.run(() -> permits.get(1).cancel(false));
        Promise<Void> last = actor.call(throttle::take);
        actor.advanceMillis(1_000);
        assertThat(permits.get(2)).isDone();
        assertThat(last).isNotDone();
        actor.advanceMillis(1_000);
        assertThat(last).isDone();
    }

    @Test
    void nobodyWaitsForAStoppedActor() {
        Throttle throttle = new Throttle(actor.timers, 1, SECOND, 1);
        assertThat(throttle.tryTake()).isTrue();
        actor.stop();
        assertThatThrownBy(throttle::take).isInstanceOf(ActorStoppedException.class);
        assertThat(throttle.waiting()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void inNoTimeMoreIsTakenThanABurstAndWhatComesBack(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int permits = random.nextInt(1, 9);
        int burst = random.nextInt(1, 6);
        Throttle throttle = new Throttle(actor.timers, permits, SECOND, burst);
        List<Long> instants = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            if (random.nextBoolean()) {
                actor.run(() -> throttle.take().thenRun(() -> instants.add(actor.time.nanoTime())));
            } else if (throttle.tryTake()) {
                instants.add(actor.time.nanoTime());
            }
            actor.time.advance(Duration.ofNanos(random.nextLong(500_000_000)));
        }
        actor.time.advance(Duration.ofHours(1));
        for (int from = 0; from < instants.size(); from++) {
            for (int to = from; to < instants.size(); to++) {
                long nanos = instants.get(to) - instants.get(from);
                long most = burst + nanos * permits / 1_000_000_000L;
                assertThat(to - from + 1L).as("seed %s, %s ns", seed, nanos).isLessThanOrEqualTo(most);
            }
        }
        assertThat(instants).hasSizeGreaterThan(100);
    }

    @Test
    void refusesRatesThatItCannotKeep() {
        assertThatThrownBy(() -> new Throttle(actor.timers, 0, SECOND, 1)).hasMessageContaining("permits=0 < 1");
        assertThatThrownBy(() -> new Throttle(actor.timers, 1, SECOND, 0)).hasMessageContaining("burst=0 < 1");
        assertThatThrownBy(() -> new Throttle(actor.timers, 1, SECOND, 1, -1))
                .hasMessageContaining("mostWaiting=-1 < 0");
        assertThatThrownBy(() -> new Throttle(actor.timers, 2, Duration.ofNanos(1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("period=PT0.000000001S");
        assertThatThrownBy(() -> new Throttle(actor.timers, 1, Throttle.LONGEST_FILLING.plusNanos(1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT8760H");
        assertThat(new Throttle(actor.timers, 2, Duration.ofNanos(2), 1).tryTake())
                .isTrue();
        assertThat(new Throttle(actor.timers, 1, Throttle.LONGEST_FILLING, 1).tryTake())
                .isTrue();
    }
}
