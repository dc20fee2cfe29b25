package io.tellask.actor.pattern;

import io.tellask.actor.Timers;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The states of something, and which event leads from which to which: what a {@link StateMachine} follows. Usually a constant of the actor's class.
 * Immutable.
 *
 * @param <S> the states
 * @param <E> the events
 */
public final class StateDiagram<S extends Enum<S>, E extends Enum<E>> {
    /** What happens in a state after a time. */
    record Timeout<E>(Duration time, E event) {}

    private final S initial;
    private final Map<S, Map<E, S>> transitions;
    private final Map<S, Timeout<E>> timeouts;

    private StateDiagram(S initial, Map<S, Map<E, S>> transitions, Map<S, Timeout<E>> timeouts) {
        this.initial = initial;
        this.transitions = transitions;
        this.timeouts = timeouts;
    }

    /** A diagram without transitions. */
    public static <S extends Enum<S>, E extends Enum<E>> StateDiagram<S, E> from(S initial) {
        Class<S> states = Objects.requireNonNull(initial, "initial").getDeclaringClass();
        return new StateDiagram<>(initial, new EnumMap<>(states), new EnumMap<>(states));
    }

    /**
     * The same with one more transition.
     *
     * @param from the state in which the event comes
     * @param to the state that it leads to, which may be the same: it is left and entered then
     * @throws IllegalArgumentException if the event leads from there to another state already
     */
    public StateDiagram<S, E> on(S from, E event, S to) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(to, "to");
        Map<S, Map<E, S>> more = new EnumMap<>(transitions);
        Map<E, S> ofState = new EnumMap<>(event.getDeclaringClass());
        ofState.putAll(transitions.getOrDefault(from, Map.of()));
        S other = ofState.putIfAbsent(event, to);
        if (other != null) {
            throw new IllegalArgumentException("state diagram: from=" + from + ", event=" + event + ", to=" + to
                    + ", the event leads to " + other + " already; give each transition once");
        }
        more.put(from, ofState);
        return new StateDiagram<>(initial, more, timeouts);
    }

    /**
     * The same with an event that comes by itself when a state has lasted for a time. The transition that it takes is given before by {@link #on}.
     *
     * @param time more than zero
     * @throws IllegalArgumentException if the state has a timeout already, or no transition for the event
     */
    public StateDiagram<S, E> after(S state, Duration time, E event) {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(event, "event");
        if (time.compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException("state diagram: time=" + time + " <= 0; use a positive time");
        }
        if (target(state, event) == null) {
            throw new IllegalArgumentException("state diagram: state=" + state + " has no transition for timeout event="
                    + event + "; give it first");
        }
        Map<S, Timeout<E>> more = new EnumMap<>(timeouts);
        if (more.putIfAbsent(state, new Timeout<>(time, event)) != null) {
            throw new IllegalArgumentException(
                    "state diagram: state=" + state + " has a timeout already; give one for each state");
        }
        return new StateDiagram<>(initial, transitions, more);
    }

    /** A machine that begins in the initial state. Its timeouts run by these timers. */
    public StateMachine<S, E> start(Timers timers) {
        return new StateMachine<>(this, Objects.requireNonNull(timers, "timers"));
    }

    S initial() {
        return initial;
    }

    /** Where an event leads; null: it has no transition there. */
    @Nullable
    S target(S from, E event) {
        return transitions.getOrDefault(from, Map.of()).get(event);
    }

    @Nullable
    Timeout<E> timeout(S state) {
        return timeouts.get(state);
    }

    /** The events that have a transition in a state, for errors. */
    String events(S state) {
        return String.join(
                ", ",
                transitions.getOrDefault(state, Map.of()).keySet().stream()
                        .map(Enum::name)
                        .toList());
    }

    /** As a {@code stateDiagram-v2} of Mermaid, which many forges draw in Markdown. */
    public String toMermaid() {
        return "stateDiagram-v2\n    [*] --> " + initial.name() + "\n" + lines("    %s --> %s : %s\n");
    }

    /** As a graph in the language of Graphviz. */
    public String toDot() {
        return "digraph {\n    \"\" [shape=point];\n    \"\" -> \"" + initial.name() + "\";\n"
                + lines("    \"%s\" -> \"%s\" [label=\"%s\"];\n") + "}\n";
    }

    /** The initial state, and a line for each transition. */
    @Override
    public String toString() {
        return initial.name() + "\n" + lines("%1$s -- %3$s --> %2$s\n");
    }

    private String lines(String format) {
        StringBuilder lines = new StringBuilder();
        transitions.forEach((from, ofState) -> ofState.forEach((event, to) ->
                lines.append(format.formatted(from.name(), to.name(), event.name() + ofTimeout(from, event)))));
        return lines.toString();
    }

    private String ofTimeout(S from, E event) {
        Timeout<E> timeout = timeouts.get(from);
        return timeout != null && timeout.event() == event ? " after " + timeout.time() : "";
    }
}
