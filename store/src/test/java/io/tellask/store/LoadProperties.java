package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.layout.SegmentLayout;
import io.tellask.test.Seed;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three threads change keys of their own at random, each beside a {@link HashMap} of its own, while others compact, take backups and scan; records
 * expire meanwhile. Then the map is closed and opened again, and the next lap begins. Map and oracles must agree at any time.
 */
class LoadProperties {
    private static final int WRITERS = 3;
    private static final int KEYS = 400;
    private static final int LAPS = 4;
    private static final int STEPS = 4_000;

    @TempDir
    Path directory;

    private final long seed = Seed.given();
    private final AtomicInteger writing = new AtomicInteger();
    private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private DurableMap<Integer, byte[]> map;

    private record Entry(byte[] value, @Nullable Instant expiry) {}

    /** One writer: its keys are those that leave its number as remainder. */
    private final class Writer {
        private final int number;
        private final SplittableRandom random;
        private final Map<Integer, Entry> oracle = new HashMap<>();

        Writer(int number) {
            this.number = number;
            random = new SplittableRandom(seed + number);
        }

        @Nullable
        Void run() {
            try {
                for (int i = 0; i < STEPS; i++) {
                    step();
                }
                return null;
            } finally {
                writing.decrementAndGet();
            }
        }

        private void step() {
            int key = random.nextInt(KEYS) * WRITERS + number;
            byte[] value = value(key);
            int dice = random.nextInt(10);
            if (dice < 4) {
                map.put(key, value);
                oracle.put(key, new Entry(value, null));
            } else if (dice < 6) {
                Instant expiry = now.plusMillis(random.nextInt(1, 2_000));
                map.put(key, value, expiry);
                oracle.put(key, new Entry(value, expiry));
            } else if (dice < 7) {
                boolean _ = map.remove(key);
                oracle.remove(key);
            } else if (dice < 8) {
                int other = random.nextInt(KEYS) * WRITERS + number;
                byte[] second = value(other);
                boolean _ = map.batch().put(key, value).put(other, second).commit();
                oracle.put(key, new Entry(value, null));
                oracle.put(other, new Entry(second, null));
            } else {
                check(map, key);
            }
        }

        private byte[] value(int key) {
            byte[] value = new byte[8 + random.nextInt(200)];
            random.nextBytes(value);
            SegmentLayout.INT.varHandle().set(MemorySegment.ofArray(value), 0L, key);
            return value;
        }

        /** A record that the clock is about to reach may be there or not while it moves. */
        private void check(DurableMap<Integer, byte[]> where, int key) {
            Instant before = now;
            byte @Nullable [] found = where.getBytes(key);
            Instant after = now;
            Entry entry = oracle.get(key);
            boolean live = entry != null && (entry.expiry == null || entry.expiry.isAfter(after));
            boolean expired = entry == null || entry.expiry != null && !entry.expiry.isAfter(before);
            if (live) {
                assertThat(found).as("seed=%d, key=%d", seed, key).isEqualTo(entry.value);
            } else if (expired) {
                assertThat(found).as("seed=%d, key=%d", seed, key).isNull();
            }
        }

        void checkAll(DurableMap<Integer, byte[]> where) {
            for (int key = number; key < KEYS * WRITERS; key += WRITERS) {
                check(where, key);
            }
        }
    }

    private DurableMap<Integer, byte[]> open(Path own) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(128 << 10))
                .clock(() -> now)
                .open();
    }

    @Test
    void agreesWithHashMapsUnderLoad() throws Exception {
        List<Writer> writers = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            writers.add(new Writer(number));
        }
        Path own = directory.resolve("map");
        for (int lap = 0; lap < LAPS; lap++) {
            map = open(own);
            assertThat(map.recovery().cuts()).isEmpty();
            writers.forEach(writer -> writer.checkAll(map));
            Path last = runLap(lap, writers);
            writers.forEach(writer -> writer.checkAll(map));
            checkBackup(last);
            map.close();
        }
    }

    private Path runLap(int lap, List<Writer> writers) throws Exception {
        writing.set(WRITERS);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> all = new ArrayList<>();
            writers.forEach(writer -> all.add(threads.submit(writer::run)));
            all.add(threads.submit(this::compact));
            all.add(threads.submit(this::scan));
            all.add(threads.submit(() -> backUp(lap)));
            while (writing.get() > 0) {
                now = now.plusMillis(1);
                Thread.yield();
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        Path last = directory.resolve("last" + lap);
        StoreBackup _ = map.backup(last, StoreBackup.Options.COPY, (done, total) -> {});
        return last;
    }

    private void compact() {
        while (writing.get() > 0) {
            map.compact();
        }
    }

    /** Each key at most once, with a value that was put there. */
    private void scan() {
        while (writing.get() > 0) {
            Map<Integer, byte[]> seen = new HashMap<>();
            map.forEach((key, value) -> {
                assertThat(seen.put(key, value))
                        .as("seed=%d, key=%d", seed, key)
                        .isNull();
                assertThat(keyIn(value)).as("seed=%d", seed).isEqualTo(key);
            });
        }
    }

    private static int keyIn(byte[] value) {
        return MemorySegment.ofArray(value).get(SegmentLayout.INT, 0);
    }

    private void backUp(int lap) {
        Path previous = null;
        for (int number = 0; writing.get() > 0; number++) {
            Path target = directory.resolve("backup" + lap + "." + number);
            StoreBackup taken = map.backup(target, new StoreBackup.Options(previous, false), (done, total) -> {});
            assertThat(StoreBackup.verify(target, (done, total) -> {}).sequence())
                    .isEqualTo(taken.sequence());
            previous = target;
        }
    }

    private void checkBackup(Path backup) {
        Path restored = directory.resolve("restored-" + backup.getFileName());
        StoreBackup _ = StoreBackup.restore(backup, restored, (done, total) -> {});
        try (DurableMap<Integer, byte[]> other = open(restored)) {
            for (int key = 0; key < KEYS * WRITERS; key++) {
                assertThat(other.getBytes(key)).as("seed=%d, key=%d", seed, key).isEqualTo(map.getBytes(key));
            }
        }
    }
}
