package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Scans that nobody goes on with hold no more of the disk than they may. */
class ScanRetentionTest {
    private static final int KEYS = 50;
    private static final int VALUE_BYTES = 1 << 10;
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final int SCANS = 30;

    @TempDir
    Path directory;

    private DurableMap<Integer, byte[]> open(long retainedBytes) {
        return DurableMap.builder(directory, Integer.class, byte[].class)
                .limits(StoreLimits.defaults()
                        .withValueBytes(VALUE_BYTES)
                        .withKeyBytes(64)
                        .withSegmentBytes(SEGMENT_BYTES)
                        .withFirstSegmentBytes(4 << 10)
                        .withScanRetainedBytes(retainedBytes))
                .open();
    }

    /** Replaces every value once, and gives back what is dead. */
    private static void overwrite(DurableMap<Integer, byte[]> map) {
        for (int key = 0; key < KEYS; key++) {
            map.put(key, new byte[VALUE_BYTES]);
        }
        map.compact();
    }

    private static int rest(Scan<Integer, byte[]> scan) {
        int count = 0;
        while (scan.next()) {
            count++;
        }
        return count;
    }

    /** Scans that began one after the other, each over other files, and that have handed out a record. */
    private static List<Scan<Integer, byte[]>> idleScans(DurableMap<Integer, byte[]> map, int count) {
        List<Scan<Integer, byte[]>> scans = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            overwrite(map);
            Scan<Integer, byte[]> scan = map.scan();
            assertThat(scan.next()).isTrue();
            scans.add(scan);
        }
        overwrite(map);
        return scans;
    }

    /** Bytes of files of the map that have been deleted and are mapped: what scans keep. */
    private long keptBytes() {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(directory.toString()) && line.endsWith("(deleted)"))
                    .map(line -> line.substring(0, line.indexOf(' ')).split("-"))
                    .mapToLong(range -> Long.parseUnsignedLong(range[1], 16) - Long.parseUnsignedLong(range[0], 16))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void failsTheOldestScansWhereAllHoldMoreThanTheyMay() {
        try (DurableMap<Integer, byte[]> map = open(4 * SEGMENT_BYTES)) {
            List<Scan<Integer, byte[]>> scans = idleScans(map, SCANS);
            assertThatThrownBy(scans.getFirst()::next)
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessageContaining("scanRetainedBytes=" + 4 * SEGMENT_BYTES);
            assertThatThrownBy(() -> rest(scans.getFirst())).isInstanceOf(StoreLimitException.class);
            assertThat(rest(scans.getLast())).isEqualTo(KEYS - 1);
            scans.forEach(Scan::close);
            assertThat(rest(map.scan())).isEqualTo(KEYS);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void givesBackWhatScansHoldBeyondTheLimit() {
        try (DurableMap<Integer, byte[]> map = open(4 * SEGMENT_BYTES)) {
            List<Scan<Integer, byte[]>> scans = idleScans(map, SCANS);
            assertThat(keptBytes()).isBetween(1L, 4L * SEGMENT_BYTES);
            scans.forEach(Scan::close);
            assertThat(keptBytes()).isZero();
        }
    }

    @Test
    void leavesScansAloneThatHoldLess() {
        try (DurableMap<Integer, byte[]> map = open(1 << 30)) {
            for (Scan<Integer, byte[]> scan : idleScans(map, SCANS)) {
                assertThat(rest(scan)).isEqualTo(KEYS - 1);
                scan.close();
            }
        }
    }

    @Test
    void leavesAScanAloneThatHoldsNoMoreThanTheLogTakes() {
        try (DurableMap<Integer, byte[]> map = open(0)) {
            for (int key = 0; key < 4 * KEYS; key++) {
                map.put(KEYS + key, new byte[VALUE_BYTES]);
            }
            Scan<Integer, byte[]> scan = idleScans(map, 1).getFirst();
            overwrite(map);
            assertThat(rest(scan)).isEqualTo(5 * KEYS - 1);
            scan.close();
        }
    }

    @Test
    void filesInWhichNothingLivesAreGivenBackHoweverSlowlyCompactionMayRead() {
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .limits(StoreLimits.defaults().withValueBytes(1 << 20).withSegmentBytes(4 << 20))
                .compaction(Compaction.defaults().withBytesPerSecond(1 << 20))
                .open()) {
            for (int i = 0; i < 200; i++) {
                map.put(i % 2, new byte[1 << 20]);
            }
            Await.until(
                    () -> "allocatedBytes=" + map.statistics().allocatedBytes(),
                    () -> map.statistics().allocatedBytes() < 40 << 20);
        }
    }
}
