package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random operations on the map and on a {@link HashMap} beside it, with reopening in between; both must always agree. */
class DurableMapProperties {
    private static final int STEPS = 30_000;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, byte[]> oracle = new HashMap<>();
    private DurableMap<String, byte[]> map;

    @Test
    void agreesWithAHashMap() {
        map = open(false);
        try {
            for (int step = 0; step < STEPS; step++) {
                step("seed=" + seed + ", step=" + step);
            }
            checkAll("seed=" + seed);
        } finally {
            map.close();
        }
    }

    private DurableMap<String, byte[]> open(boolean verifyOnOpen) {
        StoreLimits limits = StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(256 << 10);
        return DurableMap.builder(directory, String.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(limits)
                .verifyOnOpen(verifyOnOpen)
                .open();
    }

    private void step(String where) {
        int dice = random.nextInt(10_000);
        String key = key();
        if (dice < 5) {
            map.close();
            map = open(random.nextBoolean());
            assertThat(map.recovery().cuts()).as(where).isEmpty();
            checkAll(where);
        } else if (dice < 10) {
            checkScan(where);
        } else if (dice < 15) {
            map.force().join();
        } else if (dice < 2_500) {
            assertThat(map.remove(key)).as(where).isEqualTo(oracle.remove(key) != null);
        } else if (dice < 6_000) {
            byte[] value = value();
            map.put(key, value);
            oracle.put(key, value);
        } else {
            check(key, where);
        }
        assertThat(map.size()).as(where).isEqualTo(oracle.size());
    }

    private String key() {
        int number = (int) Math.abs(random.nextLong() % (1L << random.nextInt(1, 13)));
        return (number % 3 == 0 ? "ключ" : "key") + "x".repeat(number % 13) + number;
    }

    private byte[] value() {
        byte[] value = new byte[random.nextInt(random.nextInt(100) == 0 ? 20_000 : 90)];
        random.nextBytes(value);
        return value;
    }

    private void check(String key, String where) {
        byte[] expected = oracle.get(key);
        assertThat(map.get(key)).as(where).isEqualTo(expected);
        assertThat(map.getBytes(key)).as(where).isEqualTo(expected);
        assertThat(map.containsKey(key)).as(where).isEqualTo(expected != null);
    }

    private void checkAll(String where) {
        oracle.keySet().forEach(key -> check(key, where));
        Map<String, byte[]> found = new HashMap<>();
        map.forEach((key, value) -> assertThat(found.put(key, value)).as(where).isNull());
        assertThat(found.keySet()).as(where).isEqualTo(oracle.keySet());
        long live = oracle.entrySet().stream()
                .mapToLong(DurableMapProperties::recordBytes)
                .sum();
        assertThat(map.statistics().liveBytes()).as(where).isEqualTo(live);
    }

    private static long recordBytes(Map.Entry<String, byte[]> entry) {
        int keyBytes = entry.getKey().getBytes(StandardCharsets.UTF_8).length;
        return RecordLayout.alignedBytes(RecordLayout.HEADER + (long) keyBytes + entry.getValue().length);
    }

    /** A scan hands out the map as it was when the scan began, whatever changes meanwhile. */
    private void checkScan(String where) {
        Map<String, byte[]> before = new LinkedHashMap<>(oracle);
        try (Scan<String, byte[]> scan = map.scan("key")) {
            while (scan.next()) {
                byte[] expected = before.remove(scan.key());
                assertThat(Arrays.equals(scan.value(), expected))
                        .as(where + ", key=" + scan.key())
                        .isTrue();
                String changed = key();
                byte[] value = value();
                map.put(changed, value);
                oracle.put(changed, value);
            }
        }
        assertThat(before.keySet()).as(where).noneMatch(key -> key.startsWith("key"));
    }
}
