package io.tellask.actor.pattern;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Timers;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that is in one state of a {@link StateDiagram} at a time.
 *
 * <p>A transition runs what was given for leaving the old state, changes the state, and runs what was given for entering the new one. If leaving throws, the state
 * is as it was, and a timeout that has not come still comes; if entering throws, it is the new one. What these run may {@link #fire} the next event when entering, and not when leaving. A
 * timeout is a timer of the actor, and ends with the state: its event never comes late.
 *
 * <p>Not thread-safe: of the actor whose timers it has.
 *
 * @param <S> the states
 * @param <E> the events
 */
public final class StateMachine<S extends Enum<S>, E extends Enum<E>> {
    private static final Runnable NOTHING = () -> {};

    private final StateDiagram<S, E> diagram;
    private final Timers timers;
    private final Map<S, Runnable> entering;
    private final Map<S, Runnable> leaving;
    private S state;
    private boolean isLeaving;
    private @Nullable Cancellable timeout;

    StateMachine(StateDiagram<S, E> diagram, Timers timers) {
        this.diagram = diagram;
        this.timers = timers;
        state = diagram.initial();
        entering = new EnumMap<>(state.getDeclaringClass());
        leaving = new EnumMap<>(state.getDeclaringClass());
        startTimeout();
    }

    /** Runs an action whenever a state is entered, and in place of an earlier one; not for the initial state at the start. */
    public StateMachine<S, E> onEnter(S entered, Runnable action) {
        entering.put(Objects.requireNonNull(entered, "entered"), Objects.requireNonNull(action, "action"));
        return this;
    }

    /** Runs an action whenever a state is left, and in place of an earlier one. */
    public StateMachine<S, E> onLeave(S left, Runnable action) {
        leaving.put(Objects.requireNonNull(left, "left"), Objects.requireNonNull(action, "action"));
        return this;
    }

    /** The state that it is in. */
    public S state() {
        return state;
    }

    /** Whether an event has a transition in this state. */
    public boolean accepts(E event) {
        return diagram.target(state, Objects.requireNonNull(event, "event")) != null;
    }

    /**
     * Takes the transition of an event.
     *
     * @return the state after it, and after what it led to
     * @throws IllegalTransitionException if this state has none for it
     * @throws IllegalStateException if an action for leaving a state calls this
     */
    public S fire(E event) {
        S target = diagram.target(state, Objects.requireNonNull(event, "event"));
        if (isLeaving) {
            throw new IllegalStateException("state machine: state=" + state + ", event=" + event
                    + " comes while the state is left; fire it when the next one is entered");
        }
        if (target == null) {
            String events = diagram.events(state);
            throw new IllegalTransitionException("state machine: state=" + state.name() + ", event=" + event.name()
                    + " has no transition; " + (events.isEmpty() ? "the state is final" : "the state has " + events));
        }
        leave();
        state = target;
        startTimeout();
        entering.getOrDefault(target, NOTHING).run();
        return state;
    }

    private void leave() {
        isLeaving = true;
        try {
            leaving.getOrDefault(state, NOTHING).run();
        } finally {
            isLeaving = false;
        }
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
    }

    private void startTimeout() {
        StateDiagram.Timeout<E> next = diagram.timeout(state);
        if (next != null) {
            timeout = timers.after(next.time(), () -> fire(next.event()));
        }
    }
}
