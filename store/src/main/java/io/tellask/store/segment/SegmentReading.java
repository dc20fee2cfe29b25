package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.layout.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * What reading a whole place of the log found.
 *
 * @param records records whose checksum holds, heads of batches included
 * @param damages everything that is wrong, by offset; empty for a sound one
 */
public record SegmentReading(
        ClosedLog.Place place, long baseSequence, long lastSequence, long records, List<Damage> damages) {
    public SegmentReading {
        damages = List.copyOf(damages);
    }

    /**
     * Reads a place that has to be whole, and hands out what can be read of it; {@code before} is the last sequence number of the place before.
     */
    public static <E extends Exception> SegmentReading ofWhole(
            ClosedLog.Place place, long before, SegmentSalvage.Sink<E> sink) throws E {
        SegmentFile file = place.file();
        long base = place.needsBase() ? before + 1 : place.baseSequence();
        boolean compacted = file != null && place.through() > place.number(); // and so without some of its numbers
        long lost = place.lastSequence() < 0 || compacted ? -1 : Math.max(0, place.lastSequence() - base + 1);
        long last = Math.max(base - 1, place.lastSequence());
        if (file == null) {
            String name = SegmentPreparer.name(place.number());
            Damage missing = new Damage(name, place.number(), 0, 0, lost, "file is missing").withSequences(base, last);
            return new SegmentReading(place, base, last, 0, List.of(missing));
        }
        List<Damage> damages = new ArrayList<>();
        if (file.bytes().byteSize() < SegmentLayout.HEADER + SegmentLayout.FOOTER) {
            damages.add(new Damage(file.name(), file.number(), 0, file.bytes().byteSize(), lost, "file ends early")
                    .withSequences(base, last));
            return new SegmentReading(place, base, last, 0, damages);
        }
        if (file.isForeign()) {
            damages.add(new Damage(file.name(), file.number(), 0, file.bytes().byteSize(), lost, file.fault())
                    .withSequences(base, last));
            return new SegmentReading(place, base, last, 0, damages);
        }
        if (file.header() == null || file.isOtherVersion()) {
            long length = Math.min(SegmentLayout.HEADER, file.bytes().byteSize());
            long records = file.isOtherVersion() ? -1 : 0;
            damages.add(new Damage(file.name(), file.number(), 0, length, records, file.fault()));
        }
        SegmentSalvage salvage = new SegmentSalvage(file, base - 1, place.atMost());
        salvage.run(place.lastSequence(), sink);
        damages.addAll(salvage.damages());
        addFooterDamage(place, file, salvage, damages);
        countByFooter(place, salvage, damages);
        return new SegmentReading(place, base, Math.max(last, salvage.lastSequence()), salvage.salvaged(), damages);
    }

    /** Reads a sealed segment of an open store. */
    public static SegmentReading ofSealed(LogSegment segment) {
        SegmentFile file = SegmentFile.of(segment);
        ClosedLog.Place place = new ClosedLog.Place(
                segment.number,
                segment.through(),
                file,
                segment.baseSequence,
                segment.lastSequence,
                segment.lastSequence,
                false);
        return ofWhole(place, segment.baseSequence - 1, record -> {});
    }

    /** What is damaged before an offset of a segment to which records are being added. */
    public static List<Damage> damagesBefore(long end, MemorySegment bytes, int number) {
        SegmentLayout.Header header = SegmentLayout.readHeader(bytes);
        String name = SegmentPreparer.name(number);
        if (header == null) {
            return List.of(new Damage(name, number, 0, SegmentLayout.HEADER, -1, "header checksum differs"));
        }
        RecordReader reader = new RecordReader();
        reader.start(bytes, SegmentLayout.HEADER, end, header.baseSequence(), header.kind() == SegmentLayout.REWRITTEN);
        RecordReader.Step step = reader.next();
        while (step == RecordReader.Step.RECORD) {
            step = reader.next();
        }
        if (step == RecordReader.Step.END && reader.offset == end) {
            return List.of();
        }
        String reason = step == RecordReader.Step.DAMAGE ? reader.damage : "record is missing";
        return List.of(new Damage(name, number, reader.offset, end - reader.offset, -1, reason));
    }

    /** Where records were left out, sequence numbers do not tell how many are lost, but the footer's count does, if they are lost in one place. */
    private static void countByFooter(ClosedLog.Place place, SegmentSalvage salvage, List<Damage> damages) {
        long written = writtenRecords(place);
        List<Damage> uncounted =
                damages.stream().filter(damage -> damage.records() < 0).toList();
        if (written >= 0 && uncounted.size() == 1) {
            long lost = written - salvage.salvaged();
            damages.replaceAll(damage -> damage.records() < 0 ? damage.withRecords(lost) : damage);
        }
    }

    /** How many records there were, -1 where nothing tells: an older version of the segment counts its own. */
    private static long writtenRecords(ClosedLog.Place place) {
        SegmentFile file = place.file();
        SegmentLayout.Footer footer = file == null || file.isOtherVersion() ? null : file.footer();
        return footer == null || footer.lastSequence() != place.lastSequence() ? -1 : footer.records();
    }

    /** Records that are not there any more, -1 where that cannot be told. */
    public long lost() {
        boolean counted = damages.stream().allMatch(damage -> damage.records() >= 0);
        if (counted) {
            return damages.stream().mapToLong(Damage::records).sum();
        }
        long written = writtenRecords(place);
        return written < 0 ? -1 : written - records;
    }

    private static void addFooterDamage(
            ClosedLog.Place place, SegmentFile file, SegmentSalvage salvage, List<Damage> damages) {
        long offset = file.capacity() - SegmentLayout.FOOTER;
        String reason = null;
        if (file.footer() == null) {
            reason = place.open() ? null : "footer is missing";
        } else if (place.lastSequence() != file.footer().lastSequence()) {
            reason = "the next segment does not continue it";
        } else if (damages.isEmpty() && salvage.salvaged() != file.footer().records()) {
            reason = "records=" + salvage.salvaged() + " are not what the footer says";
        }
        boolean told = file.bytes().byteSize() < file.capacity();
        if (reason != null && !told) {
            long next = file.lastSequence() + 1;
            boolean gap = file.footer() != null && place.lastSequence() >= next;
            boolean counted = !gap && place.lastSequence() >= 0;
            damages.add(new Damage(file.name(), file.number(), offset, SegmentLayout.FOOTER, counted ? 0 : -1, reason)
                    .withSequences(gap ? next : 0, gap ? place.lastSequence() : -1));
        }
    }

    public boolean isSound() {
        return damages.isEmpty();
    }
}
