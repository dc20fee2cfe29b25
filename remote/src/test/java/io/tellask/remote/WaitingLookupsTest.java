package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitingLookupsTest {
    private final Set<Runnable> timers = new HashSet<>();
    private final WaitingLookups lookups = new WaitingLookups(new Timers(), Duration.ofSeconds(30));

    /** Only its timers are asked for; they never run. */
    private final class Timers implements Dispatcher {
        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            timers.add(task);
            return () -> timers.remove(task);
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
        public long nanoTime() {
            return 0;
        }

        @Override
        public boolean servesIo() {
            return true;
        }
    }

    @Test
    void thoseThatWereGivenUpKeepNoTimer() {
        for (int i = 0; i < 3 * WaitingLookups.MOST; i++) {
            Promise<Object> outcome = new Promise<>();
            lookups.add("clerk", session -> new Promise<>(), outcome);
            outcome.cancel(false);
        }
        assertThat(timers).hasSize(1);
    }

    @Test
    void anErrorFailsItsOwnLookup() {
        Promise<Object> outcome = new Promise<>();

        WaitingLookups.make(
                () -> {
                    throw new StackOverflowError("deep");
                },
                outcome);

        assertThatThrownBy(outcome::join).hasRootCauseInstanceOf(StackOverflowError.class);
    }
}
