package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
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
     * @param atMost what no sequence number in it exceeds, as a later segment begins behind that
     * @param open whether the segment may be without a footer
     */
    public record Place(
            int number,
            int through,
            @Nullable SegmentFile file,
            long baseSequence,
            long lastSequence,
            long atMost,
            boolean open) {
        /** A place whose last sequence number may be told, by something that may be wrong: a later segment knows better. */
        static Place of(int number, int through, @Nullable SegmentFile file, long base, long told, long atMost) {
            long last = Math.min(told, atMost);
            return new Place(number, through, file, base, last, last < 0 ? atMost : last, false);
        }

        /** The file of a place of the tail, where none is missing. */
        public SegmentFile presentFile() {
            return Objects.requireNonNull(file);
        }

        Place opened(long last) {
            return new Place(number, through, file, baseSequence, last, atMost, true);
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
    private final ExpectedLog expected;
    private final Map<Integer, LogEnd.Part> parts = new HashMap<>();
    private final List<SegmentFile> files = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final List<Damage> damages;
    private final List<Integer> covered = new ArrayList<>();
    private int wholeTo = -1;
    private int firstOpen = Integer.MAX_VALUE;
    private @Nullable TailReading tail;

    private ClosedLog(Path directory, StoreIdentity identity, Arena arena, ExpectedLog expected) {
        this.directory = directory;
        this.identity = identity;
        this.arena = arena;
        this.expected = expected;
        damages = new ArrayList<>(expected.damages());
        expected.parts().forEach(part -> parts.put(part.number(), part));
    }

    /** Reads a directory in a run of the machine; the files stay mapped as long as the arena lives. */
    public static ClosedLog read(Path directory, StoreIdentity identity, Arena arena, UUID boot) throws IOException {
        ExpectedLog expected = ExpectedLog.read(directory, identity, boot);
        ClosedLog log = new ClosedLog(directory, identity, arena, expected);
        log.openFiles();
        log.arrange();
        return log;
    }

    /** What {@code END} is to say of a segment file of any name; null if it has no header. */
    public static LogEnd.@Nullable Part part(Path file, int number) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            SegmentFile segment = SegmentFile.open(file, number, arena);
            SegmentLayout.Footer footer = segment.footer();
            return segment.header() == null
                    ? null
                    : new LogEnd.Part(
                            number,
                            SegmentLayout.markOf(segment.bytes(), footer != null),
                            footer == null ? 0 : footer.cleanAsOf());
        }
    }

    /** Files that an earlier segment stands for, left by a crash. */
    public List<Integer> covered() {
        return covered;
    }

    /** Whether a file behind the part that has to be whole is shorter than its segment. */
    public boolean endsEarly() {
        return places.subList(wholeTo + 1, places.size()).stream()
                .map(Place::presentFile)
                .anyMatch(file -> file.bytes().byteSize() < file.capacity());
    }

    /** All damage behind the part that has to be whole, and of the files that tell what must be in the log, once the tail was read. */
    public List<Damage> readDamages() {
        List<Damage> found = new ArrayList<>(damages);
        found.addAll(damagesOfTail());
        return found;
    }

    private List<Damage> damagesOfTail() {
        List<Damage> found = new ArrayList<>();
        if (!isTailDamaged()) {
            return found;
        }
        long before = firstOpen == 0 ? 0 : places.get(firstOpen - 1).lastSequence();
        for (Place place : places.subList(firstOpen, wholeTo + 1)) {
            SegmentReading reading = SegmentReading.ofWhole(place, before, record -> {});
            found.addAll(reading.damages());
            before = reading.lastSequence();
        }
        return found;
    }

    /** What must be in the log. */
    public ExpectedLog expected() {
        return expected;
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

    /** What is wrong with the files that tell what must be in the log. */
    public List<Damage> damages() {
        return List.copyOf(damages);
    }

    /** All damage that is seen without reading records. Opening refuses the store for any of it. */
    public List<Damage> faults() {
        List<Damage> faults = new ArrayList<>(damages);
        for (Place place : places.subList(0, wholeTo + 1)) {
            Damage fault = fault(place);
            if (fault != null) {
                faults.add(fault);
            }
        }
        return faults;
    }

    private @Nullable Damage fault(Place place) {
        SegmentFile file = place.file();
        if (file == null) {
            return new Damage(SegmentPreparer.name(place.number()), place.number(), 0, 0, -1, "file is missing")
                    .withSequences(place.baseSequence(), place.lastSequence());
        }
        SegmentLayout.Footer footer = file.footer();
        if (file.header() == null || file.isOtherVersion()) {
            return file.damage(0, Math.min(SegmentLayout.HEADER, file.bytes().byteSize()), file.fault());
        }
        if (file.bytes().byteSize() < file.capacity() && !place.open()) {
            long length = file.bytes().byteSize();
            return file.damage(length, file.capacity() - length, "file ends early");
        }
        long offset = file.capacity() - SegmentLayout.FOOTER;
        if (footer == null) {
            return place.open() ? null : file.damage(offset, SegmentLayout.FOOTER, "footer is missing");
        }
        return footer.lastSequence() == place.lastSequence()
                ? null
                : file.damage(offset, SegmentLayout.FOOTER, "the next segment does not continue it");
    }

    /**
     * Reads what lies behind the last place that has to be whole, and decides how it ended: if it holds less than was written, or more than was
     * left at a close, it is damage and has to be whole, too. What another process is writing meanwhile may end anywhere behind what had been
     * written before.
     */
    public TailReading readTail(boolean live) {
        if (tail == null) {
            tail = settle(live);
        }
        return tail;
    }

    private TailReading settle(boolean live) {
        TailReading found = new TailReading(lastWhole());
        for (Place place : places.subList(wholeTo + 1, places.size())) {
            found.read(place.presentFile());
        }
        long last = found.lastSequence();
        boolean early = last < expected.through();
        boolean torn = !live && !found.cuts().isEmpty();
        boolean damaged = early
                || switch (expected.ending()) {
                    case CLOSED, UNKNOWN -> torn;
                    case KILLED -> torn && goesOn(found);
                    case POWER_CUT -> false;
                };
        if (!damaged) {
            if (!live && !expected.isMetBy(last)) {
                String reason = "the log goes on to sequence=" + last + " behind the end that it tells, sequence="
                        + expected.through();
                damages.add(new Damage(LogEnd.FILE, -1, 0, 0, -1, reason));
            }
            return found;
        }
        requireAllWhole();
        if (damagesOfTail().isEmpty()) {
            String reason = "the log ends early, sequence=" + expected.through() + " was written";
            damages.add(new Damage(LogEnd.FILE, -1, 0, 0, -1, reason));
        }
        return new TailReading(last);
    }

    /** The last sequence number of the part that has to be whole. */
    private long lastWhole() {
        Place next = wholeTo + 1 < places.size() ? places.get(wholeTo + 1) : null;
        if (next != null && !next.needsBase()) {
            return next.baseSequence() - 1;
        }
        return wholeTo < 0 ? 0 : Math.max(0, places.get(wholeTo).lastSequence());
    }

    /** Whether a killed process cannot have left the log so: it begins a segment only when the record before is complete. */
    private boolean goesOn(TailReading found) {
        return places.subList(wholeTo + 1, places.size()).stream()
                .map(Place::presentFile)
                .anyMatch(file -> found.end(file) == 0 ? file.header() != null : file.goesOnBehind(found.end(file)));
    }

    private void requireAllWhole() {
        int from = wholeTo + 1;
        firstOpen = from;
        if (from == places.size() && from > 0 && places.getLast().lastSequence() < 0) {
            firstOpen = from - 1;
            places.set(firstOpen, endingAt(expected.through(), places.getLast()));
        } else if (from == places.size()) {
            int next = places.isEmpty() ? 0 : places.getLast().through() + 1;
            add(Place.of(next, next, null, lastWhole() + 1, expected.through(), Long.MAX_VALUE));
        }
        for (int i = from; i < places.size(); i++) {
            Place place = places.get(i);
            boolean youngest = i == places.size() - 1;
            long last = youngest ? Math.max(place.lastSequence(), expected.through()) : place.lastSequence();
            places.set(i, place.opened(youngest && last < place.baseSequence() ? -1 : last));
        }
        wholeTo = places.size() - 1;
    }

    /** The last place when nothing of its own tells where it ends: what is lost of the log was in it. */
    private Place endingAt(long through, Place place) {
        LogEnd.Part known = parts.get(place.number());
        SegmentFile file = place.file();
        boolean sealed = known != null && known.isSealed() || file != null && file.isRewritten();
        long last = through < place.baseSequence() ? -1 : through;
        return new Place(
                place.number(),
                place.through(),
                file,
                place.baseSequence(),
                last,
                place.atMost(),
                file != null && !sealed);
    }

    /** Whether the tail was found to be damage, so that its segments, which may lack a footer, have to be whole. */
    public boolean isTailDamaged() {
        return firstOpen <= wholeTo;
    }

    private void openFiles() throws IOException {
        SegmentDirectory names = new SegmentDirectory(directory, identity.id(), new StoreFiles());
        for (int number : names.numbers()) {
            SegmentFile file = SegmentFile.open(SegmentPreparer.file(directory, number), number, identity, arena);
            files.add(file.as(parts.get(number)));
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
                add(Place.of(next, file.number() - 1, null, base, last, baseFrom(kept, i) - 1));
                base = last < 0 ? base : last + 1;
            }
            SegmentFile follower = i + 1 < kept.size() ? kept.get(i + 1) : null;
            Place place = place(file, follower, base, baseFrom(kept, i + 1) - 1);
            add(place);
            next = place.through() + 1;
            base = place.lastSequence() < 0 ? base : place.lastSequence() + 1;
        }
        int lastKnown = parts.keySet().stream().mapToInt(number -> number).max().orElse(-1);
        if (lastKnown >= next) {
            long last = expected.through() < base ? -1 : expected.through();
            add(Place.of(next, lastKnown, null, base, last, Long.MAX_VALUE));
        }
    }

    /** The first sequence number that is known of a segment from an index on; as large as can be if there is none. */
    private static long baseFrom(List<SegmentFile> files, int from) {
        for (SegmentFile file : files.subList(from, files.size())) {
            if (file.header() != null) {
                return file.header().baseSequence();
            }
        }
        return Long.MAX_VALUE;
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
            boolean left = file.number() <= through
                    || file.header() != null && file.header().baseSequence() <= last;
            if (left) {
                covered.add(file.number());
            } else {
                kept.add(file);
                through = file.header() == null
                        ? file.number()
                        : file.number() + file.header().covers();
                last = file.header() == null ? file.lastSequence() : -1;
            }
        }
        return kept;
    }

    private Place place(SegmentFile file, @Nullable SegmentFile follower, long expectedBase, long atMost) {
        SegmentLayout.Header header = file.header();
        int through = file.number();
        if (header != null) {
            through += header.covers();
        } else if (follower != null && (file.footer() != null || followEachOther(file, follower))) {
            through = follower.number() - 1;
        }
        long base = header == null ? expectedBase : header.baseSequence();
        long last =
                file.footer() == null || file.isForeign() ? -1 : file.footer().lastSequence();
        if (follower != null && follower.header() != null && follower.number() == through + 1) {
            last = follower.header().baseSequence() - 1;
        }
        Place place = Place.of(file.number(), through, file, base, last, atMost);
        if (place.atMost() < base - 1) {
            throw new StoreDamagedException(
                    file.file().toString(),
                    file.number(),
                    0,
                    "sequence numbers do not ascend: base=" + base + ", last=" + place.atMost());
        }
        return place;
    }

    /** Whether there was no segment between two, as far as was known last: then the first stands for the numbers in between. */
    private boolean followEachOther(SegmentFile first, SegmentFile second) {
        return parts.containsKey(first.number())
                && parts.keySet().stream().noneMatch(number -> first.number() < number && number < second.number());
    }

    private void add(Place place) {
        places.add(place);
        SegmentFile file = place.file();
        if (isRefused(place) || file != null && file.footer() != null && !file.isForeign()) {
            wholeTo = places.size() - 1;
        }
    }

    /** Whether a place without a footer has to be whole nevertheless. */
    private boolean isRefused(Place place) {
        SegmentFile file = place.file();
        if (file == null || file.isRewritten() || file.isOtherVersion()) {
            return true;
        }
        LogEnd.Part known = parts.get(place.number());
        if (known != null && known.isSealed()) {
            return true;
        }
        boolean mayBeUnwritten = file.isUnwritten()
                && known == null
                && (expected.ending() == ExpectedLog.Ending.POWER_CUT || file.isBlank());
        return file.header() == null && !mayBeUnwritten;
    }
}
