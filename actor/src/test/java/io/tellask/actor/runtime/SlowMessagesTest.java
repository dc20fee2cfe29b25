package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlowMessagesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Lines log = new Lines();
    private final SlowMessages slow = new SlowMessages(Duration.ofMillis(5), log, 0);

    @Test
    void isSlowFromTheLimitOn() {
        assertThat(slow.isSlow(5 * MILLI)).isTrue();
        assertThat(slow.isSlow(5 * MILLI - 1)).isFalse();
    }

    @Test
    void lineSaysWhatIsKnown() {
        slow.report("shop-1", "Shop.buy", 7 * MILLI, 3 * MILLI, "till-2", 0);

        assertThat(log.lines)
                .containsExactly("WARNING slow message: actor=shop-1, method=Shop.buy, tookMillis=7 >= limitMillis=5,"
                        + " waitedMillis=3, sender=till-2, suppressed=0");
    }

    @Test
    void lineSaysWhatIsNotKnown() {
        slow.report("shop-1", "Shop.buy", 7 * MILLI, -1, "", 0);

        assertThat(log.lines).singleElement().asString().endsWith("waitedMillis=unknown, sender=unknown, suppressed=0");
    }

    @Test
    void senderCannotForgeLines() {
        slow.report("shop-1", "Shop.buy", 7 * MILLI, 0, "a\nb", 0);

        assertThat(log.lines).singleElement().asString().doesNotContain("\n");
    }

    @Test
    void oneASecondIsLoggedWithTheNumberOfTheOthers() {
        slow.report("shop-1", "Shop.buy", 7 * MILLI, 0, "", 0);
        slow.report("shop-1", "Shop.buy", 8 * MILLI, 0, "", 1);
        slow.report("shop-2", "Shop.buy", 9 * MILLI, 0, "", SECOND - 1);
        slow.report("shop-3", "Shop.buy", 10 * MILLI, 0, "", SECOND);
        slow.report("shop-4", "Shop.buy", 11 * MILLI, 0, "", 2 * SECOND);

        assertThat(log.lines).hasSize(3);
        assertThat(log.lines.get(1)).contains("actor=shop-3").endsWith("suppressed=2");
        assertThat(log.lines.get(2)).contains("actor=shop-4").endsWith("suppressed=0");
    }
}
