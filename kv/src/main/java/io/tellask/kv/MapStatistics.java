package io.tellask.kv;

/**
 * Counts and sizes of one map at one moment.
 *
 * @param name name of the map
 * @param records keys present
 * @param liveBytes bytes of records that hold the value of a key
 * @param diskBytes size of the map's files
 * @param durability what an acknowledged write survives
 */
public record MapStatistics(String name, long records, long liveBytes, long diskBytes, String durability) {}
