package io.tellask.persistence;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.text.SafeText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The right of one actor, as it was made once, to write one name. An actor that is made again takes it from its former self, whose late
 * writes are refused. {@link #write} and {@link #end} may be called by any thread, the rest by the actor.
 */
final class Ownership {
    private final ActorCell<?> owner;
    private final String name;
    private @Nullable String ended; // guarded by this
    private @Nullable Throwable reason; // guarded by this

    Ownership(ActorCell<?> owner, String name) {
        this.owner = owner;
        this.name = name;
    }

    /** Whether another instance may take the name: the actor has stopped, or is the same one made again. */
    boolean mayPassTo(ActorCell<?> other) {
        return owner == other || owner.isStopped();
    }

    boolean isLeft() {
        return owner.isStopped();
    }

    String ownerName() {
        return owner.name();
    }

    /** No write begins after this. */
    synchronized void end(String why, @Nullable Throwable cause) {
        if (ended == null) {
            ended = why;
            reason = cause;
        }
    }

    synchronized boolean isEnded() {
        return ended != null;
    }

    /** Makes a change while the name is still owned. */
    synchronized <T> T write(Supplier<T> change) {
        if (ended != null) {
            throw new PersistenceClosedException(
                    "persistence: name=" + SafeText.of(name) + " cannot be written, reason=" + ended
                            + "; make the actor again, which recovers what is stored",
                    reason);
        }
        return change.get();
    }

    /** Raises {@link IllegalStateException} unless the calling thread runs the actor. */
    void requireActor() {
        if (ActorCell.current() != owner) {
            throw new IllegalStateException("persistence: name=" + SafeText.of(name) + " belongs to actor="
                    + owner.name() + "; call it from that actor's own code");
        }
    }
}
