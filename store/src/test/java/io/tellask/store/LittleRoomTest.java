package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.segment.SegmentReserve;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk is relieved from inside the map: by removals, compaction and clear. On a real disk of a few megabytes, where one can be mounted. */
class LittleRoomTest {
    private static final int DISK_BYTES = 6 << 20;
    private static final int KEYS = 2_000;
    private static final int VALUE_BYTES = 1_000;

    @TempDir
    Path directory;

    private final long seed = Seed.given();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<Integer, byte[]> oracle = new HashMap<>();

    private interface Use {
        void of(Path folder) throws IOException;
    }

    private void onSmallDisk(Use use) throws IOException {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), DISK_BYTES)) {
            if (disk != null) {
                use.of(disk.directory().resolve("map"));
            }
        }
    }

    private static DurableMap<Integer, byte[]> open(Path folder) {
        return open(folder, false);
    }

    private static DurableMap<Integer, byte[]> open(Path folder, boolean compacting) {
        return DurableMap.builder(folder, Integer.class, byte[].class)
                .compaction(Compaction.defaults().withAutomatic(compacting))
                .open();
    }

    /** Overwrites keys, so that about half of the log is dead when the disk is full; then somebody else takes the rest of the disk. */
    private void fill(DurableMap<Integer, byte[]> map, Path folder) throws IOException {
        overwriteUntilRefused(map);
        StoreStatistics full = map.statistics();
        assertThat(full.liveBytes()).isLessThan(full.logBytes() * 2 / 3);
        takeTheRest(folder);
    }

    private void overwriteUntilRefused(DurableMap<Integer, byte[]> map) {
        assertThatThrownBy(() -> {
                    while (true) {
                        put(map);
                    }
                })
                .isInstanceOf(StoreFullException.class)
                .hasMessageContaining("No space left")
                .hasMessageContaining("remove keys and compact");
    }

    private static void takeTheRest(Path folder) throws IOException {
        Path other = folder.resolveSibling("other");
        try (var out = Files.newOutputStream(other)) {
            byte[] page = new byte[4096];
            while (true) {
                out.write(page);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
        assertThat(Files.getFileStore(folder).getUsableSpace()).isZero();
    }

    private void put(DurableMap<Integer, byte[]> map) {
        int key = random.nextInt(KEYS);
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        map.put(key, value);
        oracle.put(key, value);
    }

    private void verify(DurableMap<Integer, byte[]> map) {
        assertThat(map.size()).as("seed=%d", seed).isEqualTo(oracle.size());
        oracle.forEach((key, value) ->
                assertThat(map.getBytes(key)).as("seed=%d", seed).isEqualTo(value));
    }

    private void verifyAgain(Path folder) {
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(folder, Integer.class, byte[].class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.recovery().cuts()).isEmpty();
            verify(map);
        }
    }

    @Test
    void compactionMakesRoomOnAFullDisk() throws IOException {
        onSmallDisk(folder -> {
            try (DurableMap<Integer, byte[]> map = open(folder)) {
                fill(map, folder);
                compactAndGoOn(map);
            }
            assertThat(folder.resolve(SegmentReserve.FILE)).exists();
            verifyAgain(folder);
        });
    }

    private void compactAndGoOn(DurableMap<Integer, byte[]> map) {
        long before = map.statistics().allocatedBytes();
        map.compact();
        assertThat(map.statistics().allocatedBytes()).isLessThan(before * 3 / 4);
        verify(map);
        for (int i = 0; i < 200; i++) {
            put(map);
        }
        verify(map);
    }

    @Test
    void compactionMakesRoomAfterReopeningOnAFullDisk() throws IOException {
        onSmallDisk(folder -> {
            try (DurableMap<Integer, byte[]> map = open(folder)) {
                fill(map, folder);
            }
            try (DurableMap<Integer, byte[]> map = open(folder)) {
                compactAndGoOn(map);
            }
            verifyAgain(folder);
        });
    }

    @Test
    void keysCanBeRemovedOnAFullDisk() throws IOException {
        onSmallDisk(folder -> {
            try (DurableMap<Integer, byte[]> map = open(folder)) {
                fill(map, folder);
                for (int key = 0; key < KEYS / 8; key++) {
                    boolean there = oracle.remove(key) != null;
                    assertThat(map.remove(key)).isEqualTo(there);
                }
                compactAndGoOn(map);
            }
            verifyAgain(folder);
        });
    }

    @Test
    void putsGoOnAfterAClearOnAFullDisk() throws IOException {
        for (boolean compacting : new boolean[] {false, true}) {
            onSmallDisk(folder -> {
                try (DurableMap<Integer, byte[]> map = open(folder)) {
                    fill(map, folder);
                }
                try (DurableMap<Integer, byte[]> map = open(folder, compacting)) {
                    map.clear();
                    oracle.clear();
                    for (int i = 0; i < 1_000; i++) {
                        put(map);
                    }
                    verify(map);
                }
                verifyAgain(folder);
            });
        }
    }

    @Test
    void compactionMakesRoomOfItselfOnAFullDisk() throws IOException {
        onSmallDisk(folder -> {
            try (DurableMap<Integer, byte[]> map = open(folder)) {
                fill(map, folder);
                map.compact();
                overwriteUntilRefused(map);
                map.compact();
                overwriteUntilRefused(map);
                verify(map);
            }
            verifyAgain(folder);
        });
    }

    @Test
    void compactionWithoutReserveTellsWhatToDo() throws IOException {
        FaultyFiles files = new FaultyFiles();
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .compaction(Compaction.defaults().withAutomatic(false))
                .files(files)
                .open()) {
            for (int i = 0; i < 3_000; i++) {
                put(map);
            }
            files.full = true;
            files.copiesFail = true;
            assertThatThrownBy(map::compact)
                    .isInstanceOf(StoreIoException.class)
                    .hasMessageContaining("No space left")
                    .hasMessageContaining("free disk space or clear the map");
            verify(map);
            files.full = false;
            files.copiesFail = false;
            map.compact();
            verify(map);
        }
        verifyAgain(directory);
    }
}
