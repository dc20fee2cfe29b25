package io.tellask.store;

/**
 * Sizes and counts of a store at one moment.
 *
 * @param records keys present, those included that have expired and were neither written to nor compacted since
 * @param sequence sequence number of the youngest record of the log, 0 if there is none
 * @param liveBytes bytes of records that hold the value of a key, headers and padding included
 * @param inertBytes bytes of records that never held one and are kept to hide or join others: removals, heads of batches
 * @param logBytes bytes of all records in the log
 * @param allocatedBytes size of all segment files
 * @param segments segment files
 * @param indexSlots slots of the index, 8 bytes each off the heap
 * @param forces times the log was forced to disk since opening
 * @param compactions runs of segments that were rewritten since opening
 * @param freedBytes bytes of segment files that this gave back
 * @param damagedReads times a read of a key or a scan met a record that is not what was written, since opening
 * @param unforcedMillis how long ago the oldest change was made that is not on disk yet, with {@link Durability#PERIODIC}; 0 if there is none
 * @param readOnly whether the map takes no changes any more, since a write to disk failed
 */
public record StoreStatistics(
        long records,
        long sequence,
        long liveBytes,
        long inertBytes,
        long logBytes,
        long allocatedBytes,
        int segments,
        long indexSlots,
        long forces,
        long compactions,
        long freedBytes,
        long damagedReads,
        long unforcedMillis,
        boolean readOnly) {}
