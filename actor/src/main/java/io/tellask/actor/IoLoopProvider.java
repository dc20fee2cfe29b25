package io.tellask.actor;

/**
 * Makes the I/O loops of an actor system: found by {@link java.util.ServiceLoader}, or handed to the system's builder. A module that
 * brings sockets provides it; a simulation hands in its own.
 */
public interface IoLoopProvider {
    /**
     * Starts loops.
     *
     * @param loops how many, at least 1
     * @param name what their threads' names begin with
     */
    IoLoops open(int loops, String name);
}
