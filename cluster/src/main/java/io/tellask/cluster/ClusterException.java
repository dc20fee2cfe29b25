package io.tellask.cluster;

import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/** Something that a group was asked for was not done, or nobody knows whether it was; {@link #problem} says which. The message is bounded. */
public final class ClusterException extends RuntimeException {
    /** What went wrong, for callers that decide by it. */
    public enum Problem {
        /** This member does not lead, and nothing was changed: ask the leader, if there is one. */
        NOT_LEADER,
        /** No majority is together, and nothing was changed: try again later. */
        NO_LEADER,
        /** The command may have been applied, may be applied later, or never. */
        UNKNOWN_OUTCOME,
        /** A limit of this member, and nothing was changed: try again later. */
        LIMIT,
        /** The command is longer than the group takes, and nothing was changed. */
        TOO_LONG,
        /** The state machine does not take this command or question, or the group not this change now; nothing was changed. */
        REFUSED,
        /** The session is not there any more; the command may have been applied. */
        NO_SESSION,
        /** Commands of the session that come before this one are missing, and nothing was changed: give them again in their order. */
        OUT_OF_ORDER,
        /** The keys belong to another group, or are on their way to one, and nothing was changed: try again. */
        MOVED,
        /** Members would talk in plain text where others can read and change it; nothing was opened. */
        INSECURE,
        /** This member was closed. */
        CLOSED,
        /** Another activation of the actor has followed this one, and nothing was changed: what this one knows of its state is old. */
        FENCED,
        /** No host was found in time that runs the actor, and nothing was done: look whether hosts and a majority of the group run. */
        NO_HOST,
        /** This member has ended since its disk or its state machine failed; the cause says more. */
        FAILED
    }

    private final Problem problem;

    public ClusterException(Problem problem, String message) {
        this(problem, message, null);
    }

    public ClusterException(Problem problem, String message, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
