package io.tellask.persistence;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** An account whose state is what its events lead to. */
final class AccountActor implements Account {
    private final EventSourced<State, Event> state;

    AccountActor(EventSourced<State, Event> state) {
        this.state = state;
    }

    static Account spawn(ActorSystem system, Persistence persistence, String name) {
        return spawn(system, () -> persistence.eventSourced(name, new State(0), State::after));
    }

    static Account spawn(ActorSystem system, Persistence persistence, String name, Effects<Event> effects) {
        return spawn(system, () -> persistence.eventSourced(name, new State(0), State::after, effects));
    }

    private static Account spawn(ActorSystem system, Supplier<EventSourced<State, Event>> opening) {
        return system.spawn(Account.class, () -> new AccountActor(opening.get()));
    }

    static Persistence open(Path folder) {
        return Persistence.open(folder, State.class, Event.class);
    }

    static Persistence open(Path folder, Function<PersistenceLimits, PersistenceLimits> limits) {
        return Persistence.builder(folder, State.class, Event.class)
                .limits(limits.apply(PersistenceLimits.defaults()))
                .open();
    }

    @Override
    public Promise<Long> add(long amount) {
        Event event = amount == Long.MAX_VALUE ? new Noted("refused") : new Added(amount);
        return state.persist(event).thenApply(State::sum);
    }

    @Override
    public Promise<Long> addAll(List<Long> amounts) {
        return state.persistAll(amounts.stream().map(Added::new).toList()).thenApply(State::sum);
    }

    @Override
    public Promise<Long> addOnce(String sender, long number, long amount) {
        return state.persistOnce(sender, number, new Added(amount)).thenApply(State::sum);
    }

    @Override
    public Promise<Long> sum() {
        return Promise.of(state.state().sum());
    }

    @Override
    public Promise<Long> events() {
        return Promise.of(state.sequence());
    }
}
