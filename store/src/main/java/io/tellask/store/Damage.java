package io.tellask.store;

/**
 * A part of a file that is not what was written.
 *
 * @param file name of the file in the store's directory
 * @param segment number of the segment, -1 for another file
 * @param offset where the part begins
 * @param bytes how long it is
 * @param records records that were in it, -1 where that cannot be told
 * @param firstSequence lowest sequence number that such a record can have, -1 where that cannot be told or there is none
 * @param lastSequence the highest one
 * @param reason what is wrong
 */
public record Damage(
        String file,
        int segment,
        long offset,
        long bytes,
        long records,
        long firstSequence,
        long lastSequence,
        String reason) {
    /** Damage of which no sequence numbers are known. */
    public Damage(String file, int segment, long offset, long bytes, long records, String reason) {
        this(file, segment, offset, bytes, records, -1, -1, reason);
    }

    /** This damage with a count of records that were in it; -1 where that cannot be told. */
    public Damage withRecords(long count) {
        return new Damage(file, segment, offset, bytes, count, firstSequence, lastSequence, reason);
    }

    /** The same with the sequence numbers of what is lost; none if there are none between the two. */
    public Damage withSequences(long first, long last) {
        boolean any = first <= last;
        return new Damage(file, segment, offset, bytes, records, any ? first : -1, any ? last : -1, reason);
    }
}
