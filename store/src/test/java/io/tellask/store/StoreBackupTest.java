package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Seed;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of open and closed stores, those that build on each other, and what comes back from them. */
class StoreBackupTest {
    private static final int SEGMENT = 4096;
    private static final int MOST_CHANGES = 200_000;

    @TempDir
    Path folder;

    private DurableMap<String, String> open(String name) {
        return open(name, SEGMENT);
    }

    private DurableMap<String, String> open(String name, int segmentBytes) {
        return DurableMap.builder(folder.resolve(name), String.class, String.class)
                .limits(StoreLimits.defaults().withKeyBytes(100).withSegmentBytes(segmentBytes))
                .open();
    }

    private static Map<String, String> contents(DurableMap<String, String> map) {
        Map<String, String> found = new TreeMap<>();
        map.forEach(found::put);
        return found;
    }

    private Map<String, String> restored(Path backup) {
        Path target = folder.resolve("restored-" + backup.getFileName());
        StoreBackup.restore(backup, target, StoreProgress.NONE);
        assertThat(StoreCheck.run(target, StoreProgress.NONE))
                .matches(check -> check.isSound() && check.cuts().isEmpty());
        try (DurableMap<String, String> map = DurableMap.open(target, String.class, String.class)) {
            return contents(map);
        }
    }

    private static void fill(DurableMap<String, String> map, int from, int to) {
        for (int i = from; i < to; i++) {
            map.put("key-" + i, "value " + i);
        }
    }

    private StoreBackup take(String from, String to, StoreBackup.Options options) {
        return StoreBackup.create(folder.resolve(from), folder.resolve(to), options, StoreProgress.NONE);
    }

    @Test
    void isNotTakenIntoTheFolderOfTheStore() throws IOException {
        try (DurableMap<String, String> map = open("live")) {
            map.put("k", "v");
        }
        Files.createSymbolicLink(folder.resolve("alias"), folder.resolve("live"));

        for (String target : List.of("live/sub", "live/deep/sub", "alias/sub", "other/../live/sub")) {
            assertThatThrownBy(() -> take("live", target, StoreBackup.Options.COPY))
                    .isInstanceOf(StoreIoException.class)
                    .hasMessageContaining("lies in the folder of the store itself");
        }
        assertThat(folder.resolve("live/sub.unfinished")).doesNotExist();
        assertThat(take("live", "live-copy", StoreBackup.Options.COPY).damages())
                .isEmpty();
    }

    /** One change of the model: what the key was set to by the record of this number, null for a removal. */
    private record Change(
            long sequence, String key, @Nullable String value) {}

