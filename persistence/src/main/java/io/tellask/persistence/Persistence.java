package io.tellask.persistence;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.store.DurableMap;
import io.tellask.text.SafeText;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the state of actors, each under its name: {@linkplain EventSourced events and snapshots}, or the
 * {@linkplain DurableState newest state} alone. The folder is a store, open in one process at a time, which the commands for stores check,
 * back up and repair. A name is open in one actor at a time.
 *
 * <p>Nulls are refused with {@link NullPointerException}. Thread-safe. Close it after the systems of its actors: what they persist later
 * fails with {@code StoreClosedException}.
 */
public final class Persistence implements AutoCloseable {
    private static final int FIRST_SWEEP = 1_024;

    private final DurableMap<byte[], Object> map;
    private final PersistenceLimits limits;
    private final @Nullable Supplier<CompletableFuture<Void>> force;
    private final Map<String, Ownership> owners = new HashMap<>(); // guarded by itself
    private int sweepAt = FIRST_SWEEP; // guarded by owners

    Persistence(DurableMap<byte[], Object> map, PersistenceLimits limits, boolean forced) {
        this.map = map;
        this.limits = limits;
        force = forced ? map::force : null;
    }

    /**
     * Opens a folder, or creates it, with the defaults of {@link #builder}.
     *
     * @param stored the classes of states and events, which the codec is to take with their closure
     */
    public static Persistence open(Path folder, Class<?>... stored) {
        return builder(folder, stored).open();
    }

    /** Options first, {@link PersistenceBuilder#open} last. */
    public static PersistenceBuilder builder(Path folder, Class<?>... stored) {
        return new PersistenceBuilder(folder, stored);
    }

    /** As {@link #eventSourced(String, Object, BiFunction, Effects)}, for events without effects. */
    public <S, E> EventSourced<S, E> eventSourced(
            String name, S initial, BiFunction<? super S, ? super E, ? extends S> handler) {
        return events(name, initial, handler, null);
    }

    /**
     * Recovers the state of the calling actor, which owns the name from here on until it stops; to be called in its constructor. Reads the last snapshot
     * and the events after it.
     *
     * @param name what the state is stored under, 1 to {@link PersistenceLimits#nameBytes} bytes
     * @param initial the state before the first event
     * @param handler the state after an event, from the one before it; it does nothing else, since recovery calls it again
     * @param effects run for each event, and again until they are confirmed; events from before effects were first given have none
     * @throws NameInUseException if another actor has the name, or it holds a durable state
     * @throws EventGapException if an event was lost
     * @throws IllegalStateException if no actor calls
     */
    public <S, E> EventSourced<S, E> eventSourced(
            String name, S initial, BiFunction<? super S, ? super E, ? extends S> handler, Effects<E> effects) {
        return events(name, initial, handler, Objects.requireNonNull(effects, "effects"));
    }

    private <S, E> EventSourced<S, E> events(
            String name,
            S initial,
            BiFunction<? super S, ? super E, ? extends S> handler,
            @Nullable Effects<E> effects) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(handler, "handler");
        Entries entries = new Entries(map, name, limits);
        return owned(name, (ownership, writes) -> {
            EventSourced<S, E> events = new EventSourced<>(entries, ownership, writes, limits, initial, handler);
            events.recover(effects);
            return events;
        });
    }

    /**
     * Reads the state of the calling actor, which owns the name from here on until it stops; to be called in its constructor.
     *
     * @param name what the state is stored under, 1 to {@link PersistenceLimits#nameBytes} bytes
     * @param initial the state if none is stored
     * @throws NameInUseException if another actor has the name, or it holds events
     * @throws IllegalStateException if no actor calls
     */
    public <S> DurableState<S> durableState(String name, S initial) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(initial, "initial");
        Entries entries = new Entries(map, name, limits);
        return owned(name, (ownership, writes) -> {
            DurableState<S> state = new DurableState<>(entries, ownership, writes, initial);
            state.recover();
            return state;
        });
    }

    private <T> T owned(String name, BiFunction<Ownership, PendingWrites, T> recovery) {
        ActorCell<?> actor = ActorCell.current();
        if (actor == null) {
            throw new IllegalStateException("persistence: name=" + SafeText.of(name)
                    + " was opened outside of an actor; open it in the constructor of one");
        }
        Ownership ownership = new Ownership(actor, name);
        claim(name, actor, ownership);
        PendingWrites writes = new PendingWrites(ownership, force, limits.pendingWrites());
        try {
            T recovered = recovery.apply(ownership, writes);
            actor.lifecycle().atStop(ownership, () -> {
                release(name, ownership);
                writes.actorStops();
            });
            return recovered;
        } catch (Throwable failure) {
            release(name, ownership);
            throw failure;
        }
    }

    private void claim(String name, ActorCell<?> actor, Ownership ownership) {
        synchronized (owners) {
            Ownership former = owners.get(name);
            if (former != null && !former.mayPassTo(actor)) {
                throw new NameInUseException("persistence: name=" + SafeText.of(name) + " is open in actor="
                        + former.ownerName() + "; stop that one first, or choose another name");
            }
            if (former != null) {
                former.end("the actor was made again", null);
                actor.lifecycle().forgetAtStop(former);
            }
            if (owners.size() >= sweepAt) {
                owners.values().removeIf(Ownership::isLeft); // of actors whose constructor failed
                sweepAt = Math.max(FIRST_SWEEP, 2 * owners.size());
            }
            owners.put(name, ownership);
        }
    }

    private void release(String name, Ownership ownership) {
        ownership.end("the actor has stopped", null);
        synchronized (owners) {
            owners.remove(name, ownership);
        }
    }

    /** Completes when everything persisted before the call is on disk. */
    public CompletableFuture<Void> force() {
        return map.force();
    }

    /** Forces what was persisted and closes the folder. Calling it again does nothing. */
    @Override
    public void close() {
        map.close();
    }
}
