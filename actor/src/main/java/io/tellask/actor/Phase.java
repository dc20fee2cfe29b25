package io.tellask.actor;

/**
 * A step of the way in which a system closes: the first one first, each once the one before is over. A system {@linkplain Startup starts} the other
 * way round. What the system does itself in a phase follows the tasks that others have added to it.
 */
public enum Phase {
    /** No more connections are accepted; those that there are go on. */
    CONNECTIONS,
    /** Callers get their answers, and sessions end: servers and clients close. */
    CALLERS,
    /** All actors stop. From here on none is spawned. */
    ACTORS,
    /** What actors kept things in is closed: no actor works with it any more, but one that did not stop in time. */
    STORES,
    /** The I/O loops and the threads of actors end. */
    THREADS
}
