package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** A connection whose turn fails leaves the others theirs. */
class FailingTurnTest {
    private final ArrayDeque<Runnable> scheduled = new ArrayDeque<>();
    private final TurnScheduler turns = new TurnScheduler(new Loop());
    private int served;

    @Test
    void othersAreServedAfterATurnThatFailed() {
        turns.await(new Connection(true));
        turns.await(new Connection(false));
        assertThatThrownBy(() -> scheduled.remove().run()).isInstanceOf(OutOfMemoryError.class);
        assertThat(scheduled).hasSize(1);
        scheduled.remove().run();
        assertThat(served).isEqualTo(1);
        assertThat(scheduled).isEmpty();
    }

    private final class Connection implements TurnScheduler.Waiter {
        private final boolean fails;
        private final TurnBudget budget = new TurnBudget(new Loop(), () -> 0);

        Connection(boolean fails) {
            this.fails = fails;
            budget.begin(TurnScheduler.TURN_BYTES, TurnScheduler.SHORT_TURN_BYTES);
            budget.end(); // costly
        }

        @Override
        public TurnBudget budget() {
            return budget;
        }

        @Override
        public boolean isDivided() {
            return false;
        }

        @Override
        public void continueTurn(int mostBytes) {
            if (fails) {
                throw new OutOfMemoryError("of the test's own");
            }
            served++;
        }
    }

    /** Keeps what is scheduled until the test runs it. */
    private final class Loop implements Dispatcher {
        @Override
        public void execute(Runnable task) {
            scheduled.add(task);
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            scheduled.add(task);
            return () -> scheduled.remove(task);
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public boolean servesIo() {
            return false;
        }
    }
}
