package io.tellask.cluster;

import java.util.Iterator;

/** Where a member gets the state that it lacks. */
@FunctionalInterface
public interface StateSource {
    /**
     * The parts of another member's {@link StateMachine#parts}; blocks while there is none yet.
     *
     * @param member name of it
     */
    Parts of(String member);

    /** Parts of a state, one after the other; {@link #close} lets go of what is left. */
    interface Parts extends Iterator<byte[]>, AutoCloseable {
        @Override
        void close();
    }
}
