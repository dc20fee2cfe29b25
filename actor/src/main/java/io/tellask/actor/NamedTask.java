package io.tellask.actor;

import java.time.Duration;
import java.util.Objects;

/** What is to be done in a phase. Immutable. */
record NamedTask(Phase phase, String name, Duration limit, PhaseTask task) {
    /** How long a task may take of which nothing else was said. */
    static final Duration USUAL_LIMIT = Duration.ofSeconds(10);

    private static final Duration LONGEST_LIMIT = Duration.ofDays(365);

    NamedTask {
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(task, "task");
        if (limit.compareTo(Duration.ZERO) <= 0 || limit.compareTo(LONGEST_LIMIT) > 0) {
            throw new IllegalArgumentException(
                    "phase: task=" + name + ", limit=" + limit + " is not over PT0S and up to " + LONGEST_LIMIT);
        }
    }

    /** What logs and failures call it. */
    String title() {
        return "task=" + name + ", phase=" + phase;
    }
}
