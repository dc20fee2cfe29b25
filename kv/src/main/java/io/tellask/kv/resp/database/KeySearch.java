package io.tellask.kv.resp.database;

/**
 * What looks for keys among records of which many may have expired or be dead, in portions. Close it where it is not gone on with to its end. Belongs to
 * the loop.
 */
public interface KeySearch extends AutoCloseable {
    /** Bytes of the log that a portion goes over: a millisecond at most, but for longer records. */
    long PORTION_BYTES = 256 << 10;

    /** Goes over so many bytes of the log, about; true once the search has ended. Where it throws it has ended, too. */
    boolean goOn(long mostBytes);

    /** Bytes of the log that it went over so far. */
    long passedBytes();

    @Override
    void close();
}
