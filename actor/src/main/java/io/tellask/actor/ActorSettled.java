package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import org.jspecify.annotations.Nullable;

/**
 * A promise that its actor settles in a later message, such as at the end of a stream which it reads: so it does not wait for that. Thread-safe.
 *
 * @param <T> the value
 */
final class ActorSettled<T> extends Promise<T> {
    ActorSettled() {}

    ActorSettled(@Nullable ActorCell<?> owner) {
        super(owner);
    }

    @Override
    protected boolean waitsForMaker() {
        return true;
    }
}
