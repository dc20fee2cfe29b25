package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import org.jspecify.annotations.Nullable;

/** The contract of the actor that finds out where actors are. */
interface LocationCalls {
    /** Begins to find the actor of a reference, which is told when it is found; goes on with a look-up that was begun, if one was. */
    Promise<Void> find(KeyedForwarding reference, @Nullable Promise<Object> begun);

    /** There is a newer table. */
    void learn(ActorTable table);

    /** Tells all hosts but the one that changed it of a newer table. */
    void announce(ActorTable table, String host);

    void close();
}
