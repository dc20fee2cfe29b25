package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads all records of a segment whose checksum holds, and notes what lies between them. Not thread-safe.
 *
 * <p>Behind damage it goes on at the next offset where a whole record begins whose sequence number can be there: greater than the one before,
 * and not by more than records fit in between, and below those of the segments behind. So bytes inside of a value that look like a record of some other time are not taken for one; where the last
 * record is what is damaged, none is looked for.
 */
final class SegmentSalvage {
    /** What is done with a record. */
    public interface Sink<E extends Exception> {
        void accept(RecordReader record) throws E;
    }

    private static final int LEAST_BYTES = 24;

    private final SegmentFile file;
    private final MemorySegment bytes;
    private final long limit;
    private final boolean dense;
    private final long atMost;
    private final RecordReader reader = new RecordReader();
    private final RecordReader probe = new RecordReader();
    private final List<Damage> damages = new ArrayList<>();

    private long lastSequence;
    private long salvaged;

    /** Starts behind {@code lastSequence}, the last number of the segment before; none of its records has one above {@code atMost}. */
    SegmentSalvage(SegmentFile file, long lastSequence, long atMost) {
        this.file = file;
        this.lastSequence = lastSequence;
        this.atMost = atMost;
        bytes = file.bytes();
        limit = file.recordLimit();
        dense = file.header() == null ? file.footer() == null : !file.isRewritten();
    }

    /** What was wrong, ascending. */
    List<Damage> damages() {
        return damages;
    }

    /** Records handed out. */
    long salvaged() {
        return salvaged;
    }

    /** The sequence number of the last record handed out. */
    long lastSequence() {
        return lastSequence;
    }

    /** Hands out all records; {@code through} is the last sequence number that the segment had, or -1 if nothing tells. */
    <E extends Exception> void run(long through, Sink<E> sink) throws E {
        long at = Math.min(SegmentLayout.HEADER, limit);
        start(at);
        while (true) {
            RecordReader.Step step = reader.next();
            at = reader.offset;
            if (step == RecordReader.Step.RECORD && reader.sequence <= atMost) {
                take(sink);
                continue;
            }
            String reason = reason(step);
            boolean last = lastSequence + 1 == through;
            long next = at >= limit || last ? -1 : search(at);
            if (next < 0) {
                end(at, through, reason);
                return;
            }
            note(at, next - at, probe.sequence - lastSequence - 1, reason);
            lastSequence = probe.sequence - 1;
            start(next);
        }
    }

    private void start(long from) {
        reader.start(bytes, from, limit, lastSequence + 1, !dense);
    }

    private <E extends Exception> void take(Sink<E> sink) throws E {
        lastSequence = reader.sequence;
        salvaged++;
        sink.accept(reader);
    }

    private String reason(RecordReader.Step step) {
        return switch (step) {
            case RECORD -> "sequence=" + reader.sequence + ", last=" + atMost;
            case DAMAGE -> reader.damage;
            case END -> "record was not written, later bytes were";
        };
    }

    private void note(long offset, long length, long records, String reason) {
        damages.add(new Damage(file.name(), file.number(), offset, length, dense ? records : -1, reason)
                .withSequences(lastSequence + 1, lastSequence + records));
    }

    /** Where the next record begins that can be trusted, from an offset on; -1 if there is none. {@link #probe} is at it. */
    private long search(long from) {
        long jump = from + RecordLayout.alignedBytes(claimedBytes(from));
        if (jump > from && dense && isCandidate(jump, from) && probe.sequence == lastSequence + 2) {
            return jump;
        }
        for (long at = from; at <= limit - LEAST_BYTES; at += 8) {
            if (at % SegmentLayout.PAGE_BYTES == 0) {
                at += (Zeroes.skip(bytes, at, limit) - at)
                        / 8
                        * 8; // once a page, so that it costs no more than it saves
            }
            if (isCandidate(at, from)) {
                return at;
            }
        }
        return -1;
    }

    /** The length that a damaged record says it has, if it is no batch, else 0. */
    private long claimedBytes(long at) {
        if (limit - at < LEAST_BYTES || isBatch(at)) {
            return 0;
        }
        int length = bytes.get(SegmentLayout.INT, at + RecordLayout.LENGTH);
        return length >= RecordLayout.HEADER && length <= limit - at ? length : 0;
    }

    private boolean isBatch(long at) {
        byte flags = bytes.get(ValueLayout.JAVA_BYTE, at + RecordLayout.SEQUENCE_AND_FLAGS);
        return (flags & RecordLayout.KIND_MASK) == RecordLayout.BATCH;
    }

    private boolean isCandidate(long at, long from) {
        if (at > limit - RecordLayout.HEADER || bytes.get(SegmentLayout.LONG, at) == 0) {
            return false;
        }
        int length = bytes.get(SegmentLayout.INT, at + RecordLayout.LENGTH);
        int keyLength = bytes.get(SegmentLayout.INT, at + RecordLayout.KEY_LENGTH);
        long word = bytes.get(SegmentLayout.LONG, at + RecordLayout.SEQUENCE_AND_FLAGS);
        long sequence = word >>> 8;
        long missing = sequence - lastSequence - 1;
        boolean plausible = length >= RecordLayout.HEADER
                && length <= limit - at
                && keyLength >= 0
                && keyLength <= length - RecordLayout.HEADER
                && RecordLayout.isKnown((int) word & 0xFF)
                && missing >= 0
                && sequence <= atMost
                && (!dense || missing <= (at - from) / LEAST_BYTES);
        if (!plausible) {
            return false;
        }
        probe.start(bytes, at, limit);
        return probe.next() == RecordReader.Step.RECORD;
    }

    /** No record follows: notes what is missing up to where the records ended, or up to the last byte that is not zero. */
    private void end(long at, long through, String reason) {
        long records = through < 0 ? -1 : Math.max(0, through - lastSequence);
        long expectedEnd = file.footer() == null
                ? Math.max(at, lastByte(at))
                : file.footer().end();
        if (file.bytes().byteSize() < file.capacity()) {
            note(at, file.capacity() - at, records, "file ends early");
        } else if (expectedEnd > at) {
            note(at, expectedEnd - at, records, reason);
        } else if (dense && records > 0) {
            note(at, 0, records, "records are missing");
        } else if (!dense && file.footer() == null) {
            note(at, limit - at, records, "records may be missing");
        }
    }

    private long lastByte(long from) {
        return Zeroes.skipBack(bytes, from, limit);
    }
}
