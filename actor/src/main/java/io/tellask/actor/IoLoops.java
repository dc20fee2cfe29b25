package io.tellask.actor;

import java.time.Duration;
import java.util.List;

/** The I/O loops of one actor system: dispatchers that also serve sockets. Thread-safe. */
public interface IoLoops {
    /** All loops, at least one, always the same. */
    List<Dispatcher> all();

    /** Ends the loops once what they hold has run; false if one has not ended after {@code patience}. */
    boolean close(Duration patience);

    /** Failures of code that ran on these loops and had nobody to tell, since they were opened: each ended its connection, task or timer only. */
    default long failures() {
        return 0;
    }

    /** Turns of these loops that took longer than they may, since they were opened: all connections and actors of the loop waited meanwhile. */
    default long blockedTurns() {
        return 0;
    }

    /** Sets how long one turn may take before it is counted and logged. */
    default void blockedLimit(Duration limit) {
        // loops that are not watched
    }

    /**
     * What runs an actor in place of a thread of its own, a virtual one, or the pool: {@linkplain #inVirtualTime() in virtual time} alone.
     *
     * @throws IllegalStateException if threads are real here
     */
    default Dispatcher standIn(String name) {
        throw new IllegalStateException(
                "dispatch: name=" + name + ", threads are real here; only a simulation replaces them");
    }

    /** The actor that a {@link #standIn} ran has stopped. */
    default void forget(Dispatcher standIn) {
        // threads are real here
    }

    /** Whether time passes only as whoever runs these loops lets it: then no other thread may do anything beside theirs. */
    default boolean inVirtualTime() {
        return false;
    }
}
