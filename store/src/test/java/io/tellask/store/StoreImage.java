package io.tellask.store;

import io.tellask.store.layout.SegmentLayout;
import io.tellask.store.segment.WriteMark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The files of a store, for tests that copy and damage them. A copy of an open store is what a killed process leaves. */
public record StoreImage(Path directory) {
    public StoreImage copyTo(Path target) throws IOException {
        Files.createDirectories(target);
        for (Path file : files("")) {
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

    void delete() throws IOException {
        for (Path file : files("")) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
