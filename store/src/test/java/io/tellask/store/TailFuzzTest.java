package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.index.Checkpoint;
import io.tellask.store.segment.WriteMark;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages the log of a store (truncated, pages zeroed, bits flipped, garbage), at random places. After a clean close, opening refuses or hands out
 * every record. After a power cut before any force, it may also report a cut and hand out exactly the records before it. Never a wrong value.
 */
class TailFuzzTest {
    private static final int ROUNDS = 150;
    private static final int RECORDS = 3000;
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withFirstSegmentBytes(64 << 10).withSegmentBytes(64 << 10);

    @TempDir
    Path directory;

    @Test
    void neverReturnsAWrongValue() throws IOException {
        long seed = Seed.given();
        SplittableRandom random = new SplittableRandom(seed);
        Path original = directory.resolve("original");
        Path torn = directory.resolve("torn");
        write(original, torn);
        int refused = 0;
        int cut = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean closed = round % 2 == 1;
            StoreImage copy = new StoreImage(closed ? original : torn).copyTo(directory.resolve("copy" + round));
            String what = damage(copy, random);
            try (DurableMap<Integer, byte[]> map = open(copy.directory())) {
                cut += map.recovery().cuts().isEmpty() ? 0 : 1;
                assertThat(map.recovery().cuts().isEmpty() || !closed)
                        .as("seed=%d, round=%d, %s", seed, round, what)
                        .isTrue();
                assertThat(closed ? map.size() : RECORDS)
                        .as("seed=%d, round=%d, %s", seed, round, what)
                        .isEqualTo(RECORDS);
                verify(map, "seed=" + seed + ", round=" + round + ", " + what);
            } catch (StoreDamagedException e) {
                refused++;
                assertThat(e).hasMessageContaining("segment=").hasMessageContaining("offset=");
            }
            copy.delete();
        }
        assertThat(refused).isPositive();
        assertThat(cut).isPositive();
    }

    private static DurableMap<Integer, byte[]> open(Path own) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .open();
    }

    private static byte[] value(int i) {
        byte[] value = new byte[20 + i % 80];
        new SplittableRandom(i).nextBytes(value);
        return value;
    }

    /** Leaves a closed store without a checkpoint, and what a power cut leaves of one that was never forced. */
    private static void write(Path own, Path torn) throws IOException {
        try (DurableMap<Integer, byte[]> map = open(own)) {
            byte[] empty = Files.readAllBytes(own.resolve(WriteMark.FILE));
            for (int i = 0; i < RECORDS; i++) {
                map.put(i, value(i));
            }
            new StoreImage(own)
                    .copyTo(torn)
                    .ofAnotherRun()
                    .forcedAsIn(empty); // a busy machine may have forced all by now
        }
        Files.delete(own.resolve(Checkpoint.FILE));
    }

    private static String damage(StoreImage image, SplittableRandom random) throws IOException {
        List<Path> segments = image.segments();
        // all others may have been forced meanwhile, and are not cut
        Path target = random.nextBoolean() ? segments.getLast() : segments.get(random.nextInt(segments.size()));
        long length = Files.size(target);
        long at = random.nextLong(length);
        int kind = random.nextInt(4);
        switch (kind) {
            case 0 -> truncate(target, at);
            case 1 -> image.overwrite(target, at & -4096, new byte[4096]);
            case 2 -> image.flipBit(target, at, random.nextInt(8));
            default -> {
                byte[] garbage = new byte[random.nextInt(1, 300)];
                random.nextBytes(garbage);
                image.overwrite(target, at, garbage);
                truncate(target, length);
            }
        }
        return "file=" + target.getFileName() + ", kind=" + kind + ", at=" + at;
    }

    private static void truncate(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    /** Keys were put in order, so what is left must be a beginning of them; and the map must work and reopen. */
    private static void verify(DurableMap<Integer, byte[]> map, String where) {
        int left = (int) map.size();
        for (int i = 0; i < RECORDS; i++) {
            assertThat(map.getBytes(i)).as("%s, key=%d", where, i).isEqualTo(i < left ? value(i) : null);
        }
        map.put(-1, new byte[50]);
        assertThat(map.get(-1)).hasSize(50);
    }
}
