package io.tellask.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The segment files of a directory, opened one after the other at recovery. */
final class SegmentDirectory {
    private final Path directory;
    private final UUID store;
    private final StoreFiles files;

    SegmentDirectory(Path directory, UUID store, StoreFiles files) {
        this.directory = directory;
        this.store = store;
        this.files = files;
    }

    /** A store is known by its identity; where only that is lost, by its segments. */
    static boolean holdsStore(Path directory) {
        return Files.exists(directory.resolve(StoreIdentity.FILE)) || Files.exists(SegmentPreparer.file(directory, 0));
    }

    /** How many segment files there are. One missing in between is damage. */
    int count() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "segment-*.log")) {
            found.forEach(path -> names.add(path.getFileName().toString()));
        }
        names.sort(null);
        for (int number = 0; number < names.size(); number++) {
            Path expected = SegmentPreparer.file(directory, number);
            if (!names.get(number).equals(expected.getFileName().toString())) {
                throw new StoreDamagedException(expected.toString(), number, 0, "file is missing");
            }
        }
        return names.size();
    }

    /** Deletes what a crash left half made. */
    void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.tmp")) {
            for (Path path : found) {
                Files.delete(path);
            }
        }
    }

    /**
     * Opens a segment, or returns null if its first page never reached the disk. A file that is shorter than its header says is lengthened
     * with zeros, which recovery then meets as the end of what was written.
     */
    @Nullable
    LogSegment open(int number) throws IOException {
        Path file = SegmentPreparer.file(directory, number);
        byte[] start = new byte[SegmentLayout.HEADER];
        long length;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            length = channel.size();
            ByteBuffer target = ByteBuffer.wrap(start);
            int read = 0;
            while (target.hasRemaining() && read >= 0) {
                read = channel.read(target, target.position());
            }
        }
        SegmentLayout.Header header = SegmentLayout.readHeader(MemorySegment.ofArray(start));
        if (header == null) {
            if (MemorySegment.ofArray(start).mismatch(MemorySegment.ofArray(new byte[SegmentLayout.HEADER])) < 0) {
                return null;
            }
            throw new StoreDamagedException(file.toString(), number, 0, "header checksum differs");
        }
        if (!header.store().equals(store) || header.number() != number) {
            throw new StoreDamagedException(
                    file.toString(), number, 0, "it is segment=" + header.number() + " of store=" + header.store());
        }
        if (length < header.capacity()) {
            files.extend(file, header.capacity());
        }
        return new LogSegment(files, file, header);
    }

    /** Puts a segment that holds nothing provable aside; returns its bytes up to the last that is not zero. */
    long setAside(int number) throws IOException {
        Path file = SegmentPreparer.file(directory, number);
        long bytes = 0;
        byte[] chunk = new byte[64 << 10];
        try (var in = Files.newInputStream(file)) {
            long at = 0;
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                for (int i = 0; i < read; i++) {
                    bytes = chunk[i] == 0 ? bytes : at + i + 1;
                }
                at += read;
            }
        }
        if (bytes == 0) {
            Files.delete(file);
        } else {
            files.move(file, file.resolveSibling(file.getFileName() + ".cut"));
        }
        return bytes;
    }
}
