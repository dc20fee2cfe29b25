package io.tellask.kv;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;

/** A group of servers did not do what it was asked for, as where no majority of its members is together. */
public final class GroupException extends KeyValueException {
    private static final long serialVersionUID = 1;

    private final boolean mayHaveHappened;

    GroupException(ClusterException reason) {
        super(String.valueOf(reason.getMessage()));
        mayHaveHappened = reason.problem() == Problem.UNKNOWN_OUTCOME || reason.problem() == Problem.NO_SESSION;
    }

    /** Whether a write may have been made all the same; read what it was to change. Where it is false nothing was changed. */
    public boolean mayHaveHappened() {
        return mayHaveHappened;
    }
}
