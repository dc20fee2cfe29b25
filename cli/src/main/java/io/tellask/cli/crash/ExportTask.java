package io.tellask.cli.crash;

import io.tellask.cli.transfer.ExportFile;
import io.tellask.cli.transfer.Exporter;
import io.tellask.cli.transfer.Importer;
import io.tellask.cli.transfer.TransferException;
import io.tellask.store.StoredMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Exports of a closed store to files of each kind in turn. */
final class ExportTask implements MaintenanceTask {
    private static final String[] KINDS = {".jsonl", ".csv", ".jsonl.gz"};
    private static final int KEPT = 2;

    private final Path map;
    private final Path folder;

    ExportTask(Path directory) {
        map = StoreWriter.map(directory);
        folder = MaintenanceTask.folder(directory);
    }

    @Override
    public void prepare(SplittableRandom random) throws IOException {
        Files.createDirectories(folder);
    }

    @Override
    public void run(int turn) throws IOException {
        export(map, file(turn));
        if (turn >= KEPT) {
            Files.deleteIfExists(file(turn - KEPT));
        }
    }

    static void export(Path store, Path file) throws IOException {
        try (StoredMap source = StoredMap.open(store)) {
            long _ = new ExportFile(file.toString(), true).write(new Exporter(source, true), records -> {});
        }
    }

    static String kind(int turn) {
        return KINDS[turn % KINDS.length];
    }

    private Path file(int turn) {
        return folder.resolve(turn + kind(turn));
    }

    @Override
    public void verify(int completed, StoreJudge judge) throws IOException {
        if (completed >= 0) {
            requireWhole(file(completed), file(completed), judge);
        }
        Path next = file(completed + 1);
        Path unfinished = Folders.unfinished(next);
        if (Files.exists(unfinished)) {
            requireWholeOrRefused(unfinished, next, judge);
        }
        if (!Files.exists(next)) {
            run(completed + 1);
        }
        requireWhole(next, next, judge);
        Folders.requireGone(unfinished);
    }

    /** Reads a file as one of another name. */
    private void requireWhole(Path file, Path name, StoreJudge judge) throws IOException {
        Path imported = folder.resolve("imported");
        read(file, name, imported);
        judge.requireAcknowledged(imported);
        Folders.delete(imported);
    }

    /** Only its name is missing where the last line was written already. */
    private void requireWholeOrRefused(Path unfinished, Path name, StoreJudge judge) throws IOException {
        try {
            requireWhole(unfinished, name, judge);
        } catch (TransferException refused) {
            Folders.requireGone(folder.resolve("imported"));
        }
    }

    static void read(Path file, Path name, Path store) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            long _ = new Importer(store, null, records -> {}).read(in, name.toString());
        }
    }
}
