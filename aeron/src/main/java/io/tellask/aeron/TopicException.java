package io.tellask.aeron;

import io.tellask.text.SafeText;

/** A message could not be published, or a topic not be opened; the message says which topic, why, and what to do. */
public final class TopicException extends RuntimeException {
    /** What went wrong, for callers that decide by it. */
    public enum Problem {
        /** The group's address is not understood, not reachable, or not allowed. */
        BAD_GROUP,
        /** The message is longer than messages of the group may be. */
        TOO_LARGE,
        /** Receivers that are waited for have no room, and the caller must not wait or has waited long enough. */
        NO_ROOM,
        /** The stream of a topic failed at its publisher, or was cancelled there. */
        STREAM_FAILED,
        /** The publisher of a stream ended before the stream did, or was not heard for long. */
        PUBLISHER_LOST,
        /** The group was closed, or its media driver has ended. */
        CLOSED
    }

    private final Problem problem;

    TopicException(Problem problem, String message) {
        super(SafeText.message(message));
        this.problem = problem;
    }

    TopicException(Problem problem, String message, Throwable cause) {
        super(SafeText.message(message), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
