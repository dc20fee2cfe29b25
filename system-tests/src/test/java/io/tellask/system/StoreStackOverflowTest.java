package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreLimits;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a map where the stack ends: each is made or not, in the map as on the disk. */
class StoreStackOverflowTest {
    private static final int KEYS = 40;

    @TempDir
    private Path folder;

    private DurableMap<Integer, String> open() {
        return DurableMap.builder(folder, Integer.class, String.class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10))
                .open();
    }

    private static Map<Integer, String> content(DurableMap<Integer, String> map) {
        Map<Integer, String> all = new TreeMap<>();
        map.forEach(all::put);
        return all;
    }

    private static void change(DurableMap<Integer, String> map, SplittableRandom random) {
        int key = random.nextInt(KEYS);
        switch (random.nextInt(4)) {
            case 0 -> map.remove(key);
            case 1 ->
                map.batch()
                        .put(key, "batch " + random.nextInt())
                        .remove(random.nextInt(KEYS))
                        .put(key + KEYS, "second")
                        .commit();
            default -> map.put(key, "x".repeat(random.nextInt(200)) + random.nextInt());
        }
    }

    @RepeatedTest(10)
    void theMapHoldsWhatItHoldsAfterItIsOpenedAgain(RepetitionInfo round) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(Seed.given() + round.getCurrentRepetition());
        Map<Integer, String> before;
        try (DurableMap<Integer, String> map = open()) {
            for (int i = 0; i < KEYS; i++) {
                map.put(i, "first");
            }
            Thread deep =
                    new Thread(null, () -> new StackEnd(random, () -> change(map, random)).reach(), "deep", 1 << 20);
            deep.start();
            deep.join();
            map.put(-1, "later");
            before = content(map);
            assertThat(map.size()).isEqualTo(before.size());
            before.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
        }
        try (DurableMap<Integer, String> map = open()) {
            assertThat(content(map)).isEqualTo(before);
        }
    }
}
