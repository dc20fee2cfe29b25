package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import org.junit.jupiter.api.Test;

/** What makes a connection one that cost much, by a clock and a processor time of the test's own. */
class TurnBudgetTest {
    private static final long LONG_NANOS = (long) TurnScheduler.TURN_BYTES * TurnScheduler.NANOS_PER_BYTE;
    private static final long SHORT_NANOS = (long) TurnScheduler.SHORT_TURN_BYTES * TurnScheduler.NANOS_PER_BYTE;

    private long nanos;
    private long processorNanos;
    private int looks;

    private final TurnBudget turn = new TurnBudget(new Clock(), () -> {
        looks++;
        return processorNanos;
    });

    private boolean isCostlyAfter(long took, long processor) {
        turn.begin(0, TurnScheduler.TURN_BYTES);
        nanos += took;
        processorNanos += processor;
        turn.end();
        return turn.wasCostly();
    }

    @Test
    void oneTurnThatTookLongIsForgivenAndTheNextIsNot() {
        assertThat(isCostlyAfter(LONG_NANOS, LONG_NANOS)).isFalse();
        assertThat(isCostlyAfter(LONG_NANOS, LONG_NANOS)).isTrue();
        assertThat(isCostlyAfter(LONG_NANOS - 1, LONG_NANOS - 1)).isFalse();
        assertThat(isCostlyAfter(LONG_NANOS, LONG_NANOS)).isTrue();
        for (int i = 0; i < 8; i++) {
            assertThat(isCostlyAfter(SHORT_NANOS - 1, SHORT_NANOS - 1)).isFalse();
        }
        assertThat(isCostlyAfter(LONG_NANOS, LONG_NANOS)).isFalse();
    }

    @Test
    void connectionStaysQuietWhileOthersHaveTheProcessor() {
        for (int i = 0; i < 20; i++) {
            isCostlyAfter(0, 0);
        }
        for (int i = 0; i < 20; i++) {
            isCostlyAfter(LONG_NANOS, SHORT_NANOS - 1);
            assertThat(turn.isQuiet()).isTrue();
        }
        for (int i = 0; i < 4; i++) {
            isCostlyAfter(SHORT_NANOS, SHORT_NANOS);
        }
        assertThat(turn.isQuiet()).isFalse();
    }

    @Test
    void trustedConnectionLosesTrustBeforeItIsCostly() {
        for (int i = 0; i < 8; i++) {
            assertThat(isCostlyAfter(0, 0)).isFalse();
        }
        assertThat(isCostlyAfter(SHORT_NANOS, 0)).isFalse();
        assertThat(isCostlyAfter(LONG_NANOS, LONG_NANOS)).isFalse();
        assertThat(isCostlyAfter(LONG_NANOS, LONG_NANOS)).isTrue();
    }

    @Test
    void turnsInWhichOthersHadTheProcessorAreForgiven() {
        for (int i = 0; i < 10; i++) {
            assertThat(isCostlyAfter(100 * LONG_NANOS, LONG_NANOS - 1)).isFalse();
        }
    }

    @Test
    void trustedConnectionThatTheClockCutShortIsNotCostly() {
        assertThat(isCostlyWhenCutShort()).isTrue();
        for (int i = 0; i < 16; i++) {
            isCostlyAfter(0, 0);
        }
        assertThat(isCostlyWhenCutShort()).isFalse();
        assertThat(turn.isQuiet()).isTrue();
        turn.begin(0, TurnScheduler.SHORT_TURN_BYTES);
        assertThat(turn.isOver(TurnScheduler.SHORT_TURN_BYTES)).isTrue();
        turn.cutShort();
        turn.end();
        assertThat(turn.wasCostly()).isTrue();
    }

    private boolean isCostlyWhenCutShort() {
        turn.begin(0, TurnScheduler.SHORT_TURN_BYTES);
        nanos += SHORT_NANOS;
        assertThat(turn.isOver(10)).isTrue();
        turn.cutShort();
        turn.end();
        return turn.wasCostly();
    }

    @Test
    void theProcessorTimeIsAskedForAfterATurnThatTookLongOnly() {
        isCostlyAfter(SHORT_NANOS - 1, LONG_NANOS);
        isCostlyAfter(SHORT_NANOS - 1, LONG_NANOS);
        assertThat(looks).isZero();
        isCostlyAfter(SHORT_NANOS, LONG_NANOS);
        isCostlyAfter(0, LONG_NANOS);
        assertThat(looks).isPositive();
    }

    @Test
    void aTurnOfManyBytesOrWithRequestsLeftIsCostlyAtOnce() {
        turn.begin(0, TurnScheduler.TURN_BYTES);
        turn.add(TurnScheduler.TURN_BYTES - 1);
        turn.end();
        assertThat(turn.wasCostly()).isFalse();
        turn.begin(0, TurnScheduler.TURN_BYTES);
        turn.add(TurnScheduler.TURN_BYTES);
        turn.end();
        assertThat(turn.wasCostly()).isTrue();
        turn.begin(0, TurnScheduler.SHORT_TURN_BYTES);
        assertThat(turn.isOver(TurnScheduler.SHORT_TURN_BYTES)).isTrue();
        turn.cutShort();
        turn.end();
        assertThat(turn.wasCostly()).isTrue();
    }

    /** A clock only. */
    private final class Clock implements Dispatcher {
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
        public long nanoTime() {
            return nanos;
        }

        @Override
        public boolean servesIo() {
            return false;
        }
    }
}
