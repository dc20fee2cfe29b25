package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.remote.Limits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Times longer than a clock can count. */
class EndlessTimesTest {
    private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

    @Test
    void aServerThatClosesAtAnyTimeWaitsForItsAnswers() {
        try (Rig rig = new Rig()) {
            Office office = rig.office();
            Promise<Integer> answer = office.later(1);
            rig.simulation.runUntilIdle();
            rig.asActor(() -> rig.server.close(ENDLESS));
            rig.simulation.advance(Duration.ofSeconds(10));
            assertThat(rig.server.connections()).isOne();
            rig.clerk.answerPending();
            rig.simulation.advance(Duration.ofSeconds(1));
            assertThat(answer).isCompleted();
            assertThat(rig.server.connections()).isZero();
        }
    }

    @Test
    void aServerRefusesNoTimeBeforeItBeginsToClose() {
        try (Rig rig = new Rig()) {
            assertThatThrownBy(() -> rig.server.close(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("drainFor");
            assertThat(rig.connect().isOpen()).isTrue();
        }
    }

    @Test
    void aServerThatWaitsLessThanNoTimeClosesAtOnce() {
        try (Rig rig = new Rig()) {
            rig.office().later(1);
            rig.simulation.runUntilIdle();
            rig.asActor(() -> rig.server.close(ENDLESS.negated()));
            rig.simulation.advance(Duration.ofSeconds(1));
            assertThat(rig.server.connections()).isZero();
        }
    }

    @Test
    void virtualTimePassesToItsEndAndStaysThere() {
        try (Simulation simulation = Simulation.seeded(1)) {
            Dispatcher dispatcher = simulation.newDispatcher("timed");
            int[] runs = new int[1];
            simulation.advance(Duration.ofSeconds(1));
            dispatcher.schedule(() -> runs[0]++, Long.MAX_VALUE);
            simulation.advance(Duration.ofDays(365));
            assertThat(runs[0]).isZero();
            simulation.advance(ENDLESS);
            assertThat(runs[0]).isOne();
            assertThat(dispatcher.nanoTime()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void connectionsMayStallForEver() {
        try (Rig rig = new Rig()) {
            rig.transport.faults(Faults.none().stallAt(1, ENDLESS).delay(ENDLESS));
            Promise<?> connecting = rig.connecting(
                    Limits.builder().handshakeTime(Duration.ofSeconds(2)).build());
            rig.simulation.advance(Duration.ofSeconds(10));
            assertThat(connecting).isCompletedExceptionally();
            assertThat(connecting.exceptionNow()).isNotInstanceOf(ArithmeticException.class);
        }
    }
}
