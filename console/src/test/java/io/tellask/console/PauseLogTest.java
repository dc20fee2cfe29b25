package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Cancellable;
import io.tellask.test.Await;
import java.time.Instant;
import java.util.Optional;
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
        // of others, too: the heap may have been full
        Await.until(
                () -> "the pause is told, told=" + log.youngest(10),
                () -> asked(log).isPresent());
        assertThat(asked(log).orElseThrow().at())
                .isBeforeOrEqualTo(Instant.now().plusSeconds(1));
        assertThat(listening.cancel()).isTrue();
        assertThat(listening.cancel()).isFalse();
    }

    private static Optional<Pause> asked(PauseLog log) {
        return log.youngest(10).stream()
                .filter(pause -> pause.cause().equals("System.gc()"))
                .findFirst();
    }
}
