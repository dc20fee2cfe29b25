package io.tellask.store;

import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.LogEnd;
import io.tellask.store.segment.SegmentDirectory;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The files of a store, for tests that copy and damage them. A copy of an open store is what a killed process leaves. */
public record StoreImage(Path directory) {
    private static final int END_PART = 24;
    private static final int BASE_SEQUENCE = 48;
    private static final int FORCED_AT = SegmentLayout.PAGE_BYTES + Long.BYTES; // in WRITTEN

    /**
     * Copies what says how far the log goes first, then the segments from the last one back: those of an open store are sealed meanwhile, in their
     * order, and no kill leaves a sealed one behind one that is not.
     */
    public StoreImage copyTo(Path target) throws IOException {
        Files.createDirectories(target);
        List<Path> all = new ArrayList<>(files(""));
        List<Path> segments = files(".log");
        all.removeAll(segments);
        all.addAll(segments.reversed());
        for (Path file : all) {
            copy(file, target.resolve(file.getFileName()));
        }
        return new StoreImage(target);
    }

    /** A file that is being made may get its name meanwhile. */
    private static void copy(Path source, Path target) throws IOException {
        try {
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException renamed) {
            if (!source.toString().endsWith(".tmp")) {
                throw renamed;
            }
        }
    }

    public List<Path> segments() throws IOException {
        return files(".log");
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            return found.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    public void overwrite(Path file, long at, byte[] bytes) throws IOException {
        try (RandomAccessFile target = new RandomAccessFile(file.toFile(), "rw")) {
            target.seek(at);
            target.write(bytes);
        }
    }

    public void flipBit(Path file, long at, int bit) throws IOException {
        byte old = Files.readAllBytes(file)[(int) at];
        overwrite(file, at, new byte[] {(byte) (old ^ 1 << bit)});
    }

    /** Makes a segment look as before it was sealed. */
    public void removeFooter(Path segment) throws IOException {
        overwrite(segment, Files.size(segment) - SegmentLayout.FOOTER, new byte[SegmentLayout.FOOTER]);
    }

    /** Makes an open store look as after a power cut: the machine runs anew. */
    public StoreImage ofAnotherRun() throws IOException {
        Path mark = directory.resolve(WriteMark.FILE);
        byte[] bytes = Files.readAllBytes(mark);
        bytes[40] ^= 1;
        MemorySegment.ofArray(bytes).set(SegmentLayout.INT, 60, SegmentLayout.crc(bytes, 60));
        Files.write(mark, bytes);
        return this;
    }

    /**
     * Makes an open store look as if nothing had been forced since an earlier moment, but for whole segments.
     *
     * @param mark the file {@code WRITTEN} as it was then
     */
    public StoreImage forcedAsIn(byte[] mark) throws IOException {
        overwrite(
                directory.resolve(WriteMark.FILE),
                FORCED_AT,
                Arrays.copyOfRange(mark, FORCED_AT, FORCED_AT + Long.BYTES));
        return this;
    }

    /** Whether there is no record yet in the last of several segments. */
    public boolean endsEmpty() throws IOException {
        List<Path> segments = segments();
        MemorySegment last = MemorySegment.ofArray(Files.readAllBytes(segments.getLast()));
        return segments.size() > 1 && last.get(SegmentLayout.LONG, SegmentLayout.HEADER) == 0;
    }

    /**
     * Makes a closed store look as before its last segment was begun, with all others sealed: as a kill or a backup may leave it. Returns the last
     * sequence number that is left.
     */
    public long dropLastSegment() throws IOException {
        Path end = directory.resolve(LogEnd.FILE);
        Path last = segments().getLast();
        long kept = MemorySegment.ofArray(Files.readAllBytes(last)).get(SegmentLayout.LONG, BASE_SEQUENCE) - 1;
        Files.delete(last);
        Files.deleteIfExists(directory.resolve(SegmentDirectory.CHECKPOINT));
        byte[] old = Files.readAllBytes(end);
        MemorySegment bytes = MemorySegment.ofArray(Arrays.copyOf(old, old.length - END_PART));
        bytes.set(SegmentLayout.LONG, 32, kept);
        bytes.set(SegmentLayout.LONG, 40, LogEnd.NO_CHECKPOINT);
        bytes.set(SegmentLayout.LONG, 48, segments().size());
        byte[] shorter = bytes.toArray(ValueLayout.JAVA_BYTE);
        int crcAt = shorter.length - Long.BYTES;
        bytes.set(SegmentLayout.LONG, crcAt, Integer.toUnsignedLong(SegmentLayout.crc(shorter, crcAt)));
        Files.write(end, bytes.toArray(ValueLayout.JAVA_BYTE));
        UUID store = new UUID(bytes.get(SegmentLayout.LONG, 16), bytes.get(SegmentLayout.LONG, 24));
        Files.write(directory.resolve(WriteMark.FILE), WriteMark.closed(store, kept));
        return kept;
    }

    void delete() throws IOException {
        for (Path file : files("")) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
