package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages the log of a store that was not closed (truncated, pages zeroed, bits flipped, garbage behind the end), at random places: opening
 * either refuses, or reports a cut and hands out exactly the records before it. Never a wrong value.
 */
class TailFuzzTest {
    private static final int ROUNDS = 150;
    private static final int RECORDS = 3000;
    private static final StoreLimits LIMITS = StoreLimits.defaults().withFirstSegmentBytes(64 << 10).withSegmentBytes(64 << 10);

    @TempDir
    Path directory;

    @Test
    void neverReturnsAWrongValue() throws IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Path original = directory.resolve("original");
        write(original);
        int refused = 0;
        int cut = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Path copy = copyOf(original, directory.resolve("copy" + round));
            boolean unsealed = round % 2 == 0;
            if (unsealed) {
                removeFooters(copy);
            }
            String what = damage(copy, random);
            try (DurableMap<Integer, byte[]> map = open(copy)) {
                cut += map.recovery().cuts().isEmpty() ? 0 : 1;
                verify(map, "seed=" + seed + ", round=" + round + ", " + what);
            } catch (StoreDamagedException e) {
                refused++;
                assertThat(e).hasMessageContaining("segment=").hasMessageContaining("offset=");
            }
            delete(copy);
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

    /** Leaves a store as a killed process does: no checkpoint, the last segment open. */
    private static void write(Path own) throws IOException {
        try (DurableMap<Integer, byte[]> map = open(own)) {
            for (int i = 0; i < RECORDS; i++) {
                map.put(i, value(i));
            }
            map.force().join();
        }
        Files.delete(own.resolve(Checkpoint.FILE));
    }

    private static String damage(Path own, SplittableRandom random) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(own)) {
            segments = files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
        }
        Path target = segments.get(random.nextInt(segments.size()));
        try (RandomAccessFile file = new RandomAccessFile(target.toFile(), "rw")) {
            long length = file.length();
            long at = random.nextLong(length);
            int kind = random.nextInt(4);
            switch (kind) {
                case 0 -> file.setLength(at);
                case 1 -> overwrite(file, at & -4096, new byte[4096]);
                case 2 -> {
                    file.seek(at);
                    int old = file.read();
                    overwrite(file, at, new byte[] {(byte) (old ^ 1 << random.nextInt(8))});
                }
                default -> {
                    byte[] garbage = new byte[random.nextInt(1, 300)];
                    random.nextBytes(garbage);
                    overwrite(file, at, garbage);
                }
            }
            file.setLength(Math.min(file.length(), length));
            return "file=" + target.getFileName() + ", kind=" + kind + ", at=" + at;
        }
    }

    private static void overwrite(RandomAccessFile file, long at, byte[] bytes) throws IOException {
        file.seek(at);
        file.write(bytes);
    }

    private static void removeFooters(Path own) throws IOException {
        try (Stream<Path> files = Files.list(own)) {
            for (Path path : files.filter(file -> file.toString().endsWith(".log")).toList()) {
                try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                    overwrite(file, file.length() - SegmentLayout.FOOTER, new byte[SegmentLayout.FOOTER]);
                }
            }
        }
    }

    /** Keys were put in order, so what is left must be a beginning of them; and the map must work and reopen. */
    private static void verify(DurableMap<Integer, byte[]> map, String where) {
        int left = (int) map.size();
        for (int i = 0; i < RECORDS; i++) {
            assertThat(map.getBytes(i)).as("%s, key=%d", where, i).isEqualTo(i < left ? value(i) : null);
        }
        if (left < RECORDS) {
            assertThat(map.recovery().cutBytes()).as(where).isGreaterThanOrEqualTo(0);
        }
        map.put(-1, new byte[50]);
        assertThat(map.get(-1)).hasSize(50);
    }

    private static Path copyOf(Path source, Path target) throws IOException {
        Files.createDirectory(target);
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.list(source)) {
            found.forEach(files::add);
        }
        for (Path file : files) {
            Files.copy(file, target.resolve(file.getFileName()));
        }
        return target;
    }

    private static void delete(Path own) throws IOException {
        try (Stream<Path> found = Files.list(own)) {
            for (Path file : found.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(own);
    }
}
