package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Phase;
import io.tellask.actor.Promise;
import io.tellask.remote.Limits;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server does in the phases in which its system closes. */
@Timeout(120)
class ServerPhasesTest {
    /** Of simulated time, which passes slowly beside a thread that waits. */
    private static final Duration DRAIN = Duration.ofMillis(20);

    private static Rig draining(Duration time) {
        return new Rig(Limits.defaults(), PeerMemory.ofProcess(), (_, builder) -> builder.drainFor(time));
    }

    @Test
    void sessionsGoOnWhenNoMoreAreAccepted() {
        try (Rig rig = new Rig()) {
            Office office = rig.office();
            rig.server.stopAccepting();
            rig.server.stopAccepting();
            assertThat(rig.server.health().isHealthy()).isFalse();
            assertThat(rig.failure(rig.connecting(Limits.defaults()))).isInstanceOf(TransportException.class);
            assertThat(rig.simulation.await(office.echo(7))).isEqualTo(7);
        }
    }

    @Test
    void callersGetTheirAnswersAfterTheLastConnection() {
        try (Rig rig = draining(DRAIN)) {
            Office office = rig.office();
            Promise<Integer> answer = office.later(3);
            rig.simulation.runUntilIdle();
            List<String> steps = new ArrayList<>();
            rig.there.atClose(Phase.CONNECTIONS, "first", Duration.ofSeconds(1), () -> steps.add("connections"));
            rig.there.atClose(Phase.CALLERS, "second", Duration.ofSeconds(1), () -> {
                steps.add(rig.server.isClosing() ? "closing" : "open");
                rig.local.note("while callers leave");
            });
            rig.simulation
                    .newDispatcher("late")
                    .schedule(rig.clerk::answerPending, DRAIN.dividedBy(2).toNanos());
            rig.simulation.callVoid(rig.there::close);
            assertThat(steps).containsExactly("connections", "closing");
            assertThat(rig.clerk.lines).containsExactly("while callers leave");
            assertThat(rig.simulation.await(answer)).isEqualTo(3);
        }
    }

    @Test
    void whoTakesLongerThanTheDrainIsCutOff() {
        try (Rig rig = draining(DRAIN)) {
            Promise<Integer> answer = rig.office().later(3);
            rig.simulation.runUntilIdle();
            rig.simulation
                    .newDispatcher("late")
                    .schedule(rig.clerk::answerPending, DRAIN.multipliedBy(3).toNanos());
            rig.simulation.callVoid(rig.there::close);
            assertThat(rig.failure(answer)).isInstanceOf(OutcomeUnknownException.class);
        }
    }

    @Test
    void drainIsWithinADay() {
        try (ActorSystem system = ActorSystem.create()) {
            Server.Builder builder = Server.builder(system);
            Duration day = Duration.ofDays(1);
            assertThat(builder.drainFor(day).drainFor(Duration.ZERO)).isSameAs(builder);
            for (Duration bad : List.of(day.plusNanos(1), Duration.ofNanos(-1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> builder.drainFor(bad))
                        .withMessage("server: drainFor=" + bad + " is not within PT0S to PT24H");
            }
        }
    }
}
