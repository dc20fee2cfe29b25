package io.tellask.store.segment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Where the records of a run of segments went when it was rewritten: a row of pairs, old and new place, ascending in both; off the heap. While it
 * is in use, a writer that meets an old address marks the new one dead.
 *
 * <p>Filled by the compacting thread; from then on immutable, and used under the shard's lock.
 */
public final class RelocationTable implements AutoCloseable {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private final List<LogSegment> run;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment sources;
    private final MemorySegment targets;

    /** Of each segment of the run, the index of its first pair; then the count of all. */
    private final int[] starts;

    private int count;
    private int current;
    private int targetSlot = -1;

    public RelocationTable(List<LogSegment> run) {
        this.run = run;
        long records = run.stream().mapToLong(segment -> segment.records).sum();
        sources = arena.allocate(Math.max(1, records) * Integer.BYTES, Integer.BYTES);
        targets = arena.allocate(Math.max(1, records) * Integer.BYTES, Integer.BYTES);
        starts = new int[run.size() + 1];
    }

    public List<LogSegment> run() {
        return run;
    }

    public int count() {
        return count;
    }

    /** Notes that the record at {@code from} in the segment of an index in the run is copied to {@code to}. Called in their order. */
    public void add(int segment, long from, long to) {
        while (current < segment) {
            starts[++current] = count;
        }
        sources.setAtIndex(INT, count, (int) (from >>> 3));
        targets.setAtIndex(INT, count, (int) (to >>> 3));
        count++;
    }

    /** Ends the filling. */
    public void end() {
        while (current < run.size()) {
            starts[++current] = count;
        }
    }

    /** The records are in the segment of a slot from now on. */
    public void complete(int slot) {
        targetSlot = slot;
    }

    /** Where the pairs of a segment of the run begin; those of the next one follow. */
    public int start(int segment) {
        return starts[segment];
    }

    /** The offset that a record was at. */
    public long sourceOffset(int i) {
        return (long) sources.getAtIndex(INT, i) << 3;
    }

    /** The offset that a record is at now. */
    public long targetOffset(int i) {
        return (long) targets.getAtIndex(INT, i) << 3;
    }

    public long target(int i) {
        return RecordAddress.of(targetSlot, targetOffset(i));
    }

    /** The address that a record has now; the same if it did not move. */
    public long translate(long address) {
        int slot = RecordAddress.slot(address);
        for (int i = 0; i < run.size(); i++) {
            if (run.get(i).slot == slot) {
                int at = search(starts[i], starts[i + 1], (int) (RecordAddress.offset(address) >>> 3));
                return at < 0 ? address : target(at);
            }
        }
        return address;
    }

    private int search(int from, int to, int place) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int found = sources.getAtIndex(INT, middle);
            if (found == place) {
                return middle;
            } else if (found < place) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        arena.close();
    }
}
