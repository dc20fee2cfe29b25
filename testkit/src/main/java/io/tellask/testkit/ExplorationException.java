package io.tellask.testkit;

import java.util.List;

/** A run of an {@link Exploration} failed. The message tells how to repeat it, and its steps; the cause is what went wrong. */
public final class ExplorationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String schedule;
    private final transient List<String> trace;

    ExplorationException(String message, String schedule, List<String> trace, Throwable cause) {
        super(message, cause);
        this.schedule = schedule;
        this.trace = List.copyOf(trace);
    }

    /** The choices of the run, for {@link Exploration#replay}. */
    public String schedule() {
        return schedule;
    }

    /** The steps of the run, one line each. */
    public List<String> trace() {
        return trace;
    }
}
