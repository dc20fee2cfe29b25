package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.pattern.IllegalTransitionException;
import io.tellask.actor.pattern.StateMachine;
import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** States of an actor, in virtual time. */
@Timeout(60)
class StateMachineTest {
    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> log = new ArrayList<>();
    private final Host host = system.spawn(
            Host.class,
            HostActor::new,
            SpawnOptions.on(dispatcher)
                    .withSupervision(Supervision.restart().withPauses(Duration.ZERO, Duration.ZERO)));

    /** Runs what the test says as an actor. */
    public interface Host {
        void run(Runnable code);
    }

    static final class HostActor implements Host {
        @Override
        public void run(Runnable code) {
            code.run();
        }
    }

    @AfterEach
    void close() {
        Thread closing = Thread.ofPlatform().start(system::close);
        while (closing.isAlive()) {
            dispatcher.run();
            Thread.onSpinWait();
        }
    }

    private <T> T as(Supplier<T> code) {
        List<T> result = new ArrayList<>();
        List<RuntimeException> failure = new ArrayList<>();
        host.run(() -> {
            try {
                result.add(code.get());
            } catch (RuntimeException e) {
                failure.add(e);
            }
        });
        dispatcher.run();
        if (!failure.isEmpty()) {
            throw failure.getFirst();
        }
        return result.getFirst();
    }

    private void does(Runnable code) {
        as(() -> {
            code.run();
            return "done";
        });
    }

    enum Door {
        OPEN,
        CLOSED,
        LOCKED
    }

    enum Deed {
        PULL,
        PUSH,
        TURN_KEY
    }

    private StateMachine<Door, Deed> door() {
        return as(() -> StateMachine.of(Door.CLOSED, Deed.class)
                .on(Door.CLOSED, Deed.PULL, Door.OPEN)
                .on(Door.OPEN, Deed.PUSH, Door.CLOSED, () -> log.add("bang"))
                .on(Door.CLOSED, Deed.TURN_KEY, Door.LOCKED)
                .on(Door.LOCKED, Deed.TURN_KEY, Door.CLOSED)
                .onEntry(Door.CLOSED, () -> log.add("closed"))
                .after(Door.OPEN, Duration.ofSeconds(30), Door.CLOSED));
    }

    @Test
    void machineFollowsItsTransitionsAndNamesWhatIsNone() {
        StateMachine<Door, Deed> door = door();
        assertThat(as(() -> door.fire(Deed.PULL))).isEqualTo(Door.OPEN);
        assertThatThrownBy(() -> as(() -> door.fire(Deed.TURN_KEY)))
                .isInstanceOf(IllegalTransitionException.class)
                .hasMessage("state machine: state=OPEN, event=TURN_KEY leads nowhere; events that do=[PUSH]");
        assertThat(door.accepts(Deed.PUSH)).isTrue();
        assertThat(as(() -> door.fire(Deed.PUSH))).isEqualTo(Door.CLOSED);
        assertThat(log).containsExactly("bang", "closed");
        assertThat(dispatcher.timersWaiting()).isZero();
        does(() -> door.fire(Deed.PULL));
        dispatcher.advance(Duration.ofSeconds(30));
        assertThat(door.state()).isEqualTo(Door.CLOSED);
    }

    @Test
    void machineIsDrawn() {
        assertThat(door().diagram()).isEqualTo("""
                stateDiagram-v2
                    [*] --> CLOSED
                    OPEN --> CLOSED: PUSH
                    CLOSED --> OPEN: PULL
                    CLOSED --> LOCKED: TURN_KEY
                    LOCKED --> CLOSED: TURN_KEY
                    OPEN --> CLOSED: after PT30S
                """);
        StateMachine<Door, Deed> door = door();
        assertThatThrownBy(() -> as(() -> door.on(Door.CLOSED, Deed.PULL, Door.LOCKED)))
                .hasMessageContaining("event=PULL leads from state=CLOSED already");
    }

    @Test
    void belongsToTheActorThatMakesIt() {
        assertThatThrownBy(() -> StateMachine.of(Door.OPEN, Deed.class)).hasMessageContaining("outside of an actor");
        StateMachine<Door, Deed> door = door();
        assertThatThrownBy(() -> door.fire(Deed.PULL)).hasMessageContaining("belongs to actor=Host");
        assertThatThrownBy(() -> as(() -> door.after(Door.OPEN, Duration.ZERO, Door.CLOSED)))
                .hasMessageContaining("time=PT0S");
    }

    @Test
    void aTimeThatIsOverWhenItsStateWasLeftCountsNoMore() {
        StateMachine<Door, Deed> door = door();
        does(() -> door.fire(Deed.PULL));
        does(() -> {
            dispatcher.advance(Duration.ofSeconds(30)); // what follows from that waits behind this message
            door.fire(Deed.PUSH);
            door.fire(Deed.PULL);
        });
        assertThat(door.state()).isEqualTo(Door.OPEN);
        dispatcher.advance(Duration.ofSeconds(30));
        assertThat(door.state()).isEqualTo(Door.CLOSED);
    }

    private StateMachine<Door, Deed> usedDoor() {
        StateMachine<Door, Deed> door = door();
        does(() -> door.fire(Deed.PULL));
        does(() -> door.fire(Deed.PUSH));
        return door;
    }

    @Test
    void theActorForgetsMachinesThatNobodyUses() {
        List<WeakReference<Object>> made = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            made.add(new WeakReference<>(usedDoor()));
        }
        dispatcher.advance(Duration.ofSeconds(30)); // which forgets timers that were cancelled
        StateMachine<Door, Deed> last = door();
        does(() -> last.fire(Deed.PULL));
        Await.until("machines without a timer were collected", () -> {
            System.gc();
            return made.stream().allMatch(machine -> machine.refersTo(null));
        });
        assertThat(last.state()).isEqualTo(Door.OPEN);
    }

    @Test
    void timesOfTheFormerObjectAreOver() {
        StateMachine<Door, Deed> door = door();
        does(() -> door.fire(Deed.PULL));
        host.run(() -> {
            throw new IllegalStateException("the actor fails");
        });
        dispatcher.run();
        dispatcher.advance(Duration.ofMinutes(1));
        assertThat(log).isEmpty();
        assertThat(door.state()).isEqualTo(Door.OPEN);
    }
}
