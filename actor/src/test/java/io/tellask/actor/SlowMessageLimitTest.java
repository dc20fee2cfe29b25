package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The limit from which messages are slow. */
@Isolated // it measures actors of other tests as well
class SlowMessageLimitTest {
    /** A contract. */
    public interface Worker {
        Promise<Integer> work();
    }

    @Test
    void systemMeasuresAsLongAsItLives() {
        try (ActorSystem other = ActorSystem.create()) {
            Worker worker = other.spawn(Worker.class, () -> () -> Promise.of(1), SpawnOptions.dedicatedThread());
            try (ActorSystem system =
                    ActorSystem.builder().slowMessageLimit(Duration.ofDays(1)).build()) {
                assertThat(system.actors()).isZero();
                worker.work().join();
            }
            worker.work().join(); // may have begun before
            long before = other.actorStatistics().getFirst().measured();
            worker.work().join();
            worker.work().join();
            assertThat(other.actorStatistics().getFirst().measured()).isEqualTo(before);
        }
    }

    @Test
    void limitIsAtLeastAMicrosecond() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActorSystem.builder().slowMessageLimit(Duration.ofNanos(999)))
                .withMessageContaining("slowMessageLimit=PT0.000000999S");
    }
}
