package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tellask.store.Compaction;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreFullException;
import io.tellask.store.StoreLimits;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A store on a file system of 16 MiB that gets full, and has room again, where this user may mount. */
@Tag("tools")
class FullDiskTest {
    private static final int ROUNDS = 5;
    private static final int DISK_BYTES = 16 << 20;

    /** What is on the disk twice and given back, to an open map first and then to one that was opened again. */
    private static final int BALLAST_BYTES = 3 << 20;

    private static final int KEYS = 4_000;
    private static final int MORE = 1_000;

    private final long seed = Seed.given();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<Integer, byte[]> stored = new HashMap<>();

    @Test
    void refusesPutsAndKeepsEverythingElse() throws Exception {
        String hindrance = LoopDisk.hindrance();
        assumeTrue(hindrance == null, () -> "no disk can be mounted here: " + hindrance);
        for (int round = 0; round < ROUNDS; round++) {
            stored.clear();
            try (LoopDisk disk = LoopDisk.make(DISK_BYTES)) {
                fillAndGoOn(disk.mountPoint(), "seed=" + seed + ", round=" + round);
            }
        }
    }

    private void fillAndGoOn(Path disk, String where) throws IOException {
        Path ballast = Files.write(disk.resolve("ballast"), new byte[BALLAST_BYTES]);
        Path more = Files.write(disk.resolve("more"), new byte[BALLAST_BYTES]);
        Path folder = disk.resolve("map");
        try (DurableMap<Integer, byte[]> map = open(folder)) {
            fill(map, where);
            Files.delete(ballast);
            goOn(map, where);
            fill(map, where);
        }
        try (DurableMap<Integer, byte[]> map = open(folder)) {
            assertThat(map.recovery().cuts()).as(where).isEmpty();
            verify(map, where);
            Files.delete(more);
            goOn(map, where);
        }
        try (DurableMap<Integer, byte[]> map = open(folder)) {
            verify(map, where);
        }
    }

    private static DurableMap<Integer, byte[]> open(Path folder) {
        return DurableMap.builder(folder, Integer.class, byte[].class)
                .durability(Durability.PERIODIC)
                .compaction(Compaction.defaults().withAutomatic(false))
                .limits(StoreLimits.defaults().withFirstSegmentBytes(64 << 10).withSegmentBytes(512 << 10))
                .open();
    }

    /** Puts until the disk refuses, and then some. */
    private void fill(DurableMap<Integer, byte[]> map, String where) {
        assertThatThrownBy(() -> {
                    while (true) {
                        put(map);
                    }
                })
                .as(where)
                .isInstanceOf(StoreFullException.class)
                .hasMessageContaining("free disk space");
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> map.put(KEYS, new byte[64 << 10]))
                    .as(where)
                    .isInstanceOf(StoreFullException.class);
        }
        verify(map, where);
    }

    private void goOn(DurableMap<Integer, byte[]> map, String where) {
        for (int i = 0; i < MORE; i++) {
            put(map);
        }
        map.force().join();
        verify(map, where);
    }

    private void put(DurableMap<Integer, byte[]> map) {
        int key = random.nextInt(KEYS);
        byte[] value = new byte[random.nextInt(random.nextInt(50) == 0 ? 30_000 : 1_500)];
        random.nextBytes(value);
        map.put(key, value);
        stored.put(key, value);
    }

    private void verify(DurableMap<Integer, byte[]> map, String where) {
        assertThat(map.size()).as(where).isEqualTo(stored.size());
        stored.forEach((key, value) -> assertThat(map.getBytes(key)).as(where).isEqualTo(value));
    }
}
