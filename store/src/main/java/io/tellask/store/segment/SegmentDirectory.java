package io.tellask.store.segment;

import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreIoException;
import io.tellask.store.file.RegularFiles;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.file.StoreKeys;
import io.tellask.store.file.StoreLock;
import io.tellask.store.layout.SegmentLayout;
import io.tellask.text.SafeText;
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
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The segment files of a directory, opened one after the other at recovery. */
public final class SegmentDirectory {
    /** The index as it was at the last clean close. */
    public static final String CHECKPOINT = "CHECKPOINT";

    /** The segment that compaction is writing. */
    public static final String REWRITTEN = "rewritten.tmp";

    /** The segment that a repair is writing anew. */
    public static final String REPAIRED = "segment.repair.tmp";

    /** The names of files that are being made: left behind by a crash, they are deleted at the next open. */
    private static final List<String> UNFINISHED = List.of(
            SegmentPreparer.UNUSED,
            REWRITTEN,
            REPAIRED,
            StoreIdentity.FILE + StoreFiles.FRESH,
            StoreKeys.FILE + StoreFiles.FRESH,
            LogEnd.FILE + StoreFiles.FRESH,
            WriteMark.FILE + StoreFiles.FRESH,
            CHECKPOINT + StoreFiles.FRESH);

    /** The names of all files that a store has or makes, but for those of segments. */
    private static final List<String> NAMED = Stream.concat(
                    UNFINISHED.stream(),
                    Stream.of(
                            StoreIdentity.FILE,
                            StoreKeys.FILE,
                            StoreLock.FILE,
                            LogEnd.FILE,
                            WriteMark.FILE,
                            SegmentReserve.FILE,
                            CHECKPOINT))
            .toList();

    /** Names that say nothing against making a store in a folder: what makes one begins with these, and a disk's root has the last. */
    private static final Set<String> OWN = Stream.concat(
                    UNFINISHED.stream(),
                    Stream.of(
                            StoreLock.FILE,
                            StoreKeys.FILE,
                            LogEnd.FILE,
                            WriteMark.FILE,
                            SegmentReserve.FILE,
                            "lost+found"))
            .collect(Collectors.toUnmodifiableSet());

    private final Path directory;
    private final UUID store;
    private final StoreFiles files;

    public SegmentDirectory(Path directory, UUID store, StoreFiles files) {
        this.directory = directory;
        this.store = store;
        this.files = files;
    }

    /** A store is known by its identity; where that is lost, by any other file of it. */
    public static boolean holdsStore(Path directory) {
        return Files.exists(directory.resolve(StoreIdentity.FILE))
                || Files.exists(SegmentPreparer.file(directory, 0))
                || holdsRemains(directory);
    }

    /** Whether there are files that only a store has that was opened before; one that is being made for the first time has none of them. */
    public static boolean holdsRemains(Path directory) {
        return Files.exists(directory.resolve(CHECKPOINT)) || !LogEnd.isFresh(directory);
    }

    /** Refuses a folder that has files of somebody else and no store: the store's would lie among them. What a crash left of making one is no obstacle. */
    public static void requireOwn(Path directory) throws IOException {
        if (holdsStore(directory)) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            for (Path path : found) {
                String name = path.getFileName().toString();
                if (!OWN.contains(name) && !name.startsWith("segment-")) {
                    throw new StoreIoException("store: directory=" + directory + " holds no store, and other files: "
                            + SafeText.of(name) + "; name an empty or a new folder");
                }
            }
        }
    }

    /** The numbers of the segment files, ascending. What is in the way of another file of the store is met here, before anything is changed. */
    public List<Integer> numbers() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "segment-*.log")) {
            for (Path path : found) {
                String name = path.getFileName().toString();
                int number = numberIn(name);
                if (number < 0 || !path.equals(SegmentPreparer.file(directory, number))) {
                    throw new StoreDamagedException(path.toString(), -1, 0, "name is none of a segment");
                }
                numbers.add(number);
            }
        }
        for (String name : NAMED) {
            RegularFiles.require(directory.resolve(name));
        }
        numbers.sort(null);
        return numbers;
    }

    private static int numberIn(String name) {
        String digits = name.substring("segment-".length(), name.length() - ".log".length());
        return digits.matches("[0-9]{8}") ? Integer.parseInt(digits) : -1;
    }

    /** Deletes segments that another one stands for. */
    public void deleteAll(List<Integer> numbers) throws IOException {
        for (int number : numbers) {
            Files.deleteIfExists(SegmentPreparer.file(directory, number));
        }
    }

    /** Deletes what a crash left half made; files of somebody else stay, whatever they are called. */
    public void deleteUnfinished() throws IOException {
        for (String name : UNFINISHED) {
            Files.deleteIfExists(directory.resolve(name));
        }
    }

    /**
     * Opens a segment, or returns null if its header never reached the disk whole. A file that is shorter than its header says is lengthened
     * with zeros, which recovery then meets as the end of what was written.
     */
    public @Nullable LogSegment open(int number) throws IOException {
        Path file = SegmentPreparer.file(directory, number);
        byte[] start = new byte[SegmentLayout.HEADER];
        long length;
        try (FileChannel channel = RegularFiles.open(file, StandardOpenOption.READ)) {
            length = channel.size();
            ByteBuffer target = ByteBuffer.wrap(start);
            int read = 0;
            while (target.hasRemaining() && read >= 0) {
                read = channel.read(target, target.position());
            }
        }
        SegmentLayout.Header header = SegmentLayout.readHeader(MemorySegment.ofArray(start));
        if (header == null) {
            boolean blank =
                    MemorySegment.ofArray(start).mismatch(MemorySegment.ofArray(new byte[SegmentLayout.HEADER])) < 0;
            if (blank || length < SegmentLayout.HEADER) {
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
    public long setAside(int number) throws IOException {
        Path file = SegmentPreparer.file(directory, number);
        long bytes = Files.size(file);
        bytes = bytes > SegmentLayout.MAX_BYTES ? bytes : writtenBytes(file);
        if (bytes == 0) {
            Files.delete(file);
        } else {
            files.move(file, file.resolveSibling(file.getFileName() + ".cut"));
        }
        return bytes;
    }

    /** The bytes of a file up to the last that is not zero. */
    private static long writtenBytes(Path file) throws IOException {
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
        return bytes;
    }
}
