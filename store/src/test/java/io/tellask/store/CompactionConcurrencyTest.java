package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.layout.SegmentLayout;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers, scans and a writer beside compaction, which frees the segments under them. */
class CompactionConcurrencyTest {
    private static final int KEYS = 4000;
    private static final int VERSIONS = 25;

    @TempDir
    Path directory;

    private final long seed = Seed.given();
    private final AtomicIntegerArray versions = new AtomicIntegerArray(KEYS);
    private final AtomicBoolean done = new AtomicBoolean();

    private DurableMap<Integer, byte[]> open() {
        return DurableMap.builder(directory, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(256 << 10))
                .open();
    }

    @Test
    void nobodyReadsAWrongRecordWhileSegmentsAreFreed() throws Exception {
        try (DurableMap<Integer, byte[]> map = open();
                ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int key = 0; key < KEYS; key++) {
                map.put(key, NumberedValue.of(key, 0));
            }
            List<Future<?>> others = new ArrayList<>();
            others.add(threads.submit(() -> read(map, new SplittableRandom(seed))));
            others.add(threads.submit(() -> readMany(map, new SplittableRandom(seed + 1))));
            others.add(threads.submit(() -> scan(map)));
            others.add(threads.submit(() -> compact(map)));
            SplittableRandom random = new SplittableRandom(seed + 2);
            for (int version = 1; version <= VERSIONS; version++) {
                write(map, version, random);
            }
            done.set(true);
            for (Future<?> other : others) {
                other.get();
            }
            assertThat(map.size()).isEqualTo(KEYS);
            assertThat(map.statistics().compactions()).isPositive();
        }
        try (DurableMap<Integer, byte[]> map = open()) {
            for (int key = 0; key < KEYS; key++) {
                assertThat(NumberedValue.versionOf(key, map.getBytes(key))).isEqualTo(VERSIONS);
            }
        }
    }

    private void write(DurableMap<Integer, byte[]> map, int version, SplittableRandom random) {
        for (int key = 0; key < KEYS; ) {
            if (random.nextInt(50) > 0) {
                map.put(key, NumberedValue.of(key, version));
                versions.set(key++, version);
            } else {
                int end = Math.min(KEYS, key + 20);
                Batch<Integer, byte[]> batch = map.batch();
                for (int each = key; each < end; each++) {
                    batch.put(each, NumberedValue.of(each, version));
                }
                batch.commit();
                while (key < end) {
                    versions.set(key++, version);
                }
            }
        }
    }

    private void read(DurableMap<Integer, byte[]> map, SplittableRandom random) {
        while (!done.get()) {
            int key = random.nextInt(KEYS);
            int least = versions.get(key);
            byte[] found = random.nextBoolean() ? map.get(key) : map.getBytes(key);
            assertThat(NumberedValue.versionOf(key, found)).as("seed=%d", seed).isGreaterThanOrEqualTo(least);
            int seen = map.<Integer>view(key, value -> value.get(SegmentLayout.INT, 4));
            assertThat(Integer.reverseBytes(seen)).as("seed=%d", seed).isGreaterThanOrEqualTo(least);
        }
    }

    private void readMany(DurableMap<Integer, byte[]> map, SplittableRandom random) {
        while (!done.get()) {
            List<Integer> keys = random.ints(40, 0, KEYS).boxed().toList();
            int[] least = keys.stream().mapToInt(versions::get).toArray();
            List<byte[]> found = map.getAll(keys);
            for (int i = 0; i < least.length; i++) {
                assertThat(NumberedValue.versionOf(keys.get(i), found.get(i)))
                        .as("seed=%d", seed)
                        .isGreaterThanOrEqualTo(least[i]);
            }
        }
    }

    private void scan(DurableMap<Integer, byte[]> map) {
        while (!done.get()) {
            int[] count = new int[1];
            int least = versions.get(KEYS - 1);
            map.forEach((key, value) -> {
                count[0]++;
                assertThat(NumberedValue.versionOf(key, value))
                        .as("seed=%d", seed)
                        .isGreaterThanOrEqualTo(least);
            });
            assertThat(count[0]).as("seed=%d", seed).isEqualTo(KEYS);
        }
    }

    private void compact(DurableMap<Integer, byte[]> map) {
        while (!done.get()) {
            map.compact();
        }
    }

    @Test
    void closingEndsCompaction() {
        for (int round = 0; round < 10; round++) {
            DurableMap<Integer, byte[]> map = open();
            for (int version = 0; version < 3; version++) {
                for (int key = 0; key < 1000 + 100 * round; key++) {
                    map.put(key, NumberedValue.of(key, version));
                }
            }
            map.close();
        }
        try (DurableMap<Integer, byte[]> map = open()) {
            assertThat(map.recovery().cuts()).isEmpty();
            assertThat(map.size()).isEqualTo(1900);
        }
    }
}
