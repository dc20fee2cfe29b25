package io.tellask.store;

import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.offline.ClosedStore;
import io.tellask.store.segment.ClosedLog;
import io.tellask.store.segment.SegmentReading;
import io.tellask.store.segment.TailReading;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * What reading every record of a closed store found. Nothing is changed by it, and no key is needed.
 *
 * @param keys kind of the keys
 * @param values kind of the values
 * @param segments segment files, and missing ones
 * @param records records whose checksum holds: puts, removals, schemas, and heads of batches
 * @param sequence the last sequence number
 * @param bytes size of the segment files
 * @param damages what opening refuses; empty for a sound store. {@link StoreRepair} helps where it is in a segment
 * @param cuts what opening would drop because it was not completely written
 */
public record StoreCheck(
        UUID store,
        String keys,
        String values,
        int segments,
        long records,
        long sequence,
        long bytes,
        List<Damage> damages,
        List<Damage> cuts) {
    public StoreCheck {
        damages = List.copyOf(damages);
        cuts = List.copyOf(cuts);
    }

    /**
     * Reads a whole store.
     *
     * @throws StoreLockedException if it is open
     * @throws StoreDamagedException if there is none, or it cannot be told what it holds
     * @throws StoreIoException if it cannot be read
     */
    public static StoreCheck run(Path directory, StoreProgress progress) {
        Objects.requireNonNull(progress, "progress");
        return ClosedStore.use(directory, (identity, arena) -> read(directory, identity, arena, progress));
    }

    /** The same of a store that is locked. */
    static StoreCheck read(Path directory, StoreIdentity identity, Arena arena, StoreProgress progress)
            throws IOException {
        ClosedLog log = ClosedStore.log(directory, identity, arena);
        Damage keys = StoreKeys.damage(directory, identity);
        return read(identity, log, keys == null ? List.of() : List.of(keys), progress);
    }

    /** Whether the store can be opened, if it is encrypted with its key. */
    public boolean isSound() {
        return damages.isEmpty();
    }

    private static StoreCheck read(StoreIdentity identity, ClosedLog log, List<Damage> known, StoreProgress progress)
            throws IOException {
        List<Damage> damages = new ArrayList<>(known);
        TailReading tail = log.readTail(false);
        damages.addAll(log.damages());
        long total = log.bytes();
        long done = 0;
        long records = 0;
        long last = 0;
        for (ClosedLog.Place place : log.places().subList(0, log.wholeTo() + 1)) {
            SegmentReading reading = SegmentReading.ofWhole(place, last, record -> {});
            damages.addAll(reading.damages());
            records += reading.records();
            last = reading.lastSequence();
            done += place.bytes();
            progress.at(done, total);
        }
        progress.at(total, total);
        return new StoreCheck(
                identity.id(),
                identity.keys(),
                identity.values(),
                log.places().size(),
                records + tail.records(),
                Math.max(last, tail.lastSequence()),
                total,
                damages,
                tail.cuts());
    }
}
