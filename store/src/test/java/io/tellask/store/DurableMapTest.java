package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableMapTest {
    @TempDir
    Path directory;

    private DurableMap<String, String> open() {
        return DurableMap.open(directory, String.class, String.class);
    }

    @Test
    void returnsWhatWasPut() {
        try (DurableMap<String, String> map = open()) {
            map.put("u1", "ada");
            map.put("ü2", "");
            assertThat(map.get("u1")).isEqualTo("ada");
            assertThat(map.get("ü2")).isEmpty();
            assertThat(map.get("u3")).isNull();
            assertThat(map.containsKey("u1")).isTrue();
            assertThat(map.containsKey("u3")).isFalse();
            assertThat(map.size()).isEqualTo(2);
        }
    }

    @Test
    void returnsTheValuesOfManyKeysInTheirOrder() {
        try (DurableMap<String, String> map = open()) {
            List<String> keys = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                map.put("u" + i, "v" + i);
                keys.add("u" + (i * 7 % 110));
            }
            keys.forEach(key -> expected.add(map.get(key)));
            assertThat(expected).containsNull();
            assertThat(map.getAll(keys)).isEqualTo(expected);
            assertThat(map.getAll(keys.subList(0, 16))).isEqualTo(expected.subList(0, 16));
            assertThat(map.getAllBytes(keys.subList(0, 2)))
                    .containsExactly("v0".getBytes(StandardCharsets.UTF_8), "v7".getBytes(StandardCharsets.UTF_8));
            assertThat(map.getAll(List.of())).isEmpty();
        }
    }

    @Test
    void replacesAndRemoves() {
        try (DurableMap<String, String> map = open()) {
            map.put("u1", "ada");
            map.put("u1", "grace");
            assertThat(map.get("u1")).isEqualTo("grace");
            assertThat(map.size()).isEqualTo(1);
            assertThat(map.remove("u1")).isTrue();
            assertThat(map.remove("u1")).isFalse();
            assertThat(map.get("u1")).isNull();
            assertThat(map.size()).isZero();
        }
    }

    @Test
    void holdsEverythingAfterReopening() {
        try (DurableMap<String, String> map = open()) {
            for (int i = 0; i < 20_000; i++) {
                map.put("u" + i, "value " + i);
            }
            map.remove("u7");
            map.put("u8", "replaced");
        }
        try (DurableMap<String, String> map = open()) {
            assertThat(map.recovery().fromCheckpoint()).isTrue();
            assertThat(map.recovery().cuts()).isEmpty();
            assertThat(map.size()).isEqualTo(19_999);
            assertThat(map.get("u7")).isNull();
            assertThat(map.get("u8")).isEqualTo("replaced");
            assertThat(map.get("u19999")).isEqualTo("value 19999");
            map.put("u7", "back");
        }
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.recovery().fromCheckpoint()).isFalse();
            assertThat(map.recovery().replayedRecords()).isEqualTo(20_003);
            assertThat(map.size()).isEqualTo(20_000);
            assertThat(map.get("u7")).isEqualTo("back");
        }
    }

    @Test
    void visitsRecordsInTheOrderTheyWereWritten() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1");
            map.put("b", "2");
            map.put("a", "3");
            List<String> seen = new ArrayList<>();
            map.forEach((key, value) -> seen.add(key + "=" + value));
            assertThat(seen).containsExactly("b=2", "a=3");
        }
    }

    @Test
    void scansByPrefix() {
        try (DurableMap<String, String> map = open()) {
            for (int i = 0; i < 200; i++) {
                map.put("u" + i, "v" + i);
            }
            List<String> seen = new ArrayList<>();
            try (Scan<String, String> scan = map.scan("u19")) {
                while (scan.next()) {
                    seen.add(scan.key() + scan.value());
                }
            }
            assertThat(seen).hasSize(11).contains("u19v19", "u190v190", "u199v199");
        }
    }

    @Test
    void scanSeesTheMapAsItWasWhenItBegan() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1");
            map.put("b", "2");
            map.put("c", "3");
            try (Scan<String, String> scan = map.scan()) {
                map.put("b", "changed");
                map.remove("c");
                map.put("d", "new");
                List<String> seen = new ArrayList<>();
                while (scan.next()) {
                    seen.add(scan.key() + "=" + scan.value());
                }
                assertThat(seen).containsExactly("a=1", "b=2", "c=3");
            }
        }
    }

    @Test
    void failsScansWhenMoreIsReplacedThanTheirShareOfTheLimit() {
        StoreLimits limits = StoreLimits.defaults().withScanReplacements(20); // for two scans
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                .limits(limits)
                .open()) {
            map.put("a", "0");
            try (Scan<String, String> atLimit = map.scan();
                    Scan<String, String> overLimit = map.scan()) {
                for (int i = 1; i <= 10; i++) {
                    map.put("a", "" + i);
                }
                assertThat(map.size()).isEqualTo(1);
                assertThat(atLimit.next()).isTrue();
                assertThat(atLimit.value()).isEqualTo("0");
                map.put("a", "11");
                assertThat(map.size()).isEqualTo(1);
                assertThatThrownBy(overLimit::next)
                        .isInstanceOf(StoreLimitException.class)
                        .hasMessageContaining("scanReplacements=20");
            }
            assertThat(map.get("a")).isEqualTo("11");
        }
    }

    @Test
    void givesOneScanTheWholeLimitOfReplacements() {
        StoreLimits limits = StoreLimits.defaults().withScanReplacements(10);
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                        .limits(limits)
                        .open();
                Scan<String, String> none = map.scan()) {
            map.put("a", "0");
            none.close();
            try (Scan<String, String> scan = map.scan()) {
                for (int i = 1; i <= 10; i++) {
                    map.put("a", "" + i);
                }
                assertThat(map.size()).isEqualTo(1);
                assertThat(scan.next()).isTrue();
                assertThat(scan.value()).isEqualTo("0");
            }
        }
    }

    @Test
    void handsStoredBytesThroughUnchanged() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "text");
            byte[] stored = map.getBytes("a");
            assertThat(stored).isEqualTo("text".getBytes(StandardCharsets.UTF_8));
            map.putBytes("b", stored);
            assertThat(map.get("b")).isEqualTo("text");
        }
    }

    @Test
    void takesKeysOfEveryCanonicalType() {
        roundTrip(Integer.class, -5);
        roundTrip(Long.class, Long.MIN_VALUE);
        roundTrip(UUID.class, new UUID(-1, 7));
        roundTrip(Durability.class, Durability.FORCED);
        roundTrip(Order.class, new Order("x", 7, new Part(Durability.BUFFERED, 1L)));
    }

    public record Part(Durability level, long number) {}

    public record Order(String name, int count, Part part) {}

    private <K> void roundTrip(Class<K> type, K key) {
        Path own = directory.resolve(type.getSimpleName());
        try (DurableMap<K, String> map = DurableMap.open(own, type, String.class)) {
            map.put(key, "value");
        }
        try (DurableMap<K, String> map = DurableMap.open(own, type, String.class)) {
            assertThat(map.get(key)).isEqualTo("value");
            map.forEach((found, value) -> assertThat(found).isEqualTo(key));
        }
    }

    @Test
    void comparesByteArrayKeysByContent() {
        try (DurableMap<byte[], byte[]> map = DurableMap.open(directory, byte[].class, byte[].class)) {
            map.put(new byte[] {1, 2}, new byte[] {3});
            assertThat(map.get(new byte[] {1, 2})).containsExactly(3);
            assertThat(map.get(new byte[] {1, 2, 0})).isNull();
            map.put(new byte[0], new byte[0]);
            assertThat(map.get(new byte[0])).isEmpty();
        }
    }

    @Test
    void refusesKeyTypesWithoutCanonicalEncoding() {
        assertThatThrownBy(() -> DurableMap.open(directory, Double.class, String.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessageContaining("java.lang.Double")
                .hasMessageContaining("use String");
    }

    @Test
    void refusesToReopenWithOtherTypes() {
        open().close();
        assertThatThrownBy(() -> DurableMap.open(directory, Long.class, String.class))
                .isInstanceOf(StoreTypeException.class)
                .hasMessage("store: directory=" + directory + " holds keys=string, values=string,"
                        + " opened with keys=int64, values=string; open it with the types it was created with");
    }

    @Test
    void refusesHalfASurrogatePair() {
        try (DurableMap<String, String> map = open()) {
            assertThatThrownBy(() -> map.put("a\ud800", "v")).isInstanceOf(StoreTypeException.class);
            assertThatThrownBy(() -> map.put("a", "\udc00")).isInstanceOf(StoreTypeException.class);
            map.put("\ud83d\ude00?", "\ud83d\ude00?");
            assertThat(map.get("\ud83d\ude00?")).isEqualTo("\ud83d\ude00?");
        }
    }

    @Test
    void keepsKeyAndValueLimits() {
        StoreLimits limits = StoreLimits.defaults().withKeyBytes(10).withValueBytes(100);
        try (DurableMap<String, byte[]> map = DurableMap.builder(directory, String.class, byte[].class)
                .limits(limits)
                .open()) {
            map.put("k".repeat(10), new byte[100]);
            assertThat(map.get("k".repeat(10))).hasSize(100);
            assertThatThrownBy(() -> map.put("k".repeat(11), new byte[1]))
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessageContaining("key bytes=11 > StoreLimits.keyBytes=10;");
            assertThatThrownBy(() -> map.put("ü".repeat(6), new byte[1])).isInstanceOf(StoreLimitException.class);
            assertThatThrownBy(() -> map.put("k", new byte[101]))
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessageContaining("value bytes=101 > StoreLimits.valueBytes=100;");
            assertThat(map.size()).isEqualTo(1);
        }
    }

    @Test
    void storesValuesLargerThanTheFirstSegment() {
        byte[] large = new byte[3 << 20];
        large[large.length - 1] = 7;
        try (DurableMap<String, byte[]> map = DurableMap.open(directory, String.class, byte[].class)) {
            map.put("small", new byte[1]);
            map.put("large", large);
            assertThat(map.get("large")).isEqualTo(large);
        }
        try (DurableMap<String, byte[]> map = DurableMap.open(directory, String.class, byte[].class)) {
            assertThat(map.getBytes("large")).isEqualTo(large);
        }
    }

    @Test
    void verifiesLongValues() {
        byte[] value = new byte[300_000];
        new java.util.SplittableRandom(1).nextBytes(value);
        try (DurableMap<String, byte[]> map = DurableMap.open(directory, String.class, byte[].class)) {
            map.put("long", value);
            assertThat(map.getBytes("long")).isEqualTo(value);
            map.forEach((key, found) -> assertThat(found).isEqualTo(value));
        }
    }

    @Test
    void refusesNullsByName() {
        try (DurableMap<String, String> map = open()) {
            assertThatThrownBy(() -> map.put(null, "1"))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("key");
            assertThatThrownBy(() -> map.put("a", null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("value");
            assertThat(map.size()).isZero();
        }
    }

    @Test
    void refusesCallsAfterClose() {
        DurableMap<String, String> map = open();
        map.put("a", "1");
        Scan<String, String> scan = map.scan();
        map.close();
        map.close();
        assertThatThrownBy(() -> map.get("a")).isInstanceOf(StoreClosedException.class);
        assertThatThrownBy(() -> map.put("a", "2")).isInstanceOf(StoreClosedException.class);
        assertThatThrownBy(map::size).isInstanceOf(StoreClosedException.class);
        assertThatThrownBy(scan::next).isInstanceOf(StoreClosedException.class);
        assertThat(map.force()).isCompletedExceptionally();
    }

    @Test
    void countsWhatItHolds() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1");
            map.put("a", "2");
            map.put("b", "3");
            map.remove("b");
            StoreStatistics statistics = map.statistics();
            assertThat(statistics.records()).isEqualTo(1);
            assertThat(statistics.segments()).isEqualTo(1);
            assertThat(statistics.liveBytes()).isEqualTo(24);
            assertThat(statistics.logBytes()).isEqualTo(4 * 24);
            assertThat(statistics.allocatedBytes()).isEqualTo(256 << 10);
        }
    }
}
