package io.tellask.actor.pattern;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * States of an actor, and what leads from one to another. It belongs to the actor that makes it; time is that of the actor's dispatcher.
 *
 * @param <S> states
 * @param <E> events
 */
public final class StateMachine<S extends Enum<S>, E extends Enum<E>> extends OwnedByActor {
    private final Class<E> events;
    private final S first;
    private final Map<S, Map<E, Transition<S>>> transitions;
    private final Map<S, Timeout<S>> timeouts;
    private final Map<S, Runnable> entries;
    private S state;

    /** Where an event leads, and what is done on the way. */
    private record Transition<S>(S target, Runnable action) {}

    /** Where a state leads by itself. */
    private record Timeout<S>(long nanos, S target) {}

    private StateMachine(Class<S> states, Class<E> events, S first) {
        super("state machine");
        this.events = events;
        this.first = first;
        transitions = new EnumMap<>(states);
        timeouts = new EnumMap<>(states);
        entries = new EnumMap<>(states);
        state = first;
    }

    /** A machine of this actor that is in its first state, and has no transitions yet. */
    public static <S extends Enum<S>, E extends Enum<E>> StateMachine<S, E> of(S first, Class<E> events) {
        return new StateMachine<>(
                Objects.requireNonNull(first, "first").getDeclaringClass(),
                Objects.requireNonNull(events, "events"),
                first);
    }

    /**
     * An event leads from one state to another, or back to the same.
     *
     * @throws IllegalArgumentException if it leads from there already
     */
    public StateMachine<S, E> on(S from, E event, S to) {
        return on(from, event, to, () -> {});
    }

    /** As above; the action runs before the other state is entered. If it throws, the state stays as it is. */
    public StateMachine<S, E> on(S from, E event, S to, Runnable action) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(event, "event");
        Transition<S> transition =
                new Transition<>(Objects.requireNonNull(to, "to"), Objects.requireNonNull(action, "action"));
        if (transitions.computeIfAbsent(from, any -> new EnumMap<>(events)).putIfAbsent(event, transition) != null) {
            throw new IllegalArgumentException(
                    "state machine: event=" + event + " leads from state=" + from + " already; say it once");
        }
        return this;
    }

    /** What is done whenever a state is entered; what was said before about that state counts no more. */
    public StateMachine<S, E> onEntry(S entered, Runnable action) {
        entries.put(Objects.requireNonNull(entered, "entered"), Objects.requireNonNull(action, "action"));
        return this;
    }

    /** After a time in a state another one is entered; counted from now if the machine is in it, and anew whenever it is entered. */
    public StateMachine<S, E> after(S from, Duration time, S to) {
        long nanos = positiveNanos("state machine: time", Objects.requireNonNull(time, "time"));
        timeouts.put(Objects.requireNonNull(from, "from"), new Timeout<>(nanos, Objects.requireNonNull(to, "to")));
        if (from == state) {
            startTimeout();
        }
        return this;
    }

    /** The state it is in. */
    public S state() {
        return state;
    }

    /**
     * An event has happened.
     *
     * @return the state after it
     * @throws IllegalTransitionException if it leads nowhere from this state, which stays
     */
    public S fire(E event) {
        Objects.requireNonNull(event, "event");
        requireOwner();
        Map<E, Transition<S>> here = transitions.getOrDefault(state, Map.of());
        Transition<S> transition = here.get(event);
        if (transition == null) {
            throw new IllegalTransitionException("state machine: state=" + state + ", event=" + event
                    + " leads nowhere; events that do=" + here.keySet());
        }
        transition.action.run();
        enter(transition.target);
        return state;
    }

    /** Whether an event leads anywhere from this state. */
    public boolean accepts(E event) {
        return transitions.getOrDefault(state, Map.of()).containsKey(Objects.requireNonNull(event, "event"));
    }

    private void enter(S target) {
        state = target;
        startTimeout();
        Runnable entry = entries.get(target);
        if (entry != null) {
            entry.run();
        }
    }

    private void startTimeout() {
        cancelTimer();
        Timeout<S> timeout = timeouts.get(state);
        if (timeout != null) {
            startTimer(timeout.nanos, () -> enter(timeout.target));
        }
    }

    /** The machine as a diagram of Mermaid, by the order of states and events. */
    public String diagram() {
        StringBuilder text = new StringBuilder("stateDiagram-v2\n    [*] --> ").append(first);
        transitions.forEach((from, byEvent) ->
                byEvent.forEach((event, transition) -> arrow(text, from, transition.target, event.toString())));
        timeouts.forEach(
                (from, timeout) -> arrow(text, from, timeout.target, "after " + Duration.ofNanos(timeout.nanos)));
        return text.append('\n').toString();
    }

    private void arrow(StringBuilder text, S from, S to, String label) {
        text.append("\n    ")
                .append(from)
                .append(" --> ")
                .append(to)
                .append(": ")
                .append(label);
    }
}
