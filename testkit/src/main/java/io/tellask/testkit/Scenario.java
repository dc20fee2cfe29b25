package io.tellask.testkit;

/** What an {@link Exploration} runs again and again: makes actors, calls them, and says what has to be true in the end. */
@FunctionalInterface
public interface Scenario {
    /**
     * Begins one run. It makes everything anew, and takes chance and time from the trial, so that a run with the same choices is the same run. Runs as an
     * actor: it does not wait, and functions that it attaches to promises run as messages of it.
     */
    void begin(Trial trial) throws Exception;
}
