package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Cancellable;
import io.tellask.test.Await;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PauseLogTest {
    @Test
    void theOldestGo() {
        PauseLog log = new PauseLog();
        for (int i = 0; i <= PauseLog.MOST_KEPT; i++) {
            log.add(new Pause(Instant.ofEpochSecond(i), "c", "why", i));
        }
        assertThat(log.youngest(1_000)).hasSize(PauseLog.MOST_KEPT);
        assertThat(log.youngest(2)).extracting(Pause::millis).containsExactly(256L, 255L);
        assertThat(log.youngest(1_000).getLast().millis()).isEqualTo(1);
    }

    @Test
    @SuppressWarnings("SystemRunFinalization")
    void pausesAreToldWhileSomebodyListens() {
        PauseLog log = new PauseLog();
        Cancellable listening = log.listen();
        System.gc();
        Await.until("a pause is told", () -> !log.youngest(1).isEmpty());
        Pause pause = log.youngest(1).getFirst();
        assertThat(pause.cause()).isEqualTo("System.gc()");
        assertThat(pause.at()).isBeforeOrEqualTo(Instant.now().plusSeconds(1));
        assertThat(listening.cancel()).isTrue();
        assertThat(listening.cancel()).isFalse();
    }
}
