package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateMachineTest {
    enum Link {
        IDLE,
        CONNECTING,
        OPEN,
        CLOSED
    }

    enum Event {
        CONNECT,
        ACCEPTED,
        DATA,
        TIMEOUT,
        CLOSE
    }

    private static final StateDiagram<Link, Event> DIAGRAM = StateDiagram.<Link, Event>from(Link.IDLE)
            .on(Link.IDLE, Event.CONNECT, Link.CONNECTING)
            .on(Link.CONNECTING, Event.ACCEPTED, Link.OPEN)
            .on(Link.CONNECTING, Event.TIMEOUT, Link.IDLE)
            .on(Link.OPEN, Event.DATA, Link.OPEN)
            .on(Link.OPEN, Event.TIMEOUT, Link.CLOSED)
            .on(Link.OPEN, Event.CLOSE, Link.CLOSED)
            .after(Link.CONNECTING, Duration.ofSeconds(5), Event.TIMEOUT)
            .after(Link.OPEN, Duration.ofSeconds(30), Event.TIMEOUT);

    private final TimedActor actor = new TimedActor();
    private final List<String> log = new ArrayList<>();
    private final StateMachine<Link, Event> machine = DIAGRAM.start(actor.timers);

    @AfterEach
    void close() {
        actor.close();
    }

    @Test
    void eventsLeadFromStateToState() {
        for (Link state : Link.values()) {
            machine.onEnter(state, () -> log.add("+" + state)).onLeave(state, () -> log.add("-" + machine.state()));
        }
        assertThat(machine.fire(Event.CONNECT)).isEqualTo(Link.CONNECTING);
        assertThat(machine.fire(Event.ACCEPTED)).isEqualTo(Link.OPEN);
        assertThat(machine.fire(Event.DATA)).isEqualTo(Link.OPEN);
        assertThat(machine.fire(Event.CLOSE)).isEqualTo(Link.CLOSED);
        assertThat(log)
                .containsExactly("-IDLE", "+CONNECTING", "-CONNECTING", "+OPEN", "-OPEN", "+OPEN", "-OPEN", "+CLOSED");
        assertThat(actor.timers.pending()).isZero();
    }

    @Test
    void anIllegalEventIsRefusedByStateAndEvent() {
        assertThat(machine.accepts(Event.DATA)).isFalse();
        assertThatThrownBy(() -> machine.fire(Event.DATA))
                .isInstanceOf(IllegalTransitionException.class)
                .hasMessage("state machine: state=IDLE, event=DATA has no transition; the state has CONNECT");
        assertThat(machine.state()).isEqualTo(Link.IDLE);
        machine.fire(Event.CONNECT);
        machine.fire(Event.ACCEPTED);
        machine.fire(Event.CLOSE);
        assertThatThrownBy(() -> machine.fire(Event.CONNECT)).hasMessageEndingWith("the state is final");
    }

    @Test
    void timeoutsComeWhenAStateHasLastedAndBeginAgainWhenItIsEnteredAgain() {
        actor.run(() -> machine.fire(Event.CONNECT));
        actor.advanceMillis(4_999);
        assertThat(machine.state()).isEqualTo(Link.CONNECTING);
        actor.advanceMillis(1);
        assertThat(machine.state()).isEqualTo(Link.IDLE);
        actor.run(() -> {
            machine.fire(Event.CONNECT);
            machine.fire(Event.ACCEPTED);
        });
        actor.advanceMillis(20_000);
        actor.run(() -> machine.fire(Event.DATA));
        actor.advanceMillis(29_999);
        assertThat(machine.state()).isEqualTo(Link.OPEN);
        actor.advanceMillis(1);
        assertThat(machine.state()).isEqualTo(Link.CLOSED);
    }

    @Test
    void enteringMayFireTheNextEvent() {
        machine.onEnter(Link.CONNECTING, () -> machine.fire(Event.ACCEPTED));
        assertThat(machine.fire(Event.CONNECT)).isEqualTo(Link.OPEN);
        assertThat(actor.timers.pending()).isEqualTo(1);
    }

    @Test
    void failuresLeaveTheStateThatTheyAreAbout() {
        machine.onLeave(Link.CONNECTING, () -> {
            throw new IllegalStateException("not yet");
        });
        machine.fire(Event.CONNECT);
        assertThatThrownBy(() -> machine.fire(Event.ACCEPTED)).hasMessage("not yet");
        assertThat(machine.state()).isEqualTo(Link.CONNECTING);
        assertThat(actor.timers.pending()).isEqualTo(1);
        machine.onLeave(Link.CONNECTING, () -> machine.fire(Event.TIMEOUT));
        assertThatThrownBy(() -> machine.fire(Event.ACCEPTED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("comes while the state is left");
        machine.onLeave(Link.CONNECTING, () -> log.add("left")).onEnter(Link.OPEN, () -> {
            throw new IllegalStateException("too late");
        });
        assertThatThrownBy(() -> machine.fire(Event.ACCEPTED)).hasMessage("too late");
        assertThat(machine.state()).isEqualTo(Link.OPEN);
    }

    @Test
    void drawsItself() {
        assertThat(DIAGRAM).hasToString("""
                        IDLE
                        IDLE -- CONNECT --> CONNECTING
                        CONNECTING -- ACCEPTED --> OPEN
                        CONNECTING -- TIMEOUT after PT5S --> IDLE
                        OPEN -- DATA --> OPEN
                        OPEN -- TIMEOUT after PT30S --> CLOSED
                        OPEN -- CLOSE --> CLOSED
                        """);
        assertThat(DIAGRAM.toMermaid())
                .startsWith("stateDiagram-v2\n    [*] --> IDLE\n    IDLE --> CONNECTING : CONNECT\n")
                .contains("    CONNECTING --> IDLE : TIMEOUT after PT5S\n");
        assertThat(DIAGRAM.toDot())
                .startsWith("digraph {\n    \"\" [shape=point];\n    \"\" -> \"IDLE\";\n")
                .contains("    \"IDLE\" -> \"CONNECTING\" [label=\"CONNECT\"];\n")
                .endsWith("}\n");
    }

    @Test
    void refusesDiagramsThatContradictThemselves() {
        assertThatThrownBy(() -> DIAGRAM.on(Link.IDLE, Event.CONNECT, Link.OPEN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the event leads to CONNECTING already");
        assertThatThrownBy(() -> DIAGRAM.after(Link.IDLE, Duration.ofSeconds(1), Event.TIMEOUT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("state=IDLE has no transition for timeout event=TIMEOUT");
        assertThatThrownBy(() -> DIAGRAM.after(Link.OPEN, Duration.ofSeconds(1), Event.TIMEOUT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a timeout already");
        assertThatThrownBy(() -> DIAGRAM.after(Link.IDLE, Duration.ZERO, Event.CONNECT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("time=PT0S <= 0");
    }
}
