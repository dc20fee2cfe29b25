package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RetryDelayTest {
    private long nanos;
    private final RetryDelay delay = new RetryDelay(new Clock());

    /** Only its time is asked for. */
    private final class Clock implements Dispatcher {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void execute(Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean servesIo() {
            return true;
        }
    }

    private long longestOf(int rounds) {
        long longest = 0;
        for (int i = 0; i < rounds; i++) {
            longest = Math.max(longest, delay.nextNanos(0));
        }
        return longest;
    }

    @Test
    void waitsLongerWithEachTryAndNeverTooLong() {
        assertThat(delay.nextNanos(0)).isBetween(0L, RetryDelay.FIRST_NANOS);
        assertThat(longestOf(200)).isBetween(2 * RetryDelay.FIRST_NANOS, RetryDelay.LONGEST_NANOS);
    }

    @Test
    void beginsAnewAfterAConnectionThatLasted() {
        longestOf(20);
        delay.connected();
        nanos += RetryDelay.FIRST_NANOS;
        assertThat(delay.nextNanos(0)).isBetween(0L, RetryDelay.FIRST_NANOS);
    }

    @Test
    void goesOnWaitingForAServerThatDropsItsConnectionsAtOnce() {
        long longest = 0;
        for (int i = 0; i < 200; i++) {
            delay.connected();
            nanos += RetryDelay.FIRST_NANOS - 1;
            longest = Math.max(longest, delay.nextNanos(0));
        }
        assertThat(longest).isGreaterThan(RetryDelay.LONGEST_NANOS / 2);
    }

    @Test
    void waitsAsLongAsTheServerSaysButNotForever() {
        long second = TimeUnit.SECONDS.toNanos(1);
        assertThat(delay.nextNanos(1_000)).isBetween(second, 2 * second);
        assertThat(delay.nextNanos(Integer.MAX_VALUE)).isLessThanOrEqualTo(TimeUnit.MINUTES.toNanos(2));
        assertThat(delay.nextNanos(-1)).isLessThanOrEqualTo(RetryDelay.LONGEST_NANOS);
    }
}
