package io.tellask.cli.transfer;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/**
 * A file that an export is written to: CSV or JSON Lines, packed or not, as its name says. It appears under that name when it is complete and on
 * disk; until then it is called {@code NAME.unfinished}. Stateless.
 */
public final class ExportFile {
    private static final String UNFINISHED = ".unfinished";
    private static final int BUFFER_BYTES = 1 << 16;

    private ExportFile() {}

    /** Writes it, in the place of one that an earlier process left unfinished; returns how many records there were, and tells that after each. */
    public static long write(Exporter exporter, Path target, LongConsumer progress) throws IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
        try {
            long records;
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                records = write(
                        exporter,
                        new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES),
                        FileKind.of(target.toString()),
                        progress);
                channel.force(true);
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(target.resolveSibling("."), StandardOpenOption.READ)) {
                folder.force(true);
            }
            return records;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static long write(Exporter exporter, OutputStream raw, FileKind kind, LongConsumer progress)
            throws IOException {
        OutputStream out = raw;
        if (kind.packed()) {
            out = new GZIPOutputStream(raw, BUFFER_BYTES);
        }
        long records = kind.csv() ? exporter.writeCsv(out, progress) : exporter.writeJsonLines(out, progress);
        if (out instanceof GZIPOutputStream packed) {
            packed.finish();
        }
        raw.flush();
        return records;
    }
}
