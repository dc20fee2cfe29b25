package io.tellask.actor;

import java.util.List;

/**
 * The I/O loops of one actor system: dispatchers that serve sockets and run actors between two reads. At least one.
 *
 * <p>Each loop runs on one {@code DispatcherThread} that knows the loop as its dispatcher. Thread-safe.
 */
public interface IoLoops {
    /** One loop after the other, in turn. */
    Dispatcher next();

    /** Every loop. */
    List<Dispatcher> all();

    /** Runs what is queued, then ends the loops. Called by another thread it waits for their end, by a loop it does not. */
    void close();
}
