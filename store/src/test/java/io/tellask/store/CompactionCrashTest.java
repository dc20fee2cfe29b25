package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.segment.SegmentReserve;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies the directory before and after what compaction does to the disk; each copy is what a kill there leaves, and must open whole. By
 * default after every fourth of these steps, which ones differs from round to round; after each in the slow tier.
 */
class CompactionCrashTest {
    private static final int KEYS = 400;
    private static final int STRIDE = Rounds.of(4, 1);

    @TempDir
    Path directory;

    private final long seed = Seed.given();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final TreeMap<Integer, byte[]> oracle = new TreeMap<>();
    private final List<Path> images = new ArrayList<>();
    private final Path original = Path.of("original");

    /** Takes an image around each step while it is told to, one step after the other. */
    private final class Steps extends StoreFiles {
        private boolean watching;
        private int steps;

        /** While set, there is room for copies only in the reserve, and for nothing else. */
        private volatile boolean full;

        private synchronized void watch() {
            watching = true;
        }

        /** The forcing thread may be at work still. */
        private synchronized List<Path> stop() {
            watching = false;
            return List.copyOf(images);
        }

        private void image() throws IOException {
            if (watching && steps++ % STRIDE == 0) {
                Path image = directory.resolve("image" + images.size());
                new StoreImage(directory.resolve(original)).copyTo(image);
                images.add(image);
            }
        }

        @Override
        public synchronized void allocate(Path file, long bytes) throws IOException {
            requireRoom();
            super.allocate(file, bytes);
            image();
        }

        private void requireRoom() throws IOException {
            if (full) {
                throw new IOException("No space left on device (injected)");
            }
        }

        @Override
        public synchronized FileChannel create(Path file) throws IOException {
            requireRoom();
            FileChannel created = super.create(file);
            image();
            return created;
        }

        @Override
        public synchronized FileChannel reuse(Path file) throws IOException {
            image();
            FileChannel opened = super.reuse(file);
            full = false; // what the copies make superfluous is room
            return opened;
        }

        @Override
        public synchronized void force(FileChannel channel) throws IOException {
            image();
            super.force(channel);
        }

        @Override
        public synchronized void force(MemorySegment range) throws IOException {
            image();
            super.force(range);
            image();
        }

        @Override
        public synchronized void move(Path source, Path target) throws IOException {
            image();
            super.move(source, target);
            image();
        }

        @Override
        public synchronized void delete(Path file) throws IOException {
            image();
            super.delete(file);
            image();
        }

        @Override
        public synchronized void forceDirectory(Path where) throws IOException {
            super.forceDirectory(where);
            image();
        }
    }

    private DurableMap<Integer, byte[]> open(Path own, StoreFiles files) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(64 << 10))
                .compaction(Compaction.defaults().withAutomatic(false))
                .files(files)
                .open();
    }

    @Test
    void everyStepLeavesAWholeStore() throws IOException {
        Steps steps = new Steps();
        try (DurableMap<Integer, byte[]> map = open(directory.resolve(original), steps)) {
            for (int round = 0; round < 3; round++) {
                change(map);
                steps.watch();
                map.compact();
                List<Path> taken = steps.stop();
                assertThat(taken).hasSizeGreaterThan(8 / STRIDE);
                for (Path image : taken) {
                    verify(image, "seed=" + seed + ", round=" + round + ", " + image.getFileName());
                }
                images.clear();
            }
        }
        verify(directory.resolve(original), "seed=" + seed);
    }

    @Test
    void everyStepInLittleRoomLeavesAWholeStore() throws IOException {
        Steps steps = new Steps();
        Path own = directory.resolve(original);
        try (DurableMap<Integer, byte[]> map = open(own, steps)) {
            for (int round = 0; round < 3; round++) {
                change(map);
                Files.write(own.resolve(SegmentReserve.FILE), new byte[64 << 10]);
                steps.watch();
                steps.full = true;
                map.compact();
                List<Path> taken = steps.stop();
                assertThat(steps.full).isFalse();
                assertThat(taken).hasSizeGreaterThan(8 / STRIDE);
                for (Path image : taken) {
                    verify(image, "seed=" + seed + ", round=" + round + ", " + image.getFileName());
                }
                images.clear();
            }
        }
        verify(own, "seed=" + seed);
    }

    private void change(DurableMap<Integer, byte[]> map) {
        for (int n = 0; n < 1500; n++) {
            int key = random.nextInt(KEYS);
            if (random.nextInt(4) == 0) {
                map.remove(key);
                oracle.remove(key);
            } else {
                byte[] value = new byte[random.nextInt(120)];
                random.nextBytes(value);
                map.put(key, value);
                oracle.put(key, value);
            }
        }
    }

    private void verify(Path image, String where) throws IOException {
        try (DurableMap<Integer, byte[]> map = open(image, new StoreFiles())) {
            assertThat(map.recovery().cuts()).as(where).isEmpty();
            assertThat(map.size()).as(where).isEqualTo(oracle.size());
            for (int key = 0; key < KEYS; key++) {
                byte @Nullable [] expected = oracle.get(key);
                assertThat(map.getBytes(key)).as("%s, key=%d", where, key).isEqualTo(expected);
            }
        }
        if (!image.endsWith(original)) {
            new StoreImage(image).delete();
        }
    }
}
