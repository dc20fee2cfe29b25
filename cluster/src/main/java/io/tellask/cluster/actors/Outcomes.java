package io.tellask.cluster.actors;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.failure.Failures;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.LookupException;

/** What failures of calls and look-ups say of what became of them. */
final class Outcomes {
    /** In the text of a refusal: another host has it, or will have it. */
    private static final String NOT_HERE = "is not run by this host now";

    private Outcomes() {}

    /** Whether a call of that reference surely was not executed, since the actor is not there any more, and may be made again. */
    static boolean didNotRun(Throwable failure, Object reference) {
        if (reference instanceof LocalReference local) {
            return failure instanceof ActorStoppedException stopped && stopped.isRefusalBy(local.cell());
        }
        return failure instanceof DisconnectedException
                || failure instanceof ActorStoppedException stopped && !stopped.hadBegun();
    }

    /** What the caller is told of a call that failed. */
    static Throwable told(Throwable failure) {
        return failure instanceof ActorStoppedException stopped && stopped.hadBegun()
                ? new ClusterException(
                        Problem.UNKNOWN_OUTCOME,
                        "cluster: the actor was stopped or moved before it answered, and had begun; ask it what became of the call",
                        failure)
                : failure;
    }

    /** Nobody looks for the actor: there is too much to look for, or it was closed. */
    static RuntimeException notSought(Throwable failure) {
        Throwable cause = Failures.unwrap(failure);
        return cause instanceof RuntimeException known && !(cause instanceof ActorStoppedException)
                ? known
                : LocationsActor.closed();
    }

    static ClusterException notHere(ActorId id) {
        return new ClusterException(Problem.NO_HOST, "cluster: actor=" + id + " " + NOT_HERE);
    }

    /** Whether a look-up failed since another host is to be asked. */
    static boolean isElsewhere(Throwable failure) {
        return failure.getMessage() instanceof String text && text.contains(NOT_HERE);
    }

    /** Whether a look-up was refused by the host that runs the actor, for good. */
    static boolean isFinal(Throwable failure) {
        return (failure instanceof LookupException
                        || failure instanceof ClusterException known && known.problem() == Problem.REFUSED)
                && !isElsewhere(failure);
    }
}
