package io.tellask.store.offline;

import io.tellask.store.Damage;
import io.tellask.store.StoreProgress;
import io.tellask.store.file.RegularFiles;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.SegmentDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Saves a damaged store: its files as they are, and in {@code BACKUP} what is wrong with them. */
public final class DamagedBackup {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final UUID UNKNOWN = new UUID(0, 0);

    private DamagedBackup() {}

    /** Copies the files under the store's lock, and tells what was copied. */
    public static BackupManifest create(Path directory, Path target, List<Damage> damages, StoreProgress progress) {
        return ClosedStore.locked(directory, () -> {
            try (NewFolder folder = NewFolder.at(target)) {
                List<BackupManifest.Entry> entries = new ArrayList<>();
                long done = 0;
                Map<Path, Long> files = files(directory);
                long total = files.values().stream().mapToLong(bytes -> bytes).sum();
                for (Map.Entry<Path, Long> file : files.entrySet()) {
                    BackupManifest.Entry entry = copy(file.getKey(), file.getValue(), folder.path());
                    entries.add(entry);
                    done += entry.length();
                    progress.at(done, Math.max(done, total));
                }
                BackupManifest manifest = new BackupManifest(UNKNOWN, 0, System.currentTimeMillis(), entries, damages);
                manifest.write(folder.path(), new StoreFiles());
                folder.complete();
                return manifest;
            }
        });
    }

    /** The files, and how much is copied of each: one that somebody has made longer than it can be would fill the disk. */
    private static Map<Path, Long> files(Path directory) throws IOException {
        Map<Path, Long> files = new TreeMap<>();
        long most = LogEnd.MOST_BYTES; // with the log's bytes, of which the index has fewer than a half
        for (Path file : names(directory)) {
            boolean segment = file.getFileName().toString().startsWith("segment-");
            long bytes = Math.min(Files.size(file), segment ? SegmentLayout.MAX_BYTES : LogEnd.MOST_BYTES);
            most += segment ? bytes : 0;
            files.put(file, bytes);
        }
        Path index = directory.resolve(SegmentDirectory.CHECKPOINT);
        if (files.containsKey(index)) {
            files.put(index, Math.min(Files.size(index), most));
        }
        return files;
    }

    private static List<Path> names(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            for (Path file : found) {
                if (BackupManifest.isFile(file.getFileName().toString()) && Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static BackupManifest.Entry copy(Path file, long most, Path folder) throws IOException {
        String name = file.getFileName().toString();
        CRC32C crc = new CRC32C();
        long length = 0;
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
        try (FileChannel in = RegularFiles.open(file, StandardOpenOption.READ);
                FileChannel out = BackupWriter.create(folder.resolve(name))) {
            while (length < most && in.read(buffer.clear().limit((int) Math.min(CHUNK_BYTES, most - length))) >= 0) {
                length += buffer.flip().remaining();
                crc.update(buffer.array(), 0, buffer.limit());
                BackupWriter.writeAll(out, buffer);
            }
            out.force(true);
        }
        return new BackupManifest.Entry(name, length, crc.getValue(), 0);
    }
}
