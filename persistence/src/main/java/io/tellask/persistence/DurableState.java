package io.tellask.persistence;

import io.tellask.actor.Promise;
import io.tellask.text.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of an actor, of which the newest version is stored. An actor opens it in its constructor ({@link Persistence#durableState}), which
 * reads what is stored, before the first message.
 *
 * <p>What a promise said is stored survives {@code kill -9}, and a power cut as the {@link io.tellask.store.Durability} says. Belongs to the actor
 * that opened it: from elsewhere, its methods raise {@link IllegalStateException}.
 *
 * @param <S> the state, immutable
 */
public final class DurableState<S> {
    private final Entries entries;
    private final Ownership ownership;
    private final PendingWrites writes;
    private S state;
    private long updates; // since this actor was made, its recovery included

    DurableState(Entries entries, Ownership ownership, PendingWrites writes, S initial) {
        this.entries = entries;
        this.ownership = ownership;
        this.writes = writes;
        state = initial;
    }

    @SuppressWarnings("unchecked")
    void recover() {
        if (entries.snapshot() != null) {
            throw new NameInUseException("persistence: name=" + SafeText.of(entries.name())
                    + " holds events; open it with eventSourced, or choose another name");
        }
        Object found = entries.state();
        if (found == null) {
            entries.putState(state); // shows at once whether states can be stored
        } else {
            state = (S) found;
        }
        updates = 1;
        writes.recovered(updates, () -> {});
    }

    /** The newest state. */
    public S state() {
        ownership.requireActor();
        return state;
    }

    /**
     * Stores a state in place of the last one. The promise has it and settles once it is as safe as the durability says, in the order of the calls.
     * It fails with what the store, the codec or a limit refused, and then the state is as it was.
     */
    public Promise<S> update(S newState) {
        Objects.requireNonNull(newState, "newState");
        return updated(newState, null, 0);
    }

    /**
     * As {@link #update}, for what a sender numbers in a rising order, such as {@linkplain Effects effects}: state and number are stored as one, and a
     * state whose number is not above the sender's last one is dropped. Then the promise has the state as it is, once that is durable.
     *
     * @param sender the sender's name, within {@link PersistenceLimits#nameBytes}; the store keeps one number for each
     * @param number 1 at least
     */
    public Promise<S> updateOnce(String sender, long number, S newState) {
        Objects.requireNonNull(sender, "sender");
        Objects.requireNonNull(newState, "newState");
        EventSourced.requireNumber(number);
        return updated(newState, sender, number);
    }

    /** Settles with the present state once it is as safe as the durability says. */
    public Promise<S> whenDurable() {
        ownership.requireActor();
        return writes.whenDurable(state);
    }

    private Promise<S> updated(S newState, @Nullable String sender, long number) {
        ownership.requireActor();
        try {
            if (sender != null && number <= entries.received(sender)) {
                return whenDurable();
            }
            writes.requireRoom(entries.name());
            ownership.write(() -> {
                if (sender == null) {
                    entries.putState(newState);
                } else {
                    entries.putState(newState, sender, number);
                }
                return newState;
            });
        } catch (RuntimeException refused) {
            return Promise.failed(refused);
        }
        state = newState;
        updates++;
        return writes.written(updates, newState);
    }
}
