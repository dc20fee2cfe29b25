package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;

/** Timers of an actor. */
public final class Timers {
    Timers(ActorCell<?> cell) {}

    void cancelAll() {}
}
