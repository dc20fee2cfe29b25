package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.DeadLetter.Reason;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeadLetterLogTest {
    private final DeadLetterLog log = new DeadLetterLog();

    private void add(long second, String method) {
        log.add(new DeadLetter(Instant.ofEpochSecond(second), "a-1", "c.C", method, Reason.DROPPED, ""));
    }

    @Test
    void oneSecondHasItsFirstOnes() {
        for (int i = 0; i <= DeadLetterLog.MOST_PER_SECOND; i++) {
            add(7, "m" + i);
        }
        assertThat(log.hasRoom(7)).isFalse();
        assertThat(log.hasRoom(8)).isTrue();
        assertThat(log.youngest(1_000)).hasSize(DeadLetterLog.MOST_PER_SECOND);
        assertThat(log.youngest(1).getFirst().method()).isEqualTo("m" + (DeadLetterLog.MOST_PER_SECOND - 1));
    }

    @Test
    void youngestAreKept() {
        for (int i = 0; i <= DeadLetterLog.MOST_KEPT; i++) {
            add(i, "m" + i);
        }
        assertThat(log.youngest(1_000)).hasSize(DeadLetterLog.MOST_KEPT);
        assertThat(log.youngest(1_000).getFirst().method()).isEqualTo("m" + DeadLetterLog.MOST_KEPT);
        assertThat(log.youngest(1_000).getLast().method()).isEqualTo("m1");
    }
}
