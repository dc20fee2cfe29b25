package io.tellask.cli.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Makes a store of a file that an export wrote; there is none unless the file is whole. Stateless. */
public final class Importer {
    /** Longest line; a value of the greatest length that a store takes fits twice. */
    static final int MAX_LINE_BYTES = 256 << 20;

    private Importer() {}

    /** Reads JSON Lines; returns how many records there were, and tells that after each. */
    public static long readJsonLines(InputStream in, Path directory, LongConsumer progress) throws IOException {
        try (Target target = new Target(directory, progress)) {
            new JsonLinesParser(new LineReader(in, MAX_LINE_BYTES), target).run();
            target.complete();
            return target.records();
        }
    }

    /** Reads CSV; returns how many records there were, and tells that after each. */
    public static long readCsv(InputStream in, Path directory, LongConsumer progress) throws IOException {
        try (Target target = new Target(directory, progress)) {
            new CsvParser(new LineReader(in, MAX_LINE_BYTES), target).run();
            target.complete();
            return target.records();
        }
    }
}
