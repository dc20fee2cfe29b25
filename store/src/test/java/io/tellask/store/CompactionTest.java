package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    private static final Compaction MANUAL = Compaction.defaults().withAutomatic(false);
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10);

    @TempDir
    Path directory;

    private Instant now = START;

    private DurableMap<Integer, byte[]> open(Compaction compaction, boolean verify) {
        return DurableMap.builder(directory, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .compaction(compaction)
                .verifyOnOpen(verify)
                .clock(() -> now)
                .open();
    }

    private static byte[] value(int key, int version) {
        byte[] value = new byte[60 + key % 40];
        java.util.Arrays.fill(value, (byte) (key * 31 + version));
        return value;
    }

    private static void fill(DurableMap<Integer, byte[]> map, int keys, int version) {
        for (int key = 0; key < keys; key++) {
            map.put(key, value(key, version));
        }
    }

    private static void verify(DurableMap<Integer, byte[]> map, int keys, int version) {
        assertThat(map.size()).isEqualTo(keys);
        for (int key = 0; key < keys; key++) {
            assertThat(map.getBytes(key)).as("key=%d", key).isEqualTo(value(key, version));
        }
        int[] seen = new int[1];
        map.forEach((key, value) -> seen[0]++);
        assertThat(seen[0]).isEqualTo(keys);
    }

    private long segmentBytes() throws IOException {
        long bytes = 0;
        for (Path segment : new StoreImage(directory).segments()) {
            bytes += Files.size(segment);
        }
        return bytes;
    }

    @Test
    void givesBackTheSpaceOfReplacedRecords() throws IOException {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            for (int version = 0; version < 5; version++) {
                fill(map, 3000, version);
            }
            Versioned<byte[]> before = map.getVersioned(17);
            map.compact();
            StoreStatistics statistics = map.statistics();
            assertThat(statistics.compactions()).isPositive();
            assertThat(statistics.allocatedBytes() * 100).isLessThanOrEqualTo(statistics.liveBytes() * 125);
            assertThat(segmentBytes()).isEqualTo(statistics.allocatedBytes());
            assertThat(map.getVersioned(17).sequence()).isEqualTo(before.sequence());
            verify(map, 3000, 4);
            map.put(1, value(1, 4));
        }
        for (boolean verify : new boolean[] {false, true}) {
            try (DurableMap<Integer, byte[]> map = open(MANUAL, verify)) {
                assertThat(map.recovery().fromCheckpoint()).isEqualTo(!verify);
                assertThat(map.recovery().cuts()).isEmpty();
                verify(map, 3000, 4);
            }
        }
    }

    @Test
    void dropsRemovalsOnceNothingOlderNeedsThem() {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            fill(map, 2000, 1);
            for (int key = 0; key < 2000; key++) {
                map.remove(key);
            }
            map.compact();
            assertThat(map.statistics().liveBytes()).isZero();
            assertThat(map.statistics().logBytes()).isLessThanOrEqualTo(4096);
            assertThat(map.size()).isZero();
            fill(map, 10, 2);
        }
        try (DurableMap<Integer, byte[]> map = open(MANUAL, true)) {
            verify(map, 10, 2);
        }
    }

    /** The removal lies in a segment that is rewritten while an older one, which is not, still holds the key. */
    @Test
    void keepsARemovalThatHidesAnOlderRecord() throws IOException {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            fill(map, 100, 1);
            for (int round = 0; round < 30; round++) {
                map.put(1000, value(1000, round));
                map.put(1001, value(1001, round));
            }
            map.remove(5);
            for (int round = 0; round < 100; round++) {
                map.put(1000, value(1000, round));
            }
            map.force().join();
        }
        DurableMap<Integer, byte[]> map = open(Compaction.defaults().withSpacePercent(110), true);
        try (map) {
            awaitCompactions(map, 1);
            assertThat(map.get(5)).isNull();
        }
        for (boolean verify : new boolean[] {false, true}) {
            try (DurableMap<Integer, byte[]> again = open(MANUAL, verify)) {
                assertThat(again.get(5)).isNull();
                assertThat(again.size()).isEqualTo(101);
            }
        }
    }

    @Test
    void goesOnInTheBackgroundAfterAnErrorWhenAnotherSegmentIsFull() {
        AtomicInteger errors = new AtomicInteger(1);
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .clock(() -> failingOnceInTheBackground(errors))
                .open()) {
            for (int version = 0; version < 8; version++) {
                fill(map, 500, version);
            }
            Await.until("compaction has failed in the background", () -> errors.get() <= 0);
            for (int version = 8; version < 16; version++) {
                fill(map, 500, version);
            }
            awaitCompactions(map, 1);
            fill(map, 500, 1);
            verify(map, 500, 1);
        }
    }

    private Instant failingOnceInTheBackground(AtomicInteger errors) {
        boolean background = Thread.currentThread().getName().equals("tellask-store-compact");
        if (background && errors.getAndDecrement() > 0) {
            throw new StackOverflowError("once");
        }
        return now;
    }

    private static void awaitCompactions(DurableMap<Integer, byte[]> map, long count) {
        Await.until("compactions=" + count, () -> map.statistics().compactions() >= count);
    }

    @Test
    void dropsExpiredRecordsWithoutBringingOlderOnesBack() {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            fill(map, 500, 1);
            for (int key = 0; key < 500; key++) {
                map.put(key, value(key, 2), START.plusMillis(key));
            }
            fill(map, 100, 3);
            now = START.plusMillis(300);
            assertThat(map.size()).isEqualTo(500);
            map.compact();
            check(map);
            assertThat(map.size()).isEqualTo(100 + 199);
        }
        for (boolean verify : new boolean[] {false, true}) {
            now = START;
            try (DurableMap<Integer, byte[]> map = open(MANUAL, verify)) {
                check(map);
            }
        }
    }

    @Test
    void aFailedCompactionChangesNothingAndTheNextOneSucceeds() {
        FaultyFiles files = new FaultyFiles();
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory, Integer.class, byte[].class)
                .limits(LIMITS)
                .compaction(MANUAL)
                .clock(() -> now)
                .files(files)
                .open()) {
            fill(map, 500, 1);
            for (int key = 0; key < 500; key++) {
                map.put(key, value(key, 2), START.plusMillis(key));
            }
            fill(map, 100, 3);
            now = START.plusMillis(300);
            files.copiesFail = true;
            assertThatThrownBy(map::compact)
                    .isInstanceOf(StoreIoException.class)
                    .hasMessageContaining("No space left");
            assertThat(map.size()).isEqualTo(500);
            check(map);
            files.copiesFail = false;
            map.compact();
            check(map);
            assertThat(map.size()).isEqualTo(100 + 199);
        }
        try (DurableMap<Integer, byte[]> map = open(MANUAL, true)) {
            check(map);
            assertThat(map.size()).isEqualTo(100 + 199);
        }
    }

    private static void check(DurableMap<Integer, byte[]> map) {
        for (int key = 0; key < 500; key++) {
            byte[] expected = key < 100 ? value(key, 3) : key <= 300 ? null : value(key, 2);
            assertThat(map.get(key)).as("key=%d", key).isEqualTo(expected);
        }
    }

    @Test
    void compactsInTheBackgroundWhileSegmentsFillUp() {
        try (DurableMap<Integer, byte[]> map = open(Compaction.defaults(), false)) {
            for (int version = 0; version < 20; version++) {
                fill(map, 2000, version);
            }
            awaitCompactions(map, 1);
            verify(map, 2000, 19);
        }
        try (DurableMap<Integer, byte[]> map = open(MANUAL, true)) {
            verify(map, 2000, 19);
        }
    }

    @Test
    void aScanThatBeganEarlierSeesTheOldRecords() {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            fill(map, 1000, 1);
            fill(map, 1000, 2);
            List<Integer> seen = new ArrayList<>();
            try (Scan<Integer, byte[]> scan = map.scan()) {
                assertThat(scan.next()).isTrue();
                seen.add(scan.key());
                map.compact();
                for (int key = 0; key < 1000; key += 2) {
                    map.remove(key);
                }
                fill(map, 500, 3);
                map.compact();
                while (scan.next()) {
                    assertThat(scan.value()).isEqualTo(value(scan.key(), 2));
                    seen.add(scan.key());
                }
            }
            assertThat(seen).hasSize(1000).doesNotHaveDuplicates();
            map.compact();
            for (int key = 0; key < 1000; key++) {
                assertThat(map.get(key)).isEqualTo(key < 500 ? value(key, 3) : key % 2 == 0 ? null : value(key, 2));
            }
        }
    }

    @Test
    void keepsBatchesAndSchemasReadable() {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            for (int round = 0; round < 50; round++) {
                Batch<Integer, byte[]> batch = map.batch();
                for (int key = 0; key < 40; key++) {
                    batch.put(key, value(key, round));
                }
                batch.commit();
            }
            map.compact();
            verify(map, 40, 49);
            assertThat(map.statistics().logBytes()).isLessThan(10_000);
        }
        try (DurableMap<Integer, byte[]> map = open(MANUAL, true)) {
            verify(map, 40, 49);
        }
    }

    @Test
    void mergesNeighboursIntoOneFile() throws IOException {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            fill(map, 1000, 1);
            for (int key = 0; key < 1000; key++) {
                if (key % 10 != 0) {
                    map.remove(key);
                }
            }
            int before = map.statistics().segments();
            map.compact();
            assertThat(map.statistics().segments()).isLessThan(before / 4);
            assertThat(new StoreImage(directory).segments())
                    .hasSize(map.statistics().segments());
            assertThat(map.size()).isEqualTo(100);
        }
        try (DurableMap<Integer, byte[]> map = open(MANUAL, true)) {
            assertThat(map.size()).isEqualTo(100);
            assertThat(map.getBytes(990)).isEqualTo(value(990, 1));
        }
    }

    @Test
    void refusesLimitsOutOfRange() {
        assertThat(Compaction.defaults()).isEqualTo(new Compaction(true, 256L << 20, 125));
        Compaction.defaults().withSpacePercent(110).withBytesPerSecond(1 << 20);
        assertThatThrownBy(() -> Compaction.defaults().withSpacePercent(109))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spacePercent=109");
        assertThatThrownBy(() -> Compaction.defaults().withBytesPerSecond((1 << 20) - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytesPerSecond=1048575");
    }

    @Test
    void readsTheRightKeyAgainWhenAReaderUsedTheMapWhileItsSegmentWasGivenBack() {
        try (DurableMap<Integer, byte[]> map = open(MANUAL, false)) {
            fill(map, 2_000, 1);
            fill(map, 1_999, 2);
            int[] reads = new int[1];
            Integer length = map.view(1_999, value -> {
                if (++reads[0] == 1) {
                    assertThat(map.get(-1)).isNull();
                    map.compact();
                }
                byte[] copy = value.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
                assertThat(copy).isEqualTo(value(1_999, 1));
                return copy.length;
            });
            assertThat(length).isEqualTo(value(1_999, 1).length);
            assertThat(reads[0])
                    .as("the segment was given back under the reader")
                    .isEqualTo(2);
        }
    }
}
