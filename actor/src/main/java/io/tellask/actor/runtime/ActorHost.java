package io.tellask.actor.runtime;

import io.tellask.actor.SpawnOptions;
import java.util.function.Supplier;

/** Where an actor lives: the system that spawned it, as its cell knows it. Thread-safe. */
public interface ActorHost {
    /** Makes another actor there, and returns the reference to call it by. */
    <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options);

    /** Counts a message that a full mailbox dropped. */
    void countDropped();

    /** Counts a failed tell and logs it, at most once a second; never throws. */
    void reportTellFailure(String actor, String method, Throwable failure);
}
