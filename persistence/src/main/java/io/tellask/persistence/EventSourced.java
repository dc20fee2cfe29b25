package io.tellask.persistence;

import io.tellask.actor.Promise;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of an actor as what its events lead to. An actor opens it in its constructor ({@link Persistence#eventSourced}), which recovers the
 * state from the last snapshot and the events after it, before the first message.
 *
 * <p>An event is stored, then applied to the state, then answered. What a promise said is stored survives {@code kill -9}, and a power cut as
 * the {@link io.tellask.store.Durability} says. Events have numbers from 1 on, without gaps. After
 * {@link PersistenceLimits#eventsPerSnapshot} events a snapshot is stored, and the events before it whose effects are confirmed are removed.
 *
 * <p>With {@link io.tellask.store.Durability#FORCED} the state has an event before the disk has it: an answer that tells of the state without
 * persisting anything may wait for {@link #whenDurable}.
 *
 * <p>Belongs to the actor that opened it: from elsewhere, its methods raise {@link IllegalStateException}.
 *
 * @param <S> the state: immutable, or changed by events alone
 * @param <E> the events
 */
public final class EventSourced<S, E> {
    private static final System.Logger LOG = System.getLogger("io.tellask.persistence");

    private final Entries entries;
    private final Ownership ownership;
    private final PendingWrites writes;
    private final PersistenceLimits limits;
    private final BiFunction<? super S, ? super E, ? extends S> handler;
    private @Nullable EffectRunner<E> effects;
    private S state;
    private long sequence;
    private long snapshot;
    private long nextSnapshot;
    private long oldest;

    EventSourced(
            Entries entries,
            Ownership ownership,
            PendingWrites writes,
            PersistenceLimits limits,
            S initial,
            BiFunction<? super S, ? super E, ? extends S> handler) {
        this.entries = entries;
        this.ownership = ownership;
        this.writes = writes;
        this.limits = limits;
        this.handler = handler;
        state = initial;
    }

    /** Reads what is stored, and begins with the effects that are not confirmed. */
    void recover(@Nullable Effects<E> given) {
        long[] found = entries.snapshot();
        if (found == null) {
            begin();
        } else {
            restore(found);
        }
        nextSnapshot = snapshot + limits.eventsPerSnapshot();
        Long stored = entries.confirmed();
        requireEffects(given, stored);
        if (given != null) {
            if (stored == null) {
                entries.confirm(sequence); // what happened before there were effects has none
                stored = sequence;
            }
            effects = new EffectRunner<>(given, entries, ownership, writes, Math.max(stored, oldest - 1));
        }
        writes.recovered(sequence, this::runEffects);
        runEffects();
    }

    /** The first snapshot is that of the initial state: it shows at once whether states can be stored. */
    private void begin() {
        if (entries.state() != null) {
            throw new NameInUseException("persistence: name=" + SafeText.of(entries.name())
                    + " holds a durable state, no events; open it with durableState, or choose another name");
        }
        oldest = 1;
        requireNoEventAfter(0);
        entries.putSnapshot(state, 0, 1);
    }

    @SuppressWarnings("unchecked")
    private void restore(long[] found) {
        snapshot = found[0];
        oldest = found[1];
        sequence = snapshot;
        state = (S) Objects.requireNonNull(entries.state(), "state of the snapshot");
        Object event = entries.event(sequence + 1);
        while (event != null) { // one at a time: several large ones may not fit in memory together
            state = applied((E) event);
            sequence++;
            event = entries.event(sequence + 1);
        }
        requireNoEventAfter(sequence);
    }

    /** A later event behind one that is missing says that the missing one was lost. */
    private void requireNoEventAfter(long last) {
        if (entries.hasEventFrom(last + 1)) {
            throw new EventGapException("persistence: name=" + SafeText.of(entries.name()) + ", event=" + (last + 1)
                    + " is missing, later ones are there; restore the store from a backup");
        }
    }

    private void requireEffects(@Nullable Effects<E> given, @Nullable Long confirmed) {
        if (given == null && confirmed != null && confirmed < sequence) {
            throw new EffectsMissingException("persistence: name=" + SafeText.of(entries.name()) + ", confirmed="
                    + confirmed + ", events=" + sequence + "; give the effects that confirm the others");
        }
    }

    private void runEffects() {
        if (effects != null) {
            effects.wake();
        }
    }

    /** The state after all events so far. */
    public S state() {
        ownership.requireActor();
        return state;
    }

    /** The number of the last event, 0 before the first. */
    public long sequence() {
        ownership.requireActor();
        return sequence;
    }

    /**
     * Stores an event and applies it to the state. The promise has the state after it and settles once the event is as safe as the durability
     * says, in the order of the calls. It fails with what the store, the codec or a limit refused, and then neither the store nor the state has
     * the event; or with what the event handler threw, and then nothing more is written until the actor is made again.
     */
    public Promise<S> persist(E event) {
        Objects.requireNonNull(event, "event");
        return persisted(List.of(event), () -> entries.append(sequence + 1, event));
    }

    /** As {@link #persist}, several events as one: after a crash all of them are there or none. No events: the state as it is. */
    public Promise<S> persistAll(List<? extends E> events) {
        List<E> all = List.copyOf(Objects.requireNonNull(events, "events"));
        return all.isEmpty() ? whenDurable() : persisted(all, () -> entries.append(sequence + 1, all));
    }

    /**
     * As {@link #persist}, for what a sender numbers in a rising order, such as {@linkplain Effects effects}: event and number are stored as one,
     * and an event whose number is not above the sender's last one is dropped. Then the promise has the state as it is, once that is durable.
     *
     * @param sender the sender's name, within {@link PersistenceLimits#nameBytes}; the store keeps one number for each
     * @param number 1 at least
     */
    public Promise<S> persistOnce(String sender, long number, E event) {
        Objects.requireNonNull(sender, "sender");
        Objects.requireNonNull(event, "event");
        requireNumber(number);
        ownership.requireActor();
        try {
            if (number <= entries.received(sender)) {
                return whenDurable();
            }
        } catch (RuntimeException refused) {
            return Promise.failed(refused);
        }
        List<E> events = List.of(event);
        return persisted(events, () -> entries.append(sequence + 1, events, sender, number));
    }

    static void requireNumber(long number) {
        if (number < 1) {
            throw new IllegalArgumentException("persistence: number=" + number + ", allowed=1..");
        }
    }

    /** Settles with the present state once all events so far are as safe as the durability says. */
    public Promise<S> whenDurable() {
        ownership.requireActor();
        return writes.whenDurable(state);
    }

    private Promise<S> persisted(List<E> events, BooleanSupplier append) {
        ownership.requireActor();
        try {
            requireRoom();
            if (!ownership.write(append::getAsBoolean)) {
                throw new EventGapException(
                        "persistence: name=" + SafeText.of(entries.name()) + ", event=" + (sequence + 1)
                                + " is there already; make the actor again, and let nobody else change the map");
            }
        } catch (RuntimeException refused) {
            return Promise.failed(refused);
        }
        try {
            for (E event : events) {
                state = applied(event);
            }
        } catch (Throwable failure) {
            ownership.end("the event handler failed at event=" + (sequence + 1), failure);
            return Promise.failed(failure);
        }
        sequence += events.size();
        if (sequence >= nextSnapshot) {
            takeSnapshot();
        }
        return writes.written(sequence, state);
    }

    private S applied(E event) {
        return Objects.requireNonNull(handler.apply(state, event), "state that the event handler returns");
    }

    private void requireRoom() {
        writes.requireRoom(entries.name());
        if (effects != null && sequence - effects.confirmed() >= limits.unconfirmedEffects()) {
            throw new PersistenceLimitException("persistence: name=" + SafeText.of(entries.name())
                    + ", unconfirmedEffects=" + (sequence - effects.confirmed()) + ", limit="
                    + limits.unconfirmedEffects()
                    + "; let effects settle, or raise PersistenceLimits.unconfirmedEffects");
        }
    }

    /** One that fails leaves all events in place; the next one is due after as many events again. */
    private void takeSnapshot() {
        nextSnapshot = sequence + limits.eventsPerSnapshot();
        try {
            ownership.write(() -> {
                entries.putSnapshot(state, sequence, oldest);
                snapshot = sequence;
                long keptFrom = effects == null ? sequence + 1 : Math.min(sequence, effects.confirmed()) + 1;
                entries.removeEvents(snapshot, oldest, keptFrom);
                oldest = Math.max(oldest, keptFrom);
                return snapshot;
            });
        } catch (RuntimeException failure) {
            SafeLog.log(
                    LOG,
                    Level.WARNING,
                    "snapshot failed: name=" + SafeText.of(entries.name()) + ", event=" + sequence
                            + ", recovery takes longer until one succeeds",
                    null,
                    failure);
        }
    }
}
