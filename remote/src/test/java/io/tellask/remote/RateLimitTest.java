package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // wraps on the way

    private static IncomingCall call(String name) {
        return new IncomingCall(Principal.of(name), "memory://1", Runnable.class, "run", "run()void", 1);
    }

    private int passed(RateLimit limit, String name, int tries) {
        int passed = 0;
        for (int i = 0; i < tries; i++) {
            try {
                limit.before(call(name));
                passed++;
            } catch (CallRefusedException refused) {
                assertThat(refused).hasMessageContaining("principal=" + name);
            }
        }
        return passed;
    }

    @Test
    void burstIsFilledAgainAtTheRateAndNoFurther() {
        RateLimit limit = new RateLimit(10, 5, now::get);
        assertThat(passed(limit, "a", 9)).isEqualTo(5);

        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(250));
        assertThat(passed(limit, "a", 9)).isEqualTo(2);

        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(50)); // with the half that was left
        assertThat(passed(limit, "a", 9)).isEqualTo(1);

        now.addAndGet(TimeUnit.HOURS.toNanos(1));
        assertThat(passed(limit, "a", 9)).isEqualTo(5);
    }

    @Test
    void principalBeyondTheMostForgetsTheOneThatCalledLongestAgo() {
        RateLimit limit = new RateLimit(1, 1, now::get);
        for (int i = 0; i < RateLimit.MOST_PRINCIPALS; i++) {
            assertThat(passed(limit, "p" + i, 1)).isEqualTo(1);
        }
        assertThat(passed(limit, "p0", 1)).isZero(); // remembered, and now the one that called last
        assertThat(passed(limit, "one more", 1)).isEqualTo(1);

        assertThat(passed(limit, "p0", 1)).isZero();
        assertThat(passed(limit, "p1", 1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void rateThatIsNoneIsRefused(double perSecond) {
        assertThatThrownBy(() -> RateLimit.perPrincipal(perSecond, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("perSecond=" + perSecond);
    }

    @Test
    void burstOfNoneIsRefused() {
        assertThatThrownBy(() -> RateLimit.perPrincipal(1, 0)).hasMessageContaining("burst=0 < 1");
    }
}
