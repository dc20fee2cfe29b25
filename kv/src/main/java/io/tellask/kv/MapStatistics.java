package io.tellask.kv;

/**
 * Counts and sizes of one map at one moment.
 *
 * @param name name of the map
 * @param records keys present; one that expired counts until it is written to or compaction drops it
 * @param liveBytes bytes of records that hold the value of a key
 * @param diskBytes size of the map's files
 * @param durability what an acknowledged write survives
 * @param sequence number of the youngest change, 0 if there is none
 * @param oldestSequence number from which on every change can still be subscribed to
 * @param subscribers streams of changes that are open
 * @param segments files of the log
 * @param inertBytes bytes of removals and heads of batches
 * @param forces times the log was forced to disk since the map was opened
 * @param compactions runs of files that were rewritten since then
 * @param freedBytes bytes of files that this gave back
 */
public record MapStatistics(
        String name,
        long records,
        long liveBytes,
        long diskBytes,
        String durability,
        long sequence,
        long oldestSequence,
        int subscribers,
        int segments,
        long inertBytes,
        long forces,
        long compactions,
        long freedBytes) {}
