package io.tellask.store;

import io.tellask.store.segment.SegmentLayout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The files of a store, for tests that copy and damage them. A copy of an open store is what a killed process leaves. */
public record StoreImage(Path directory) {
    public StoreImage copyTo(Path target) throws IOException {
        Files.createDirectories(target);
        for (Path file : files("")) {
            Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
        return new StoreImage(target);
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

    void delete() throws IOException {
        for (Path file : files("")) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
