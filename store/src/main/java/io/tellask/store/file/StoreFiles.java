package io.tellask.store.file;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** What a store asks of the file system: the seam where tests let it fail. Thread-safe. */
public class StoreFiles {
    /** Ends the name of a file that is to replace another one. */
    public static final String FRESH = ".tmp";

    /*
     * How a segment is made and forced decides what it costs the kernel
     *
     * Linux keeps a file in pieces as large as the writes that made it, up to 2 MiB, and writes a piece to disk as a whole when one byte of it
     * changed. Zeros written 64 KiB at a time keep these pieces small: each force writes the last one again.
     *
     * Before it writes a page that is mapped for writing, the kernel takes the right to write away, and tells all processors about that, page by
     * page. Unmapping many pages first tells them once. What was written to them stays in the page cache, and whoever reads them next maps
     * sixteen at once.
     */
    private static final String BOOT = "io.tellask.store.boot";

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int CHUNK_BYTES = 64 << 10;
    private static final long UNLOADED_BYTES = 32 << 10;

    /** Makes {@code file} {@code bytes} long and reserves every block of it by writing zeros; on failure the file is gone. */
    public void allocate(Path file, long bytes) throws IOException {
        RegularFiles.require(file);
        Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                fillUp(channel, bytes);
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        });
    }

    /** The content of a file, of which no more is read than one byte beyond {@code most}. */
    public static byte[] read(Path file, int most) throws IOException {
        RegularFiles.require(file);
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(most + 1);
        }
    }

    /** Lengthens a file with zeros; one that is long enough is left alone. */
    public void extend(Path file, long bytes) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel channel = RegularFiles.open(file, StandardOpenOption.WRITE)) {
                fillUp(channel, bytes);
                channel.force(true);
            }
        });
    }

    private static void fillUp(FileChannel channel, long bytes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer zeros = arena.allocate(Math.min(bytes, CHUNK_BYTES)).asByteBuffer();
            for (long at = channel.size(); at < bytes; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
                at += channel.write(zeros, at);
            }
        }
    }

    public MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
        return Uninterrupted.get(() -> {
            try (FileChannel channel = RegularFiles.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            }
        });
    }

    /** Returns when a range of a mapped file is on disk, together with what is needed to find it. */
    public void force(MemorySegment range) throws IOException {
        try {
            if (range.byteSize() >= UNLOADED_BYTES) {
                range.unload();
            }
            range.force();
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns when creations, renames and deletions in a directory are on disk. */
    public void forceDirectory(Path directory) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        });
    }

    /** A new file to be written by position; one of that name is gone. */
    public FileChannel create(Path file) throws IOException {
        return createNew(file);
    }

    /** Deletes what has the name, so that nothing is written through a link or into a file that has another name, too. */
    static FileChannel createNew(Path file) throws IOException {
        RegularFiles.require(file);
        Files.deleteIfExists(file);
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** A file that is there, to be written over by position. */
    public FileChannel reuse(Path file) throws IOException {
        return RegularFiles.open(file, StandardOpenOption.WRITE);
    }

    /** Returns when what was written to a file is on disk. */
    public void force(FileChannel channel) throws IOException {
        channel.force(true);
    }

    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    public void move(Path source, Path target) throws IOException {
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Replaces {@code file} by {@code content} as a whole: a crash leaves the old one or the new one. */
    public void replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + FRESH);
        Uninterrupted.run(() -> write(fresh, content));
        move(fresh, file);
        forceDirectory(file.resolveSibling("."));
    }

    private void write(Path fresh, byte[] content) throws IOException {
        try (FileChannel channel = create(fresh)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            force(channel);
        }
    }

    /** Writes over the start of a file that is there, and returns when all of the file is on disk. Up to 512 bytes change as one. */
    public void overwrite(Path file, byte[] content) throws IOException {
        Uninterrupted.run(() -> {
            try (FileChannel channel = RegularFiles.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(content), 0);
                channel.force(true);
            }
        });
    }

    /**
     * Names the run of the machine: as long as it is the same, what a process wrote to a mapped file outlives the process. A random one where the
     * system does not tell. The property {@value #BOOT} names another one, for file systems that lose pages while the machine goes on.
     */
    public UUID boot() {
        try {
            String named = System.getProperty(BOOT);
            return UUID.fromString(
                    named != null ? named : Files.readString(BOOT_ID).strip());
        } catch (IOException | IllegalArgumentException unknown) {
            return UUID.randomUUID();
        }
    }
}
