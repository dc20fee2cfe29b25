package io.tellask.cli.transfer;

import io.tellask.store.DurableMap;
import io.tellask.store.StoreIoException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/**
 * Where an export goes: a file, which appears under its name when it is complete and on disk, packed if the name ends in {@code .gz}; standard
 * output for {@code -}; a pipe or a device as it is. Until it is complete a file is called {@code NAME.unfinished}. Immutable.
 */
public final class ExportFile {
    private static final String STANDARD_OUTPUT = "-";
    private static final String SERVER_LOCK = "tellask.lock";
    private static final int BUFFER_BYTES = 1 << 16;

    private final String name;
    private final boolean replacing;

    /** The file of that name, {@code -} for standard output; a regular file that exists is replaced if that is wanted, else refused. */
    public ExportFile(String name, boolean replacing) {
        this.name = name;
        this.replacing = replacing;
    }

    /** What writes the records, and tells how many there were. */
    @FunctionalInterface
    public interface Records<X extends Exception> {
        long to(OutputStream out) throws IOException, X;
    }

    public boolean isStandardOutput() {
        return name.equals(STANDARD_OUTPUT);
    }

    /** Writes all records of a store, as CSV or JSON Lines as the name says; returns how many there were, and tells that after each. */
    public long write(Exporter exporter, LongConsumer progress) {
        boolean csv = FileKind.of(name).csv();
        return this.<RuntimeException>write(
                out -> csv ? exporter.writeCsv(out, progress) : exporter.writeJsonLines(out, progress));
    }

    /**
     * Writes all records; returns how many there were.
     *
     * @throws TransferException if the file cannot be written
     */
    public <X extends Exception> long write(Records<X> records) throws X {
        try {
            if (isStandardOutput()) {
                OutputStream out = new BufferedOutputStream(System.out, BUFFER_BYTES);
                long count = records.to(out);
                out.flush();
                return count;
            }
            Path target = Path.of(name).toAbsolutePath();
            if (!Files.exists(target)) {
                return writeNew(target, records);
            }
            if (!Files.isRegularFile(target)) {
                return writeInto(target, records);
            }
            if (!replacing) {
                throw new TransferException(
                        "export: file=" + name + " exists already; name another one, or replace it with --force");
            }
            return writeNew(target.toRealPath(), records);
        } catch (IOException e) {
            throw unwritten(e);
        } catch (UncheckedIOException e) {
            throw unwritten(Objects.requireNonNull(e.getCause()));
        }
    }

    private TransferException unwritten(IOException failure) {
        return new TransferException(
                "export: file=" + name + " cannot be written, reason=" + StoreIoException.reason(failure)
                        + "; name a file in a folder that has room and can be written",
                failure);
    }

    private <X extends Exception> long writeNew(Path target, Records<X> records) throws IOException, X {
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new TransferException("export: no such folder: folder=" + folder + "; make it first");
        }
        requireOutsideStores(target, folder.toRealPath());
        Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
        try {
            long count;
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                count = write(Channels.newOutputStream(channel), records);
                channel.force(true);
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
            return count;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** A store's folder holds its own files only, and so does a backup's: a file put into the place of one of them destroys it. */
    private void requireOutsideStores(Path target, Path folder) {
        if (DurableMap.existsIn(folder) || target.endsWith(SERVER_LOCK)) {
            throw new TransferException("export: file=" + name + " lies among the files of a store, folder=" + folder
                    + "; name a file in another folder");
        }
    }

    private <X extends Exception> long writeInto(Path device, Records<X> records) throws IOException, X {
        if (Files.isDirectory(device)) {
            throw new TransferException("export: file=" + name + " is a folder; name a file in it");
        }
        try (OutputStream out = Files.newOutputStream(device, StandardOpenOption.WRITE)) {
            return write(out, records);
        }
    }

    private <X extends Exception> long write(OutputStream raw, Records<X> records) throws IOException, X {
        OutputStream buffered = new BufferedOutputStream(raw, BUFFER_BYTES);
        if (!FileKind.of(name).packed()) {
            long count = records.to(buffered);
            buffered.flush();
            return count;
        }
        GZIPOutputStream packed = new GZIPOutputStream(buffered, BUFFER_BYTES);
        long count = records.to(packed);
        packed.finish();
        buffered.flush();
        return count;
    }
}
