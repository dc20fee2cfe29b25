package io.tellask.store.segment;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The segment files of a directory that no process has open, in the order of their records, with the places of missing ones. Reads headers and
 * footers; changes nothing.
 *
 * <p>Places up to {@link #wholeTo} have to be whole: opening refuses the store if they are not. Those behind are the tail, whose end opening
 * cuts where it was not completely written.
 */
public final class ClosedLog {
    /**
     * One or several numbers of the row: a segment, or none where files are missing.
     *
     * @param baseSequence sequence number of the first record
     * @param lastSequence of the last one, -1 if nothing tells
     */
    public record Place(int number, int through, @Nullable SegmentFile file, long baseSequence, long lastSequence) {
        /** The file of a place of the tail, where none is missing. */
        public SegmentFile presentFile() {
            return Objects.requireNonNull(file);
        }

        public long bytes() {
            return file == null ? 0 : file.bytes().byteSize();
        }

        /** Whether the sequence number of its first record has to be taken from the segment before. */
        boolean needsBase() {
            return file == null || file.header() == null;
        }
    }

    private final Path directory;
    private final StoreIdentity identity;
    private final Arena arena;
    private final List<SegmentFile> files = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private int wholeTo = -1;

    private ClosedLog(Path directory, StoreIdentity identity, Arena arena) {
        this.directory = directory;
        this.identity = identity;
        this.arena = arena;
    }

    /** Reads a directory; the files stay mapped as long as the arena lives. */
    public static ClosedLog read(Path directory, StoreIdentity identity, Arena arena) throws IOException {
        ClosedLog log = new ClosedLog(directory, identity, arena);
        log.openFiles();
        log.arrange();
        return log;
    }

    public List<Place> places() {
        return places;
    }

    /** Size of all files together. */
    public long bytes() {
        return places.stream().mapToLong(Place::bytes).sum();
    }

    /** Index of the last place that has to be whole, -1 if there is none. */
    public int wholeTo() {
        return wholeTo;
    }

    /** What must be wrong with a place for opening to refuse the store: that it is missing, or has a header of its own no more. */
    static boolean isRefused(Place place) {
        return place.file() == null
                || place.file().header() == null && !place.file().isUnwritten();
    }

    private void openFiles() throws IOException {
        SegmentDirectory names = new SegmentDirectory(directory, identity.id(), new StoreFiles());
        for (int number : names.numbers()) {
            files.add(SegmentFile.open(SegmentPreparer.file(directory, number), number, identity, arena));
        }
    }

    private void arrange() {
        List<SegmentFile> kept = withoutCovered();
        int next = 0;
        long base = 1;
        for (int i = 0; i < kept.size(); i++) {
            SegmentFile file = kept.get(i);
            if (file.number() > next) {
                long last = file.header() == null ? -1 : file.header().baseSequence() - 1;
                add(new Place(next, file.number() - 1, null, base, last));
                base = last < 0 ? base : last + 1;
            }
            SegmentFile follower = i + 1 < kept.size() ? kept.get(i + 1) : null;
            Place place = place(file, follower, base);
            add(place);
            next = place.through() + 1;
            base = place.lastSequence() < 0 ? base : place.lastSequence() + 1;
        }
    }

    /**
     * Leaves out what a crash during a compaction left: files that an earlier segment stands for, as its header says, or where that is damaged
     * its last sequence number.
     */
    private List<SegmentFile> withoutCovered() {
        List<SegmentFile> kept = new ArrayList<>();
        int through = -1;
        long last = -1;
        for (SegmentFile file : files) {
            boolean covered = file.number() <= through
                    || file.header() != null && file.header().baseSequence() <= last;
            if (!covered) {
                kept.add(file);
                through = file.header() == null
                        ? file.number()
                        : file.number() + file.header().covers();
                last = file.header() == null ? file.lastSequence() : -1;
            }
        }
        return kept;
    }

    private Place place(SegmentFile file, @Nullable SegmentFile follower, long expectedBase) {
        SegmentLayout.Header header = file.header();
        int through = file.number();
        if (header != null) {
            through += header.covers();
        } else if (follower != null && file.footer() != null) {
            through = follower.number() - 1;
        }
        long base = header == null ? expectedBase : header.baseSequence();
        long last =
                file.footer() == null || file.isForeign() ? -1 : file.footer().lastSequence();
        if (follower != null && follower.header() != null && follower.number() == through + 1) {
            last = follower.header().baseSequence() - 1;
        }
        if (last >= 0 && last < base - 1) {
            throw new StoreDamagedException(
                    file.file().toString(),
                    file.number(),
                    0,
                    "sequence numbers do not ascend: base=" + base + ", last=" + last);
        }
        return new Place(file.number(), through, file, base, last);
    }

    private void add(Place place) {
        places.add(place);
        SegmentFile file = place.file();
        if (isRefused(place) || file != null && file.footer() != null && !file.isForeign()) {
            wholeTo = places.size() - 1;
        }
    }
}
