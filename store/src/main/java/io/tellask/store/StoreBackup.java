package io.tellask.store;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreLock;
import io.tellask.store.offline.BackupManifest;
import io.tellask.store.offline.BackupSource;
import io.tellask.store.offline.BackupWriter;
import io.tellask.store.offline.ClosedStore;
import io.tellask.store.offline.DamagedBackup;
import io.tellask.store.offline.NewFolder;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.shard.PinnedLog;
import io.tellask.store.shard.Shard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A backup that was taken, verified or restored: the map as it was at one moment, in a folder of its own.
 *
 * <p>The folder appears under its name only when everything in it is on disk; whatever ends the work before leaves nothing under that name. Each
 * backup is whole by itself: one that builds on an earlier one shares the files that did not change since, by hard links, and any of them may be
 * deleted.
 *
 * @param sequence the last sequence number in it, as {@link Versioned#sequence}
 * @param bytes size of all its files
 * @param newBytes those of them that had to be written
 * @param damages what was damaged in the store when it was taken, at most 1,000; empty but for {@link Options#damaged}. Then it is a copy of the
 *     files as they were, store and sequence are 0, and what is restored from it is refused until it is repaired
 */
public record StoreBackup(
        UUID store, long sequence, Instant time, int files, long bytes, long newBytes, List<Damage> damages) {
    private static final int CHUNK_BYTES = 1 << 20;

    /**
     * How a backup is taken.
     *
     * @param previous an earlier backup of the same store whose unchanged files are shared, or null
     * @param link whether files that the store does not change any more are shared with it: quick, but no help against a bad disk
     * @param damaged whether a store that no process has open is saved although it is damaged; goes with neither of the others
     */
    public record Options(@Nullable Path previous, boolean link, boolean damaged) {
        /** A whole copy. */
        public static final Options COPY = new Options(null, false);

        /** A whole copy, of a damaged store, too: its files as they are. */
        public static final Options DAMAGED = new Options(null, false, true);

        public Options {
            if (damaged && (link || previous != null)) {
                throw new IllegalArgumentException(
                        "backup: of a damaged store all files are copied; leave out the earlier backup and the links");
            }
        }

        /** Of a store that has no damage. */
        public Options(@Nullable Path previous, boolean link) {
            this(previous, link, false);
        }
    }

    /**
     * Takes a backup of a store from outside. Another process may have it open and go on writing: the backup then is the map at a moment during
     * the call.
     *
     * @throws StoreDamagedException if something is damaged, but for {@link Options#damaged}
     * @throws StoreLockedException if a process has the store open that is to be saved although it is damaged
     * @throws StoreIoException if the target exists, or the disk refuses
     */
    public static StoreBackup create(Path directory, Path target, Options options, StoreProgress progress) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(progress, "progress");
        if (!SegmentDirectory.holdsStore(directory)) {
            throw ClosedStore.none(directory);
        }
        requireOutside(directory, target);
        if (options.damaged()) {
            List<Damage> damages = damagesOf(directory);
            if (!damages.isEmpty()) {
                BackupManifest manifest = DamagedBackup.create(directory, target, damages, progress);
                return of(manifest, manifest.bytes());
            }
        }
        return ClosedStore.reading(directory, () -> {
            try (StoreLock lock = lockUnlessOpen(directory);
                    BackupSource source = BackupSource.of(directory, ClosedStore.identity(directory), lock == null)) {
                return write(source, target, options, progress);
            }
        });
    }

    /** What is damaged in a store, as far as the manifest has room; empty if it is sound. */
    private static List<Damage> damagesOf(Path directory) {
        List<Damage> damages;
        try {
            damages = StoreCheck.run(directory, StoreProgress.NONE).damages();
        } catch (StoreDamagedException refused) {
            String file = StoreIdentity.FILE;
            damages = List.of(new Damage(file, -1, 0, 0, -1, String.valueOf(refused.getMessage())));
        }
        return damages.subList(0, Math.min(damages.size(), BackupManifest.MAX_DAMAGES));
    }

    /**
     * Takes a backup of an open store. A force comes first, because it seals segments; the backup is as good without, of a map that is read-only
     * since its disk refuses.
     */
    static StoreBackup create(Shard shard, Path target, Options options, StoreProgress progress) {
        Objects.requireNonNull(progress, "progress");
        if (options.damaged()) {
            throw new IllegalArgumentException("backup: a damaged store is saved while no map is open; close the map");
        }
        requireOutside(shard.directory(), target);
        return ClosedStore.reading(target, () -> {
            boolean _ = shard.force().handle((done, failure) -> failure == null).join();
            try (PinnedLog log = shard.pin();
                    BackupSource source = BackupSource.of(shard.directory(), shard.identity(), log.extent())) {
                return write(source, target, options, progress);
            } catch (IllegalStateException e) {
                shard.health().requireOpen();
                throw e;
            } catch (InternalError e) {
                throw shard.health().unreadable(e);
            }
        });
    }

    /** A store's folder holds its own files only, and a backup in it is lost with it. */
    private static void requireOutside(Path directory, Path target) {
        try {
            Path store = directory.toRealPath();
            @Nullable Path at = target.toAbsolutePath().normalize();
            while (at != null && !Files.exists(at)) {
                at = at.getParent();
            }
            if (at != null && at.toRealPath().startsWith(store)) {
                throw new StoreIoException("backup: target=" + target
                        + " lies in the folder of the store itself, store=" + directory + "; name a folder outside");
            }
        } catch (IOException e) {
            throw new StoreIoException("backup: target=" + target + ", reason=" + StoreIoException.reason(e), e);
        }
    }

    private static @Nullable StoreLock lockUnlessOpen(Path directory) throws IOException {
        try {
            return ClosedStore.lock(directory, new StoreFiles());
        } catch (StoreLockedException open) {
            return null;
        }
    }

    static StoreBackup write(BackupSource source, Path target, Options options, StoreProgress progress)
            throws IOException {
        try (NewFolder folder = NewFolder.at(target)) {
            BackupWriter writer =
                    new BackupWriter(folder.path(), options.previous(), options.link(), source.identity(), progress);
            BackupManifest manifest = writer.write(source, System.currentTimeMillis());
            folder.complete();
            return of(manifest, writer.newBytes());
        }
    }

    static StoreBackup of(BackupManifest manifest, long newBytes) {
        return new StoreBackup(
                manifest.store(),
                manifest.sequence(),
                Instant.ofEpochMilli(manifest.timeMillis()),
                manifest.entries().size(),
                manifest.bytes(),
                newBytes,
                manifest.damages());
    }

    /**
     * Reads all files of a backup and compares them with their checksums.
     *
     * @throws StoreDamagedException if one is missing, cut short or changed
     */
    public static StoreBackup verify(Path backup, StoreProgress progress) {
        Objects.requireNonNull(backup, "backup");
        Objects.requireNonNull(progress, "progress");
        return ClosedStore.reading(backup, () -> {
            BackupManifest manifest = BackupManifest.read(backup);
            copy(backup, manifest, null, progress);
            return of(manifest, 0);
        });
    }

    /**
     * Copies a backup to where a map can be opened from it, comparing every file with its checksum. Where {@link #damages} are told, that is the
     * damaged store again, which opening refuses: see {@link StoreRepair}.
     *
     * @throws StoreDamagedException if a file is missing, cut short or changed; then there is no target
     * @throws StoreIoException if the target exists, or the disk refuses
     */
    public static StoreBackup restore(Path backup, Path target, StoreProgress progress) {
        Objects.requireNonNull(backup, "backup");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(progress, "progress");
        return ClosedStore.reading(target, () -> {
            BackupManifest manifest = BackupManifest.read(backup);
            try (NewFolder folder = NewFolder.at(target)) {
                copy(backup, manifest, folder.path(), progress);
                folder.complete();
            }
            return of(manifest, manifest.bytes());
        });
    }

    private static void copy(Path backup, BackupManifest manifest, @Nullable Path target, StoreProgress progress)
            throws IOException {
        long done = 0;
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
        for (BackupManifest.Entry entry : manifest.entries()) {
            Path file = backup.resolve(entry.name());
            if (!Files.isRegularFile(file)) {
                throw damaged(file, "file is missing");
            }
            CRC32C crc = new CRC32C();
            long length = 0;
            try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                    FileChannel out = target == null ? null : BackupWriter.create(target.resolve(entry.name()))) {
                requireLength(file, in.size(), entry);
                while (in.read(buffer.clear()) >= 0) {
                    length += buffer.flip().remaining();
                    crc.update(buffer.array(), 0, buffer.limit());
                    if (out != null) {
                        BackupWriter.writeAll(out, buffer);
                    }
                    progress.at(done + length, manifest.bytes());
                }
                if (out != null) {
                    out.force(true);
                }
            }
            requireLength(file, length, entry);
            if (crc.getValue() != entry.crc()) {
                throw damaged(file, "checksum differs");
            }
            done += length;
        }
    }

    private static void requireLength(Path file, long length, BackupManifest.Entry entry) {
        if (length != entry.length()) {
            throw damaged(file, "bytes=" + length + ", expected=" + entry.length());
        }
    }

    private static StoreDamagedException damaged(Path file, String reason) {
        return BackupManifest.damaged(file, reason, "use another backup");
    }
}
