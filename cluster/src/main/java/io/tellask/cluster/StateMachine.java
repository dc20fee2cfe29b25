package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.Flow;

/**
 * What commands change, the same at every member. Its methods are called one at a time, but see {@link #queriesConcurrently}.
 *
 * <p>{@link #apply} must be deterministic: the same commands from the same state give the same state and the same answers, whatever the machine,
 * the time and the JVM are. A clock, a random number or the order of a hash table must not reach the state; what a command needs of them its
 * sender puts into it.
 */
public interface StateMachine {
    /**
     * Changes the state by a command that a majority has.
     *
     * @param index of the command, from 1 on without gaps; the same at every member. A state that outlives its process may be given commands once
     *     more that it has already: it knows by the index and leaves them out
     * @param millis since 1970 by the clock of the member that led when the command was appended: the same at every member, and never less than
     *     that of a command before
     * @param command not to be changed, and not to be kept
     * @return what the sender is answered
     */
    byte[] apply(long index, long millis, byte[] command);

    /**
     * Called after the commands that came together, and before anybody is answered: a machine that writes each time what they changed, such as to a
     * disk, may write it all here instead. Nothing unless overridden.
     */
    default void flush() {}

    /** Answers a question about the state and does not change it. */
    byte[] query(byte[] question);

    /** Whether {@link #query} may be called on any thread while other methods run; false unless overridden. */
    default boolean queriesConcurrently() {
        return false;
    }

    /**
     * Writes the whole state; it is held in memory and sent as a whole. A machine with much state that outlives its process writes what little it
     * needs to fetch it by {@link #parts}.
     */
    void writeSnapshot(DataOutput out) throws IOException;

    /**
     * Replaces the state by one that was written by this member or another one.
     *
     * @param index of the last command in it
     */
    void readSnapshot(long index, DataInput in) throws IOException;

    /** Index of the last command that the state has when it is opened; 0 where it does not outlive its process, or is empty. */
    default long lastIndex() {
        return 0;
    }

    /** The whole state in parts, as of one moment, for a member that lacks it; only machines that fetch it have one. On any thread. */
    default Flow.Publisher<byte[]> parts() {
        throw new UnsupportedOperationException("cluster: this state is whole in its snapshots");
    }
}
