package io.tellask.cli.crash;

import io.tellask.store.Scan;
import io.tellask.store.StoreCheck;
import io.tellask.store.StoreRepair;
import io.tellask.store.StoredMap;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Repairs of copies of a store, all damaged in the same way: bytes of some segments are changed, and now and then a file is missing. What a
 * second repair makes of one whose first was killed is compared with a copy that was repaired without a stop.
 */
final class RepairTask implements MaintenanceTask {
    private static final int COPIES = 3;
    private static final int MISSING_PART = 12;
    private static final int MOST_BYTES = 4;

    private final Path map;
    private final Path folder;

    RepairTask(Path directory) {
        map = StoreWriter.map(directory);
        folder = MaintenanceTask.folder(directory);
    }

    @Override
    public int turns() {
        return COPIES;
    }

    @Override
    public void prepare(SplittableRandom random) throws IOException {
        Folders.copy(map, undisturbed());
        damage(random);
        for (int turn = 0; turn < COPIES; turn++) {
            Folders.copy(undisturbed(), copy(turn));
        }
        repair(undisturbed());
    }

    private void damage(SplittableRandom random) throws IOException {
        for (Path segment : Folders.files(undisturbed(), "segment-*.log")) {
            if (random.nextInt(MISSING_PART) == 0) {
                Files.delete(segment);
            } else if (random.nextBoolean()) {
                try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
                    for (int left = 1 + random.nextInt(MOST_BYTES); left > 0; left--) {
                        file.seek(random.nextLong(file.length()));
                        file.write(random.nextInt());
                    }
                }
            }
        }
    }

    @Override
    public void run(int turn) throws IOException {
        repair(copy(turn));
    }

    private static void repair(Path store) {
        StoreRepair _ = StoreRepair.run(store, (done, total) -> {});
    }

    private Path undisturbed() {
        return folder.resolve("undisturbed");
    }

    private Path copy(int turn) {
        return folder.resolve(Integer.toString(turn));
    }

    @Override
    public void verify(int completed, StoreJudge judge) throws IOException {
        List<String> kept = records(undisturbed());
        for (int turn = 0; turn < COPIES; turn++) {
            if (turn > completed) {
                StoreCheck _ = StoreCheck.run(copy(turn), (done, total) -> {});
                run(turn);
            }
            List<String> found = records(copy(turn));
            if (!found.equals(kept)) {
                throw new CrashTestException("crash-test: a repair that was killed and repeated differs: copy=" + turn
                        + ", completed=" + completed + ", records=" + found.size() + ", undisturbed=" + kept.size());
            }
        }
        judge.requireRightValues(undisturbed());
    }

    private static List<String> records(Path store) {
        List<String> records = new ArrayList<>();
        try (StoredMap map = StoredMap.open(store);
                Scan<byte[], byte[]> scan = map.map().scan()) {
            while (scan.next()) {
                records.add(HexFormat.of().formatHex(scan.keyBytes()) + " " + scan.sequence() + " "
                        + HexFormat.of().formatHex(scan.valueBytes()));
            }
        }
        return records;
    }
}
