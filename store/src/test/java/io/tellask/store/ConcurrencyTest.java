package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers beside writers, while the index grows and when the map is closed under them. */
class ConcurrencyTest {
    private static final int KEYS = 60_000;

    @TempDir
    Path directory;

    private DurableMap<Integer, byte[]> open() {
        return DurableMap.builder(directory, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .open();
    }

    @Test
    void readersSeeEveryFinishedPutWhileTheIndexGrows() throws Exception {
        long seed = Seed.given();
        AtomicIntegerArray versions = new AtomicIntegerArray(KEYS);
        try (DurableMap<Integer, byte[]> map = open();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < 3; reader++) {
                SplittableRandom random = new SplittableRandom(seed + reader);
                readers.add(threads.submit(() -> readUntilDone(map, versions, random)));
            }
            for (int version = 1; version <= 3; version++) {
                for (int key = 0; key < KEYS; key++) {
                    map.put(key, NumberedValue.of(key, version));
                    versions.set(key, version);
                }
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
            assertThat(map.size()).isEqualTo(KEYS);
        }
    }

    private static Object readUntilDone(
            DurableMap<Integer, byte[]> map, AtomicIntegerArray versions, SplittableRandom random) {
        while (versions.get(KEYS - 1) < 3) {
            int key = random.nextInt(KEYS);
            int least = versions.get(key);
            byte[] found = map.get(key);
            assertThat(found == null ? 0 : NumberedValue.versionOf(key, found)).isGreaterThanOrEqualTo(least);
            Thread.yield();
        }
        return null;
    }

    @Test
    void writersWaitForEachOther() throws Exception {
        try (DurableMap<Integer, byte[]> map = open();
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Object>> writers = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                int first = writer;
                writers.add(() -> {
                    for (int key = first; key < KEYS; key += 4) {
                        map.put(key, NumberedValue.of(key, 1));
                        if (key % 5 == 0) {
                            map.remove(key);
                        }
                    }
                    return null;
                });
            }
            for (Future<Object> writer : threads.invokeAll(writers)) {
                writer.get();
            }
            assertThat(map.size()).isEqualTo(KEYS - KEYS / 5);
        }
        try (DurableMap<Integer, byte[]> map = open()) {
            assertThat(map.size()).isEqualTo(KEYS - KEYS / 5);
            map.forEach((key, value) -> NumberedValue.versionOf(key, value));
        }
    }

    @Test
    void closingEndsReadersAndScansWithATypedError() throws Exception {
        for (int round = 0; round < 20; round++) {
            DurableMap<Integer, byte[]> map = open();
            for (int key = 0; key < 200; key++) {
                map.put(key, NumberedValue.of(key, round));
            }
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> readers = new ArrayList<>();
                for (int reader = 0; reader < 4; reader++) {
                    boolean scans = reader % 2 == 0;
                    readers.add(threads.submit(() -> readForEver(map, scans)));
                }
                while (readers.stream().noneMatch(Future::isDone) && map.get(round) != null && round % 3 == 0) {
                    break;
                }
                map.close();
                for (Future<?> reader : readers) {
                    try {
                        reader.get();
                    } catch (ExecutionException e) {
                        assertThat(e).hasCauseInstanceOf(StoreClosedException.class);
                    }
                }
            }
        }
    }

    private static void readForEver(DurableMap<Integer, byte[]> map, boolean scans) {
        for (int key = 0; ; key = (key + 1) % 200) {
            if (scans) {
                map.forEach((found, value) -> NumberedValue.versionOf(found, value));
            } else {
                NumberedValue.versionOf(key, map.get(key));
            }
        }
    }
}
