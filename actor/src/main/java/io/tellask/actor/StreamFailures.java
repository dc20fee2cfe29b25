package io.tellask.actor;

import io.tellask.actor.failure.UnheardFailures;
import io.tellask.actor.runtime.ActorCell;
import org.jspecify.annotations.Nullable;

/** What subscribers and iterators throw where nobody waits for it: counted, and logged, one a second at most. Stateless. */
final class StreamFailures {
    private StreamFailures() {}

    /** Tells of a failure in a stream of an actor, or of a plain thread. Never throws. */
    static void report(@Nullable ActorCell<?> owner, String what, Throwable failure) {
        if (owner == null) {
            UnheardFailures.SHARED.failed(what, null, failure);
        } else {
            owner.dispatcher().failed(what + ": actor=", owner.name(), failure);
        }
    }
}
