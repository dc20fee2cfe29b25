package io.tellask.bench.spi;

/**
 * The calling half of a contender of the remoting suite: one connection to its service in another process. Its methods are
 * called by one ordinary thread, one after the other; each may be called many times.
 */
public interface Caller {
    /**
     * What a phase came to.
     *
     * @param count messages sent
     * @param total the sum of all sums: as read back from the receiver for tells, as answered for asks
     */
    record Tally(long count, long total) {}

    /** Sends pairs while the phase is open, then reads back what the receiver added up during this phase. */
    Tally tell(Phase phase) throws Exception;

    /** Asks for sums while the phase is open, thousands at a time, checks each answer, and returns when all are in. */
    Tally ask(Phase phase) throws Exception;

    /** Asks for one sum and waits for it. */
    int askOnce(int first, int second) throws Exception;
}
