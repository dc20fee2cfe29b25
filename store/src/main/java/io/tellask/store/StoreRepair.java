package io.tellask.store;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.index.Checkpoint;
import io.tellask.store.offline.ClosedStore;
import io.tellask.store.offline.EndRepair;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.SegmentNames;
import io.tellask.store.segment.SegmentPreparer;
import io.tellask.store.segment.SegmentReading;
import io.tellask.store.segment.TailReading;
import io.tellask.store.shard.SegmentRewriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What the repair of a closed store saved and what was lost. Each damaged segment is written anew with every record whose checksum holds, forced,
 * and only then put in the place of the damaged file, which is kept beside it as {@code segment-NNNNNNNN.log.damaged}. An interrupted repair
 * leaves each file as it was or repaired; run it again.
 *
 * <p>A lost record may have replaced or removed a key: then the key has again the value that it had before.
 *
 * @param segments the segments that were written anew
 * @param salvagedRecords records in them
 * @param lostRecords records that are not, heads of batches included; -1 where it cannot be told how many
 * @param damages what was wrong, each with the records lost in it
 */
public record StoreRepair(List<Integer> segments, long salvagedRecords, long lostRecords, List<Damage> damages) {
    public StoreRepair {
        segments = List.copyOf(segments);
        damages = List.copyOf(damages);
    }

    /**
     * Repairs what {@link StoreCheck} calls damage of a segment. What it calls a cut is left to opening.
     *
     * @throws StoreLockedException if the store is open
     * @throws StoreDamagedException if it cannot be told what the store is or in what order its segments are, if most segments are of
     *     another store, or it lost the keys that it is encrypted with; then nothing is changed
     * @throws StoreIoException if it cannot be read or written
     */
    public static StoreRepair run(Path directory, StoreProgress progress) {
        Objects.requireNonNull(progress, "progress");
        return ClosedStore.use(directory, (identity, arena) -> {
            StoreKeys.require(directory, identity);
            List<Damage> names = SegmentNames.restore(directory, identity, new StoreFiles());
            ClosedLog log = ClosedStore.log(directory, identity, arena);
            return new Run(directory, identity, log, progress).repair(names);
        });
    }

    /** One repair at work. */
    private static final class Run {
        private static final int MOST_KEPT = 1000;

        private final Path directory;
        private final StoreIdentity identity;
        private final ClosedLog log;
        private final StoreProgress progress;
        private final StoreFiles files = new StoreFiles();
        private final EndRepair ends;
        private final List<Integer> repaired = new ArrayList<>();
        private final List<Damage> damages = new ArrayList<>();
        private long salvaged;
        private long lost;
        private long last;

        Run(Path directory, StoreIdentity identity, ClosedLog log, StoreProgress progress) {
            this.directory = directory;
            this.identity = identity;
            this.log = log;
            this.progress = progress;
            ends = new EndRepair(directory, identity, log.expected(), files);
        }

        StoreRepair repair(List<Damage> names) throws IOException {
            TailReading tail = log.readTail(false);
            damages.addAll(log.damages());
            lost = damages.isEmpty() ? 0 : -1;
            damages.addAll(names);
            long done = 0;
            for (ClosedLog.Place place : log.places().subList(0, log.wholeTo() + 1)) {
                SegmentReading reading = SegmentReading.ofWhole(place, last, record -> {});
                if (!reading.isSound() || place.open()) {
                    replace(place);
                    damages.addAll(reading.damages());
                    lost = lost < 0 || reading.lost() < 0 ? -1 : lost + reading.lost();
                }
                last = reading.lastSequence();
                done += place.bytes();
                progress.at(done, log.bytes());
            }
            if (!damages.isEmpty()) {
                ends.finish(log, last, Math.max(last, tail.lastSequence()));
            }
            progress.at(log.bytes(), log.bytes());
            return new StoreRepair(repaired, salvaged, lost, damages);
        }

        private void replace(ClosedLog.Place place) throws IOException {
            Path fresh = directory.resolve(SegmentDirectory.REPAIRED);
            FileChannel channel = files.create(fresh);
            try (SegmentRewriter rewriter = new SegmentRewriter(channel)) {
                SegmentReading reading = SegmentReading.ofWhole(place, last, rewriter::add);
                int covers = place.through() - place.number();
                rewriter.finish(
                        identity.id(), place.number(), covers, reading.baseSequence(), reading.lastSequence(), 0);
                files.force(channel);
                salvaged += rewriter.records();
            }
            if (Files.deleteIfExists(directory.resolve(Checkpoint.FILE))) {
                files.forceDirectory(directory);
            }
            ends.replaced(place, fresh);
            Path file = SegmentPreparer.file(directory, place.number());
            if (place.file() != null) {
                keep(file);
            }
            files.move(fresh, file);
            files.forceDirectory(directory);
            repaired.add(place.number());
        }

        /** Gives the damaged file a second name, so that it outlives the first; an interrupted repair may have done so. */
        private void keep(Path file) throws IOException {
            for (int i = 1; i <= MOST_KEPT; i++) {
                Path kept = file.resolveSibling(file.getFileName() + ".damaged" + (i == 1 ? "" : i));
                if (!Files.exists(kept)) {
                    link(file, kept);
                    return;
                }
                if (Files.isSameFile(kept, file)) {
                    return;
                }
            }
            throw new FileAlreadyExistsException(file + ".damaged" + MOST_KEPT);
        }

        /** A copy where the file system has no hard links, on disk before the file is replaced. */
        private void link(Path file, Path kept) throws IOException {
            try {
                Files.createLink(kept, file);
            } catch (UnsupportedOperationException | FileSystemException e) {
                Files.copy(file, kept);
                try (FileChannel copy = FileChannel.open(kept, StandardOpenOption.WRITE)) {
                    files.force(copy);
                }
            }
        }
    }
}
