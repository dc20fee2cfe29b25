package io.tellask.store;

/**
 * Sizes and counts of a store at one moment.
 *
 * @param records keys present
 * @param liveBytes bytes of records that hold the value of a key, headers and padding included
 * @param logBytes bytes of all records in the log
 * @param allocatedBytes size of all segment files
 * @param segments segment files
 * @param indexSlots slots of the index, 8 bytes each off the heap
 * @param forces times the log was forced to disk since opening
 */
public record StoreStatistics(
        long records, long liveBytes, long logBytes, long allocatedBytes, int segments, long indexSlots, long forces) {}
