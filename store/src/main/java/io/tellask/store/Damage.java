package io.tellask.store;

/**
 * A part of a file that is not what was written.
 *
 * @param file name of the file in the store's directory
 * @param segment number of the segment, -1 for another file
 * @param offset where the part begins
 * @param bytes how long it is
 * @param records records that were in it, -1 where that cannot be told
 * @param reason what is wrong
 */
public record Damage(String file, int segment, long offset, long bytes, long records, String reason) {
    public Damage withRecords(long count) {
        return new Damage(file, segment, offset, bytes, count, reason);
    }
}
