package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.DeadLetter;
import io.tellask.actor.DeadLetter.Reason;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeadLetterLogTest {
    private final DeadLetterLog log = new DeadLetterLog();

    private void add(long second, int number) {
        for (int i = 0; i < number; i++) {
            log.add(new DeadLetter(Instant.ofEpochSecond(second), "a-1", "C", "m" + second, Reason.DROPPED, ""));
        }
    }

    @Test
    void ofOneSecondSomeAreKeptAndAllCounted() {
        add(1, DeadLetterLog.MOST_PER_SECOND);
        assertThat(log.page(1_000).kept()).isEqualTo(DeadLetterLog.MOST_PER_SECOND);
        add(1, 1);
        assertThat(log.page(1_000).kept()).isEqualTo(DeadLetterLog.MOST_PER_SECOND);
        add(2, 1);
        DeadLetterPage page = log.page(1_000);
        assertThat(page.kept()).isEqualTo(DeadLetterLog.MOST_PER_SECOND + 1);
        assertThat(page.counted()).isEqualTo(DeadLetterLog.MOST_PER_SECOND + 2);
        assertThat(page.rows().getFirst().method()).isEqualTo("m2");
    }

    @Test
    void theOldestGo() {
        for (int second = 0; second < DeadLetterLog.MOST_KEPT; second++) {
            add(second, 1);
        }
        assertThat(log.page(1_000).rows().getLast().method()).isEqualTo("m0");
        add(DeadLetterLog.MOST_KEPT, 1);
        DeadLetterPage page = log.page(1_000);
        assertThat(page.rows()).hasSize(DeadLetterLog.MOST_KEPT);
        assertThat(page.rows().getLast().method()).isEqualTo("m1");
    }
}