    @Test
    void holdsTheMapOfOneMomentWhileWritesGoOn() throws Exception {
        long seed = Seed.given();
        List<Change> changes = new ArrayList<>();
        AtomicBoolean done = new AtomicBoolean();
        try (DurableMap<String, String> map = open("live", 64 << 10)) {
            Thread writer = Thread.ofPlatform().start(() -> write(map, new Random(seed), changes, done));
            List<StoreBackup> taken = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Path target = folder.resolve("b" + i);
                StoreBackup.Options options = new StoreBackup.Options(
                        i % 3 == 0 || i == 1 ? null : folder.resolve("b" + (i - 1)), i % 2 == 1);
                taken.add(
                        i < 4
                                ? map.backup(target, options, StoreProgress.NONE)
                                : StoreBackup.create(folder.resolve("live"), target, options, StoreProgress.NONE));
            }
            done.set(true);
            writer.join();
            for (int i = 0; i < taken.size(); i++) {
                assertThat(restored(folder.resolve("b" + i)))
                        .as("seed=" + seed + ", backup=" + i)
                        .isEqualTo(modelAt(changes, taken.get(i).sequence()));
            }
        }
    }

    private static void write(DurableMap<String, String> map, Random random, List<Change> changes, AtomicBoolean done) {
        long sequence = 0;
        while (sequence < MOST_CHANGES && (!done.get() || sequence < 1000)) {
            String key = "k" + random.nextInt(300);
            if (random.nextInt(4) > 0) {
                String value = "v" + random.nextInt() + "x".repeat(random.nextInt(60));
                map.put(key, value);
                changes.add(new Change(++sequence, key, value));
            } else if (map.remove(key)) {
                changes.add(new Change(++sequence, key, null));
            }
        }
    }

    private static Map<String, String> modelAt(List<Change> changes, long sequence) {
        Map<String, String> model = new TreeMap<>();
        for (Change change : changes) {
            if (change.sequence() > sequence) {
                break;
            }
            if (change.value() == null) {
                model.remove(change.key());
            } else {
                model.put(change.key(), change.value());
            }
        }
        return model;
    }

    @Test
    void anIncrementalOneWritesOnlyWhatIsNew() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 1000);
        }
        StoreBackup first = take("store", "first", StoreBackup.Options.COPY);
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 1000, 1010);
        }
        StoreBackup second = take("store", "second", new StoreBackup.Options(folder.resolve("first"), false));

        assertThat(first.newBytes()).isEqualTo(first.bytes());
        assertThat(second.newBytes()).isLessThan(3 * SEGMENT);
        assertThat(second.sequence()).isEqualTo(1010);
        for (Path file : new StoreImage(folder.resolve("first")).segments()) {
            Files.delete(file);
        }
        assertThat(restored(folder.resolve("second"))).hasSize(1010);
    }

    @Test
    void aLinkedOneKeepsItsContentsWhenTheStoreGoesOn() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 500);
            StoreBackup taken =
                    map.backup(folder.resolve("linked"), new StoreBackup.Options(null, true), StoreProgress.NONE);
            assertThat(taken.newBytes()).isLessThan(taken.bytes());
            fill(map, 0, 2000);
            map.remove("key-1");
        }
        assertThat(restored(folder.resolve("linked"))).hasSize(500).containsEntry("key-1", "value 1");
    }

    @Test
    void anEmptyStoreComesBackEmpty() {
        open("store").close();
        take("store", "backup", StoreBackup.Options.COPY);
        assertThat(restored(folder.resolve("backup"))).isEmpty();
    }

    @Test
    void refusesToRestoreOneThatWasCutShortOrChanged() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 300);
        }
        take("store", "backup", StoreBackup.Options.COPY);
        StoreImage backup = new StoreImage(folder.resolve("backup"));
        for (Path file : List.of(
                folder.resolve("backup/BACKUP"),
                folder.resolve("backup/STORE"),
                backup.segments().get(1))) {
            byte[] sound = Files.readAllBytes(file);
            Files.delete(file);
            refused(file, "file is missing");
            Files.write(file, sound);
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(sound.length - 1);
            }
            refused(file, "");
            Files.write(file, sound);
            backup.flipBit(file, sound.length / 2, 3);
            refused(file, "");
            Files.write(file, sound);
        }
        assertThat(restored(folder.resolve("backup"))).hasSize(300);
    }

    private void refused(Path file, String reason) {
        Path target = folder.resolve("target");
        assertThatThrownBy(() -> StoreBackup.restore(folder.resolve("backup"), target, StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(reason);
        assertThatThrownBy(() -> StoreBackup.verify(folder.resolve("backup"), StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class);
        assertThat(target).doesNotExist();
        assertThat(folder.resolve("target.unfinished")).doesNotExist();
    }

    @Test
    void refusesToBackUpDamage() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 300);
        }
        StoreImage store = new StoreImage(folder.resolve("store"));
        store.flipBit(store.segments().get(1), 2000, 1);

        assertThatThrownBy(() -> take("store", "backup", StoreBackup.Options.COPY))
                .isInstanceOf(StoreDamagedException.class);
        assertThat(folder.resolve("backup")).doesNotExist();
    }

    @Test
    void savesADamagedStoreAsItIsWhereAskedFor() throws IOException {
        for (String name : List.of("segment-00000001.log", "END", "STORE")) {
            try (DurableMap<String, String> map = open("of-" + name)) {
                fill(map, 0, 300);
            }
            Path own = folder.resolve("of-" + name);
            new StoreImage(own).flipBit(own.resolve(name), 20, 1);

            StoreBackup taken = take("of-" + name, "saved-" + name, StoreBackup.Options.DAMAGED);

            assertThat(taken.damages()).isNotEmpty();
            Path again = folder.resolve("again-" + name);
            StoreBackup restored = StoreBackup.restore(folder.resolve("saved-" + name), again, StoreProgress.NONE);
            assertThat(restored.damages()).isEqualTo(taken.damages());
            assertThat(again.resolve(name)).hasSameBinaryContentAs(own.resolve(name));
            assertThatThrownBy(() -> DurableMap.open(again, String.class, String.class))
                    .isInstanceOf(StoreDamagedException.class);
        }
    }

    @Test
    void refusesABackupWhoseListIsChangedAnywhere() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 300);
        }
        take("store", "sound", StoreBackup.Options.COPY);
        new StoreImage(folder.resolve("store"))
                .flipBit(folder.resolve("store").resolve("segment-00000001.log"), 2000, 1);
        take("store", "damaged", StoreBackup.Options.DAMAGED);
        for (String name : List.of("sound", "damaged")) {
            Path backup = folder.resolve(name);
            Path manifest = backup.resolve("BACKUP");
            byte[] whole = Files.readAllBytes(manifest);
            for (int at = 0; at < whole.length; at++) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) (1 << at % 8);
                Files.write(manifest, changed);
                assertThatThrownBy(() -> StoreBackup.verify(backup, StoreProgress.NONE))
                        .as("backup=%s, offset=%d", name, at)
                        .isInstanceOf(StoreDamagedException.class);
                assertThatThrownBy(() -> StoreBackup.restore(backup, folder.resolve("again"), StoreProgress.NONE))
                        .isInstanceOf(StoreDamagedException.class);
                assertThat(folder.resolve("again")).doesNotExist();
            }
            Files.write(manifest, Arrays.copyOf(whole, whole.length - 1));
            assertThatThrownBy(() -> StoreBackup.verify(backup, StoreProgress.NONE))
                    .isInstanceOf(StoreDamagedException.class);
            Files.write(manifest, whole);
            StoreBackup.verify(backup, StoreProgress.NONE);
        }
    }

    private void lengthen(String name, String file) throws IOException {
        try (RandomAccessFile open =
                new RandomAccessFile(folder.resolve(name).resolve(file).toFile(), "rw")) {
            open.setLength(1L << 40);
        }
    }

    @Test
    void savesOfADamagedStoreNoMoreThanItsFilesCanHold() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 500);
        }
        Files.delete(folder.resolve("store/END"));
        lengthen("store", "CHECKPOINT");
        lengthen("store", "WRITTEN");

        StoreBackup backup = take("store", "damaged", StoreBackup.Options.DAMAGED);

        assertThat(backup.bytes()).isLessThan(100 << 20);
        assertThat(StoreBackup.verify(folder.resolve("damaged"), StoreProgress.NONE))
                .isEqualTo(new StoreBackup(
                        backup.store(), 0, backup.time(), backup.files(), backup.bytes(), 0, backup.damages()));
    }

    @Test
    void aFileOfABackupThatIsLongerThanItWasIsNotRead() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 500);
        }
        take("store", "backup", StoreBackup.Options.COPY);
        lengthen("backup", "segment-00000000.log");

        assertThatThrownBy(() -> StoreBackup.verify(folder.resolve("backup"), StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("bytes=1099511627776, expected=");
    }

    @Test
    void takesAStoreWhoseSegmentsLieElsewhereWhole() throws IOException {
        Map<String, String> contents;
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 500);
            contents = contents(map);
        }
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        String name = "segment-00000000.log";
        Files.move(folder.resolve("store").resolve(name), elsewhere.resolve(name));
        Files.createSymbolicLink(folder.resolve("store").resolve(name), elsewhere.resolve(name));

        take("store", "backup", new StoreBackup.Options(null, true));

        assertThat(folder.resolve("backup").resolve(name)).isRegularFile().matches(file -> !Files.isSymbolicLink(file));
        assertThat(restored(folder.resolve("backup"))).isEqualTo(contents);
    }

    @Test
    void buildsOnNoBackupOfADamagedStore() throws IOException {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 300);
        }
        StoreImage store = new StoreImage(folder.resolve("store"));
        store.flipBit(store.segments().get(1), 2000, 1);
        take("store", "damaged", StoreBackup.Options.DAMAGED);
        store.flipBit(store.segments().get(1), 2000, 1);

        assertThat(take("store", "sound", StoreBackup.Options.DAMAGED).damages())
                .isEmpty();
        assertThat(restored(folder.resolve("sound"))).hasSize(300);
        assertThatThrownBy(() -> take("store", "next", new StoreBackup.Options(folder.resolve("damaged"), false)))
                .isInstanceOf(StoreIoException.class);
        assertThatThrownBy(() -> new StoreBackup.Options(folder.resolve("sound"), false, true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anInterruptedOneLeavesNothing() {
        try (DurableMap<String, String> map = open("store")) {
            fill(map, 0, 300);
            assertThatThrownBy(() -> map.backup(folder.resolve("backup"), StoreBackup.Options.COPY, (done, total) -> {
                        throw new IllegalArgumentException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(folder.resolve("backup")).doesNotExist();
            assertThat(folder.resolve("backup.unfinished")).doesNotExist();
            map.backup(folder.resolve("backup"), StoreBackup.Options.COPY, StoreProgress.NONE);
        }
    }

    @Test
    void refusesATargetThatExistsAndAPreviousOneOfAnotherStore() throws IOException {
        open("store").close();
        open("other").close();
        take("other", "backup", StoreBackup.Options.COPY);

        assertThatThrownBy(() -> take("store", "backup", StoreBackup.Options.COPY))
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("exists already");
        assertThatThrownBy(() -> take("store", "new", new StoreBackup.Options(folder.resolve("backup"), false)))
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("same store");
        assertThatThrownBy(() -> take("none", "new", StoreBackup.Options.COPY))
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("holds no store");
    }
}
