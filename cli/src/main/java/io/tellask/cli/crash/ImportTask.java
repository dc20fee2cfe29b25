package io.tellask.cli.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Imports of exported files of each kind in turn. */
final class ImportTask implements MaintenanceTask {
    private static final int SOURCES = 3;
    private static final int KEPT = 2;

    private final Path map;
    private final Path folder;

    ImportTask(Path directory) {
        map = StoreWriter.map(directory);
        folder = MaintenanceTask.folder(directory);
    }

    @Override
    public void prepare(SplittableRandom random) throws IOException {
        Files.createDirectories(folder);
        for (int source = 0; source < SOURCES; source++) {
            ExportTask.export(map, source(source));
        }
    }

    private Path source(int turn) {
        return folder.resolve("source" + ExportTask.kind(turn));
    }

    private Path store(int turn) {
        return folder.resolve(Integer.toString(turn));
    }

    @Override
    public void run(int turn) throws IOException {
        ExportTask.read(source(turn), source(turn), store(turn));
        if (turn >= KEPT) {
            Folders.delete(store(turn - KEPT));
        }
    }

    @Override
    public void verify(int completed, StoreJudge judge) throws IOException {
        if (completed >= 0) {
            judge.requireAcknowledged(store(completed));
        }
        Path next = store(completed + 1);
        if (!Files.exists(next)) {
            run(completed + 1);
        }
        judge.requireAcknowledged(next);
        Folders.requireGone(Folders.unfinished(next));
    }
}
