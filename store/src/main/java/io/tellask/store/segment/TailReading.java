package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.layout.SegmentLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the segments behind the last one that has to be whole, up to where opening would cut the log. Changes nothing. */
public final class TailReading {
    private final RecordReader reader = new RecordReader();
    private final List<Damage> cuts = new ArrayList<>();
    private final Map<Integer, Long> ends = new HashMap<>();
    private long records;
    private long lastSequence;
    private boolean ended;

    /** Starts behind the last sequence number of the whole part. */
    TailReading(long lastSequence) {
        this.lastSequence = lastSequence;
    }

    /** What opening would drop. */
    public List<Damage> cuts() {
        return cuts;
    }

    /** Where the records of a segment end, 0 if the log ended before it. */
    public long end(SegmentFile file) {
        return ends.getOrDefault(file.number(), 0L);
    }

    public long records() {
        return records;
    }

    public long lastSequence() {
        return lastSequence;
    }

    /** Reads the next segment. */
    void read(SegmentFile file) {
        SegmentLayout.Header header = file.header();
        if (!ended && header != null && header.baseSequence() != lastSequence + 1) {
            ended = true;
        }
        if (ended || header == null) {
            ended = true;
            cut(file, 0, header == null ? "its header was not written" : "the log ends before it");
            return;
        }
        reader.start(file.bytes(), SegmentLayout.HEADER, file.recordLimit(), lastSequence + 1, false);
        RecordReader.Step step = reader.next();
        while (step == RecordReader.Step.RECORD) {
            lastSequence = reader.sequence;
            records++;
            step = reader.next();
        }
        String reason = step == RecordReader.Step.DAMAGE ? reader.damage : "record was not written, later bytes were";
        ended = cut(file, reader.offset, reason) || step != RecordReader.Step.END;
        ends.put(file.number(), reader.offset);
    }

    private boolean cut(SegmentFile file, long from, String reason) {
        long limit = from == 0 ? file.bytes().byteSize() : file.recordLimit();
        long end = Zeroes.skipBack(file.bytes(), from, limit);
        if (end > from) {
            cuts.add(new Damage(file.name(), file.number(), from, end - from, -1, reason));
        }
        return end > from;
    }
}
