package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import org.junit.jupiter.api.Test;

class LoopMonitorTest {
    private static final long LIMIT = ActorSystem.DEFAULT_BLOCKED_LOOP_LIMIT.toNanos();

    private final LoopMonitor monitor = new LoopMonitor("monitored");

    @Test
    void countsTurnThatTakesAsLongAsTheLimitOnce() {
        monitor.watched(Thread.currentThread());
        monitor.beginTurn();
        assertThat(monitor.look(0)).isTrue();
        assertThat(monitor.look(LIMIT - 1)).isTrue();
        assertThat(monitor.blockedTurns()).isZero();
        monitor.look(LIMIT);
        monitor.look(2 * LIMIT);
        assertThat(monitor.blockedTurns()).isOne();
        monitor.endTurn();
        monitor.beginTurn();
        monitor.look(3 * LIMIT);
        monitor.look(4 * LIMIT);
        assertThat(monitor.blockedTurns()).isEqualTo(2);
    }

    @Test
    void countsNeitherManyShortTurnsNorRest() {
        monitor.watched(Thread.currentThread());
        for (int turn = 0; turn < 10; turn++) {
            monitor.beginTurn();
            monitor.look(turn * LIMIT);
            monitor.endTurn();
        }
        monitor.look(10 * LIMIT);
        assertThat(monitor.look(20 * LIMIT)).isFalse();
        assertThat(monitor.blockedTurns()).isZero();
    }
}
