package io.tellask.console;

import java.util.Objects;

/**
 * One durable map; sizes in bytes, counts since it was opened.
 *
 * @param name of the map
 * @param durability what an acknowledged write survives
 * @param records keys that it has
 * @param liveBytes records that hold the value of a key
 * @param inertBytes removals, and heads of batches
 * @param logBytes all records in the log: what is neither live nor inert was overwritten, and is given back by compaction
 * @param diskBytes its files
 * @param segments files of the log
 * @param forces times the log was forced to disk
 * @param unforcedMillis how long ago the oldest change was made that is not on disk; 0 for none
 * @param compactions runs of files that were rewritten
 * @param freedBytes what this gave back
 * @param damagedReads reads that met a record that is not what was written
 * @param readOnly whether it takes no changes any more, since a write failed
 */
public record StoreRow(
        String name,
        String durability,
        long records,
        long liveBytes,
        long inertBytes,
        long logBytes,
        long diskBytes,
        int segments,
        long forces,
        long unforcedMillis,
        long compactions,
        long freedBytes,
        long damagedReads,
        boolean readOnly) {
    public StoreRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(durability, "durability");
    }
}
