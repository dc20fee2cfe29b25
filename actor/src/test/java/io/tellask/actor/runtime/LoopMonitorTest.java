package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import java.util.Arrays;
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

    @Test
    void tellsOfALongStackItsInnermostAndItsOutermostFrames() {
        StackTraceElement[] stack = new StackTraceElement[1_024];
        Arrays.setAll(stack, i -> new StackTraceElement("Actor", "frame" + i, null, -1));
        StackTraceElement[] shown = LoopMonitor.shortened(stack);
        assertThat(shown)
                .hasSize(65)
                .startsWith(Arrays.copyOf(stack, 40))
                .endsWith(Arrays.copyOfRange(stack, 1_000, 1_024));
        assertThat(shown[40]).hasToString("here.wereLeftOut(frames=960)");
        StackTraceElement[] shorter = Arrays.copyOf(stack, 65);
        assertThat(LoopMonitor.shortened(shorter)).isSameAs(shorter);
    }
}
