package io.tellask.actor;

/** Code of the application that is run in a {@link Phase}, on a plain thread, which may wait. */
@FunctionalInterface
public interface PhaseTask {
    /** Does it; what it throws is logged, and fails a start. */
    void run() throws Exception;
}
