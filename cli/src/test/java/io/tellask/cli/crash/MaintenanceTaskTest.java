package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.test.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That the judges of killed maintenance tasks notice what must not be. */
class MaintenanceTaskTest {
    private static final long SEED = Seed.given();
    private static final int STEPS = 2_000;

    @TempDir
    private Path directory;

    @BeforeEach
    void write() {
        try (DurableMap<Integer, byte[]> map =
                StoreWriter.open(StoreWriter.map(directory), CrashMoment.WRITES, Durability.BUFFERED)) {
            WriterScript script = new WriterScript(SEED, 0);
            for (int number = 1; number <= STEPS; number++) {
                WriterScript.Step step = script.step(number);
                for (int i = 0; i < step.keys().length; i++) {
                    if (step.removals()[i]) {
                        boolean _ = map.remove(script.name(step.keys()[i]));
                    } else {
                        map.put(script.name(step.keys()[i]), script.value(number, step.keys()[i]));
                    }
                }
            }
        }
    }

    private StoreJudge judge(CrashMoment moment, int last) {
        StoreJudge judge = new StoreJudge(moment, SEED, 1);
        judge.killed(new int[] {last});
        return judge;
    }

    private MaintenanceTask task(CrashMoment moment) throws IOException {
        MaintenanceTask task = Objects.requireNonNull(MaintenanceTask.of(moment, directory));
        task.prepare(new SplittableRandom(SEED));
        return task;
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPSHOT", "INCREMENTAL", "REPAIR", "EXPORT", "IMPORT"})
    void takesWhatWasCompletedAndMakesTheNext(CrashMoment moment) throws IOException {
        MaintenanceTask task = task(moment);
        task.run(0);
        task.run(1);
        task.verify(1, judge(moment, STEPS));
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPSHOT", "INCREMENTAL", "EXPORT", "IMPORT"})
    void noticesThatWhatWasCompletedIsNotThere(CrashMoment moment) throws IOException {
        MaintenanceTask task = task(moment);
        assertThatThrownBy(() -> task.verify(0, judge(moment, STEPS))).isInstanceOf(Exception.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPSHOT", "INCREMENTAL", "EXPORT", "IMPORT"})
    void noticesWhatNobodyWrote(CrashMoment moment) throws IOException {
        MaintenanceTask task = task(moment);
        task.run(0);
        assertThatThrownBy(() -> task.verify(0, judge(moment, STEPS / 2)))
                .isInstanceOf(CrashTestException.class)
                .hasMessageContaining("wrong value");
    }

    @Test
    void noticesARepairThatLostARecord() throws IOException {
        MaintenanceTask task = task(CrashMoment.REPAIR);
        task.run(0);
        try (DurableMap<Integer, byte[]> map = StoreWriter.open(
                MaintenanceTask.folder(directory).resolve("0"), CrashMoment.REPAIR, Durability.BUFFERED)) {
            boolean _ = map.remove(firstKey(map));
        }
        assertThatThrownBy(() -> task.verify(0, judge(CrashMoment.REPAIR, STEPS)))
                .isInstanceOf(CrashTestException.class)
                .hasMessageContaining("differs");
    }

    private static int firstKey(DurableMap<Integer, byte[]> map) {
        try (var scan = map.scan()) {
            assertThat(scan.next()).isTrue();
            return scan.key();
        }
    }

    @Test
    void noticesAHalfBackupUnderTheNameOfAWholeOne() throws IOException {
        MaintenanceTask task = task(CrashMoment.SNAPSHOT);
        task.run(0);
        Path segment = MaintenanceTask.folder(directory).resolve("0").resolve("segment-00000000.log");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.setLength(file.length() / 2);
        }
        assertThatThrownBy(() -> task.verify(0, judge(CrashMoment.SNAPSHOT, STEPS)))
                .hasMessageContaining(segment.getFileName().toString());
    }

    @Test
    void repeatsIntoThePlaceOfAHalfBackup() throws IOException {
        MaintenanceTask task = task(CrashMoment.SNAPSHOT);
        Path half = Files.createDirectories(
                Folders.unfinished(MaintenanceTask.folder(directory).resolve("0")));
        Files.write(half.resolve("segment-00000000.log"), new byte[4096]);
        task.verify(-1, judge(CrashMoment.SNAPSHOT, STEPS));
        assertThat(half).doesNotExist();
    }
}
