package io.tellask.actor.runtime;

import io.tellask.actor.CallCopier;
import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where an actor lives: the system that spawned it, as its cell knows it. Thread-safe. */
public interface ActorHost {
    /** Makes another actor there, and returns the reference to call it by. */
    <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options);

    /** What copies the arguments and results of calls there; null where they are passed as they are. */
    default @Nullable CallCopier copier() {
        return null;
    }

    /** What logs slow messages there; null where nothing does. */
    default @Nullable SlowMessages slowMessages() {
        return null;
    }

    /** The object stops to be the actor: what it has to do about that is done here. What it throws is logged. */
    default void stopping(Object actor, StopReason reason) {
        // where an actor hears of nothing
    }

    /** An actor has stopped for good. */
    default void stopped(ActorCell<?> cell) {
        // where nobody knows of it
    }

    /** Counts a message that a full mailbox dropped. */
    void countDropped();

    /** Tells those who listen that a message of an actor was not carried out; never throws. */
    default void deadLetter(ActorCell<?> cell, Message message, Reason reason, @Nullable Throwable failure) {
        if (message instanceof CallMessage call) {
            deadLetter(cell, call.method(), reason, failure);
        }
    }

    /** As above, by the name of the method. */
    default void deadLetter(ActorCell<?> cell, String method, Reason reason, @Nullable Throwable failure) {
        // where nobody listens
    }

    /** Counts a failed tell and logs it, at most once a second; never throws. */
    void reportTellFailure(String actor, String method, Throwable failure);
}
