package io.tellask.bench.spi;

/**
 * The calling half of a contender: one connection to the {@link Service} of the same contender in another process. Its
 * methods are called by one ordinary thread, one after the other; each may be called many times.
 */
public interface Caller {
    /** Sends pairs while the phase is open, then reads back what the receiver added up during this phase. */
    Tally tell(Phase phase) throws Exception;

    /** Asks for sums while the phase is open, thousands at a time, checks each answer, and returns when all are in. */
    Tally ask(Phase phase) throws Exception;

    /** Asks for one sum and waits for it. */
    int askOnce(int first, int second) throws Exception;
}
