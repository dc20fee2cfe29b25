package io.tellask.cli.transfer;

import io.tellask.cli.terminal.PackedInput;
import io.tellask.store.StoreKey;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Makes a store of a file that an export wrote; there is none unless the file is whole. Not thread-safe. */
public final class Importer {
    /** Longest line; a value of the greatest length that a store takes fits twice. */
    static final int MAX_LINE_BYTES = 256 << 20;

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path directory;
    private final @Nullable StoreKey key;
    private final LongConsumer progress;

    /** Makes a store in a directory, encrypted if there is a key, and tells the number of records after each. */
    public Importer(Path directory, @Nullable StoreKey key, LongConsumer progress) {
        this.directory = directory;
        this.key = key;
        this.progress = progress;
    }

    /**
     * Reads a file whose name tells whether it is CSV or JSON Lines, and packed; returns how many records there were.
     *
     * @throws TransferException if the file is not what an export wrote, or not all of it
     */
    public long read(InputStream raw, String name) throws IOException {
        FileKind kind = FileKind.of(name);
        try {
            InputStream in = kind.packed() ? PackedInput.of(raw, BUFFER_BYTES) : raw;
            return kind.csv() ? readCsv(in) : readJsonLines(in);
        } catch (EOFException | ZipException broken) {
            throw new TransferException("import: the file cannot be unpacked, file=" + name + ", reason="
                    + Objects.requireNonNullElse(broken.getMessage(), "it ends early") + "; use a whole one");
        }
    }

    /** Reads JSON Lines; returns how many records there were. */
    public long readJsonLines(InputStream in) throws IOException {
        try (ImportTarget target = new ImportTarget(directory, key, progress)) {
            new JsonLinesParser(new LineReader(in, MAX_LINE_BYTES), target).run();
            target.complete();
            return target.records();
        }
    }

    /** Reads CSV; returns how many records there were. */
    public long readCsv(InputStream in) throws IOException {
        try (ImportTarget target = new ImportTarget(directory, key, progress)) {
            new CsvParser(new LineReader(in, MAX_LINE_BYTES), target).run();
            target.complete();
            return target.records();
        }
    }
}
