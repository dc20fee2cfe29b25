package io.tellask.cluster;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What an engine gives the entries of a log to, one after the other: methods are called by one thread at a time, unless one says otherwise. */
public interface LogMachine {
    /**
     * Takes an entry that a majority has.
     *
     * @param index of the entry, from 1 on without gaps; the same at every member. Entries that were taken before a restart may come once more
     * @param entry not to be changed, and not to be kept
     * @return what {@link ReplicatedLog#append} is answered
     */
    byte[] apply(long index, byte[] entry);

    /** Answers a question, as {@link StateMachine#query}. */
    byte[] query(byte[] question);

    /** Whether {@link #query} may be called on any thread while other methods run. */
    boolean queriesConcurrently();

    /**
     * Index of the last command that the state has when it is opened; 0 where it does not outlive its process, or is empty. An engine refuses a
     * state that has some where the log has never had an entry.
     */
    default long lastIndex() {
        return 0;
    }

    /** Writes what the entries have made so far; it is held in memory and sent as a whole. */
    void writeSnapshot(DataOutput out) throws IOException;

    /**
     * Replaces all of it by what was written by this member or another one.
     *
     * @param index of the last entry in it
     */
    void readSnapshot(long index, DataInput in) throws IOException;
}
