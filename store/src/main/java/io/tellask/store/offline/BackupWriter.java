package io.tellask.store.offline;

import io.tellask.store.StoreIoException;
import io.tellask.store.StoreProgress;
import io.tellask.store.file.StoreCipher;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Writes the files of one backup into a folder of its own. Not thread-safe. */
public final class BackupWriter {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Path target;
    private final @Nullable Path previous;
    private final boolean link;
    private final StoreProgress progress;
    private final Map<String, BackupManifest.Entry> known = new HashMap<>();
    private final List<BackupManifest.Entry> entries = new ArrayList<>();
    private final byte[] chunk = new byte[CHUNK_BYTES];

    private long doneBytes;
    private long totalBytes;
    private long newBytes;

    /**
     * A writer of one backup.
     *
     * @param previous an earlier backup of the same store whose unchanged files are shared, or null
     * @param link whether sealed files are shared with the store itself
     */
    public BackupWriter(
            Path target, @Nullable Path previous, boolean link, StoreIdentity identity, StoreProgress progress) {
        this.target = target;
        this.progress = progress;
        this.previous = previous;
        this.link = link;
        if (previous != null) {
            BackupManifest manifest = BackupManifest.read(previous);
            if (!manifest.damages().isEmpty()) {
                throw new StoreIoException(
                        "store: backup=" + previous + " is of a damaged store; name an earlier backup, or none");
            }
            if (!manifest.store().equals(identity.id())) {
                throw new StoreIoException("store: backup=" + previous + " is of store=" + manifest.store()
                        + ", this is store=" + identity.id() + "; name an earlier backup of the same store");
            }
            manifest.entries().forEach(entry -> known.put(entry.name(), entry));
        }
    }

    /** Bytes that were copied, those of linked files left out. */
    public long newBytes() {
        return newBytes;
    }

    /** Writes everything, the manifest last. */
    public BackupManifest write(BackupSource source, long timeMillis) throws IOException {
        StoreKeys.require(source.directory(), source.identity());
        totalBytes =
                source.pieces().stream().mapToLong(BackupSource.Piece::length).sum();
        for (BackupSource.Piece piece : source.pieces()) {
            add(source, piece);
        }
        addSmall(StoreIdentity.FILE, source.identity().upgraded().toBytes());
        if (StoreCipher.isEncrypted(source.identity().keys())) {
            addSmall(StoreKeys.FILE, StoreKeys.bytes(source.directory()));
        }
        List<LogEnd.Part> parts =
                source.pieces().stream().map(BackupSource.Piece::part).toList();
        UUID store = source.identity().id();
        addSmall(LogEnd.FILE, new LogEnd(store, source.sequence(), LogEnd.NO_CHECKPOINT, parts).toBytes());
        addSmall(WriteMark.FILE, WriteMark.closed(store, source.sequence()));
        BackupManifest manifest = new BackupManifest(store, source.sequence(), timeMillis, entries, List.of());
        manifest.write(target, new StoreFiles());
        return manifest;
    }

    private void add(BackupSource source, BackupSource.Piece piece) throws IOException {
        BackupManifest.Entry same = known.get(piece.name());
        if (previous != null && same != null && piece.mark() != 0 && same.mark() == piece.mark()) {
            Path there = previous.resolve(piece.name());
            if (Files.exists(there) && Files.size(there) == same.length() && linked(there, piece)) {
                entries.add(same);
                advance(piece.length());
                return;
            }
        }
        source.verify(piece);
        boolean own = !Files.isSymbolicLink(piece.file()); // a second name of a link would lead out of the backup
        boolean linked = link && own && piece.mark() != 0 && linked(piece.file(), piece);
        entries.add(new BackupManifest.Entry(piece.name(), piece.length(), copy(piece, linked), piece.mark()));
    }

    /** Gives the file a name in the backup too; false where the disk cannot, or a compaction has put another file there. */
    private boolean linked(Path file, BackupSource.Piece piece) throws IOException {
        Path name = target.resolve(piece.name());
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException | FileSystemException e) {
            return false;
        }
        if (markOf(name) == piece.mark()) {
            return true;
        }
        Files.delete(name);
        return false;
    }

    private static long markOf(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer ends = ByteBuffer.allocate(2 * SegmentLayout.HEADER);
            read(channel, ends.limit(SegmentLayout.HEADER), 0);
            read(channel, ends.limit(2 * SegmentLayout.HEADER), channel.size() - SegmentLayout.FOOTER);
            return SegmentLayout.markOf(MemorySegment.ofArray(ends.array()), true);
        }
    }

    private static void read(FileChannel channel, ByteBuffer target, long from) throws IOException {
        long at = from;
        while (target.hasRemaining()) {
            int count = channel.read(target, at);
            if (count < 0) {
                return;
            }
            at += count;
        }
    }

    /** Copies a piece, unless it is linked, and returns its checksum. */
    private long copy(BackupSource.Piece piece, boolean linked) throws IOException {
        CRC32C crc = new CRC32C();
        if (linked) {
            for (long at = 0; at < piece.length(); ) {
                int count = chunk(piece, at);
                crc.update(chunk, 0, count);
                at += count;
                advance(count);
            }
            return crc.getValue();
        }
        try (FileChannel out = create(target.resolve(piece.name()))) {
            for (long at = 0; at < piece.length(); ) {
                int count = chunk(piece, at);
                crc.update(chunk, 0, count);
                writeAll(out, ByteBuffer.wrap(chunk, 0, count));
                at += count;
                newBytes += count;
                advance(count);
            }
            out.force(true);
        }
        return crc.getValue();
    }

    private int chunk(BackupSource.Piece piece, long at) {
        int count = (int) Math.min(CHUNK_BYTES, piece.length() - at);
        MemorySegment.copy(piece.bytes(), ValueLayout.JAVA_BYTE, at, chunk, 0, count);
        return count;
    }

    private void addSmall(String name, byte[] bytes) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        try (FileChannel out = create(target.resolve(name))) {
            writeAll(out, ByteBuffer.wrap(bytes));
            out.force(true);
        }
        newBytes += bytes.length;
        entries.add(new BackupManifest.Entry(name, bytes.length, crc.getValue(), 0));
    }

    private void advance(long bytes) {
        doneBytes += bytes;
        progress.at(doneBytes, totalBytes);
    }

    public static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    public static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
