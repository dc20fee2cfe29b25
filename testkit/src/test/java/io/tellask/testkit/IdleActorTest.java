package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Remote;
import io.tellask.remote.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors of a session that stop when its peer does not call them, in simulated time. */
@Timeout(60)
class IdleActorTest {
    private static final Duration IDLE = Duration.ofMinutes(5);

    private final List<String> stopped = new ArrayList<>();
    private final Rig rig = new Rig(
            Limits.defaults(),
            new PeerMemory(64 << 20),
            (system, builder) -> builder.publish("desks", Desks.class, system.spawn(Desks.class, () -> this::open)));
    private final Client client = rig.connect();
    private final Desks desks = rig.simulation.await(client.lookupAsync("desks", Desks.class));
    private final Desk desk = rig.simulation.await(desks.open());

    public interface Desks {
        Promise<Desk> open();
    }

    public interface Desk {
        void note();

        Promise<Integer> notes();

        void leave();
    }

    static final class DeskActor extends Actor implements Desk {
        private int notes;

        @Override
        public void note() {
            notes++;
        }

        @Override
        public Promise<Integer> notes() {
            return Promise.of(notes);
        }

        @Override
        public void leave() {
            system().stop(self(Desk.class));
        }
    }

    private Promise<Desk> open() {
        return Promise.of(Session.current()
                .orElseThrow()
                .spawn(
                        Desk.class,
                        DeskActor::new,
                        SpawnOptions.defaults(),
                        IDLE,
                        reason -> stopped.add(reason.name())));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void actorThatIsNotCalledStopsAfterItsIdleTime() {
        rig.simulation.advance(IDLE.minusSeconds(1));
        assertThat(stopped).isEmpty();

        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(stopped).containsExactly("IDLE");
        assertThat(rig.failure(desk.notes())).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void eachKindOfCallKeepsItAlive() {
        rig.simulation.advance(Duration.ofMinutes(4));
        desk.note();
        rig.simulation.advance(Duration.ofMinutes(4));
        assertThat(rig.simulation.await(desk.notes())).isEqualTo(1);
        rig.simulation.advance(IDLE.minusSeconds(1));
        assertThat(stopped).isEmpty();
        rig.simulation.advance(Duration.ofSeconds(2));
        assertThat(stopped).containsExactly("IDLE");
    }

    @Test
    void callsOfOtherActorsDoNotCount() {
        for (int i = 0; i < 4; i++) {
            rig.simulation.advance(Duration.ofMinutes(1));
            rig.simulation.await(desks.open());
        }
        rig.simulation.advance(Duration.ofSeconds(61));
        assertThat(stopped).containsExactly("IDLE");
    }

    @Test
    void stoppedIsToldOfEachOtherEndOnce() {
        desk.leave();
        rig.simulation.runUntilIdle();
        assertThat(stopped).containsExactly(StopReason.REQUESTED.name());

        Remote.release(rig.simulation.await(desks.open()));
        rig.simulation.await(desks.open());
        rig.leave(client);
        rig.simulation.advance(Duration.ofHours(1));
        assertThat(stopped).containsExactly("REQUESTED", "SESSION_ENDED", "SESSION_ENDED");
    }

    @Test
    void idleTimeMustBePositive() {
        rig.asActor(() -> assertThatThrownBy(() -> open(Duration.ZERO)).hasMessageContaining("no session"));
    }

    private static void open(Duration idleTime) {
        Session.current()
                .orElseThrow(() -> new IllegalStateException("no session"))
                .spawn(Desk.class, DeskActor::new, SpawnOptions.defaults(), idleTime, reason -> {});
    }
}
