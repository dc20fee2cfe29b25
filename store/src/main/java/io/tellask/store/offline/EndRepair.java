package io.tellask.store.offline;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.ExpectedLog;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Keeps {@code END} and {@code WRITTEN} in step with a repair, so that one that is interrupted can be run again. A store of an earlier release has
 * neither, and gets none. Not thread-safe.
 */
public final class EndRepair {
    private final Path directory;
    private final StoreIdentity identity;
    private final ExpectedLog expected;
    private final StoreFiles files;
    private final TreeMap<Integer, LogEnd.Part> parts = new TreeMap<>();

    public EndRepair(Path directory, StoreIdentity identity, ExpectedLog expected, StoreFiles files) {
        this.directory = directory;
        this.identity = identity;
        this.expected = expected;
        this.files = files;
        expected.parts().forEach(part -> parts.put(part.number(), part));
    }

    /** Tells that a file is about to be put in a place; nothing is said of any before where {@code END} is damaged. */
    public void replaced(ClosedLog.Place place, Path fresh) throws IOException {
        if (identity.version() == 0 || !expected.damages().isEmpty()) {
            return;
        }
        parts.subMap(place.number(), true, place.through(), true).clear();
        parts.put(place.number(), Objects.requireNonNull(ClosedLog.part(fresh, place.number())));
        boolean closed = expected.ending() == ExpectedLog.Ending.CLOSED;
        write(closed ? expected.through() : expected.forced(), List.copyOf(parts.values()));
    }

    private void write(long lastSequence, List<LogEnd.Part> segments) throws IOException {
        new LogEnd(identity.id(), lastSequence, LogEnd.NO_CHECKPOINT, segments).write(directory, files);
    }

    /**
     * Tells what there is now. The store counts as closed, unless its end is left to opening.
     *
     * @param log the log before the repair
     * @param whole the last sequence number of what has to be whole
     * @param last of what is there
     */
    public void finish(ClosedLog log, long whole, long last) throws IOException {
        if (identity.version() == 0) {
            return;
        }
        boolean closed = log.isTailDamaged()
                || expected.ending() == ExpectedLog.Ending.CLOSED
                || expected.ending() == ExpectedLog.Ending.UNKNOWN;
        int known = closed ? log.places().size() : log.wholeTo() + 1;
        parts.clear();
        for (ClosedLog.Place place : log.places().subList(0, known)) {
            Path file = SegmentPreparer.file(directory, place.number());
            LogEnd.Part part = ClosedLog.part(file, place.number());
            if (part != null) {
                parts.put(place.number(), part);
            }
            force(file);
        }
        write(closed ? last : Math.max(whole, expected.forced()), List.copyOf(parts.values()));
        if (closed) {
            files.replace(directory.resolve(WriteMark.FILE), WriteMark.closed(identity.id(), last));
        }
    }

    private void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            files.force(channel);
        }
    }
}
