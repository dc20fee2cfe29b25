package io.tellask.store.offline;

import io.tellask.store.Damage;
import io.tellask.store.StoreProgress;
import io.tellask.store.file.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
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
                List<Path> files = files(directory);
                long total = 0;
                for (Path file : files) {
                    total += Files.size(file);
                }
                for (Path file : files) {
                    BackupManifest.Entry entry = copy(file, folder.path());
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

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            for (Path file : found) {
                if (BackupManifest.isFile(file.getFileName().toString()) && Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        }
        files.sort(null);
        return files;
    }

    private static BackupManifest.Entry copy(Path file, Path folder) throws IOException {
        String name = file.getFileName().toString();
        CRC32C crc = new CRC32C();
        long length = 0;
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel out = BackupWriter.create(folder.resolve(name))) {
            while (in.read(buffer.clear()) >= 0) {
                length += buffer.flip().remaining();
                crc.update(buffer.array(), 0, buffer.limit());
                BackupWriter.writeAll(out, buffer);
            }
            out.force(true);
        }
        return new BackupManifest.Entry(name, length, crc.getValue(), 0);
    }
}
