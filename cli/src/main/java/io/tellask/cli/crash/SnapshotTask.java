package io.tellask.cli.crash;

import io.tellask.store.StoreBackup;
import io.tellask.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Backups of a store from outside while it is written to, whole ones or each building on the one before; every other one links. */
final class SnapshotTask implements MaintenanceTask {
    private static final int KEPT = 2;

    private final Path map;
    private final Path folder;
    private final boolean incremental;

    SnapshotTask(Path directory, boolean incremental) {
        map = StoreWriter.map(directory);
        folder = MaintenanceTask.folder(directory);
        this.incremental = incremental;
    }

    @Override
    public boolean isOnline() {
        return true;
    }

    @Override
    public void prepare(SplittableRandom random) throws IOException {
        Files.createDirectories(folder);
    }

    @Override
    public void run(int turn) throws IOException {
        Path previous = incremental && turn > 0 ? backup(turn - 1) : null;
        StoreBackup _ = StoreBackup.create(
                map, backup(turn), new StoreBackup.Options(previous, turn % 2 == 1), (done, total) -> {});
        if (turn >= KEPT) {
            Folders.delete(backup(turn - KEPT));
        }
    }

    private Path backup(int turn) {
        return folder.resolve(Integer.toString(turn));
    }

    @Override
    public void verify(int completed, StoreJudge judge) throws IOException {
        if (completed >= 0) {
            judge.requireMoment(restored(backup(completed)));
        }
        Path next = backup(completed + 1);
        Path unfinished = Folders.unfinished(next);
        if (Files.exists(unfinished)) {
            requireWholeOrRefused(unfinished, judge);
        }
        if (Files.exists(next)) {
            judge.requireMoment(restored(next));
        } else {
            run(completed + 1);
            judge.requireAcknowledged(restored(next));
        }
        Folders.requireGone(unfinished);
    }

    private Path restored(Path backup) throws IOException {
        Path restored = folder.resolve("restored");
        Folders.delete(restored);
        StoreBackup _ = StoreBackup.restore(backup, restored, (done, total) -> {});
        return restored;
    }

    /** Only its name is missing where the manifest was written already. */
    private void requireWholeOrRefused(Path unfinished, StoreJudge judge) throws IOException {
        try {
            StoreBackup _ = StoreBackup.verify(unfinished, (done, total) -> {});
        } catch (StoreException refused) {
            return;
        }
        judge.requireMoment(restored(unfinished));
    }
}
