package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.layout.RecordLayout;
import io.tellask.test.Seed;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random operations on the map and on a {@link HashMap} beside it, with compaction and reopening in between; both must always agree. */
class DurableMapProperties {
    private static final int STEPS = 40_000;

    @TempDir
    Path directory;

    private final long seed = Seed.given();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Entry> oracle = new HashMap<>();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private DurableMap<String, byte[]> map;

    /** What a key holds; one that has expired may still count in size and bytes. */
    private record Entry(byte[] value, @Nullable Instant expiry) {
        boolean isLive(Instant now) {
            return expiry == null || expiry.isAfter(now);
        }
    }

    @Test
    void agreesWithAHashMap() throws IOException {
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
                .compaction(Compaction.defaults().withAutomatic(random.nextBoolean()))
                .clock(() -> now)
                .verifyOnOpen(verifyOnOpen)
                .open();
    }

    private void step(String where) throws IOException {
        int dice = random.nextInt(10_000);
        if (dice < 5) {
            reopen(where);
        } else if (dice < 10) {
            checkScan(where);
        } else if (dice < 15) {
            map.force().join();
        } else if (dice < 20) {
            map.compact();
            checkAll(where);
        } else if (dice < 24) {
            clear(where);
        } else if (dice < 64) {
            now = now.plusMillis(random.nextInt(50));
        } else if (dice < 300) {
            batch(where);
        } else {
            single(dice, key(), where);
        }
        if (dice % 8 == 0) {
            long live =
                    oracle.values().stream().filter(entry -> entry.isLive(now)).count();
            assertThat(map.size()).as(where).isBetween(live, (long) oracle.size());
        }
    }

    /** In every other case with the last segment sealed, where it can be, so that compaction has everything to rewrite. */
    private void reopen(String where) throws IOException {
        boolean sealed = random.nextBoolean();
        if (sealed) {
            map.compact();
        }
        long sequence = map.sequence();
        map.close();
        StoreImage image = new StoreImage(directory);
        if (sealed && image.endsEmpty()) {
            assertThat(image.dropLastSegment()).as(where).isEqualTo(sequence);
        }
        map = open(random.nextBoolean());
        assertThat(map.recovery().cuts()).as(where).isEmpty();
        assertThat(map.sequence()).as(where).isEqualTo(sequence);
        checkAll(where);
        if (sealed) {
            now = now.plusMillis(200);
            map.compact();
            checkAll(where);
        }
    }

    private void clear(String where) {
        map.clear();
        oracle.clear();
        assertThat(map.size()).as(where).isZero();
        checkAll(where);
    }

    private void single(int dice, String key, String where) {
        byte[] value = value();
        byte @Nullable [] before = valueOf(key);
        if (dice < 2_500) {
            assertThat(map.remove(key)).as(where).isEqualTo(before != null);
            oracle.remove(key);
        } else if (dice < 3_500) {
            Instant expiry = now.plusMillis(random.nextInt(-5, 100));
            map.put(key, value, expiry);
            oracle.put(key, new Entry(value, expiry));
        } else if (dice < 5_000) {
            map.put(key, value);
            oracle.put(key, new Entry(value, null));
        } else if (dice < 5_500) {
            assertThat(map.putIfAbsent(key, value)).as(where).isEqualTo(before);
            if (before == null) {
                oracle.put(key, new Entry(value, null));
            }
        } else if (dice < 6_000) {
            assertThat(map.replace(key, value)).as(where).isEqualTo(before);
            if (before != null) {
                oracle.put(key, new Entry(value, null));
            }
        } else if (dice < 6_500) {
            compareAndSet(key, value, where);
        } else {
            check(key, where);
        }
    }

    private byte @Nullable [] valueOf(String key) {
        Entry entry = oracle.get(key);
        return entry == null || !entry.isLive(now) ? null : entry.value;
    }

    private void compareAndSet(String key, byte[] value, String where) {
        Versioned<byte[]> versioned = map.getVersioned(key);
        long sequence = versioned == null ? Versioned.ABSENT : versioned.sequence();
        assertThat(map.compareAndSet(key, sequence + 1, value)).as(where).isFalse();
        assertThat(map.compareAndSet(key, sequence, value)).as(where).isTrue();
        oracle.put(key, new Entry(value, null));
        if (random.nextInt(4) == 0) {
            assertThat(map.compareAndRemove(key, map.getVersioned(key).sequence()))
                    .as(where)
                    .isTrue();
            oracle.remove(key);
        }
    }

    private void batch(String where) {
        Batch<String, byte[]> batch = map.batch();
        Map<String, @Nullable Entry> changes = new LinkedHashMap<>();
        for (int left = random.nextInt(30); left > 0; left--) {
            String key = key();
            if (random.nextInt(3) == 0) {
                batch.remove(key);
                changes.put(key, null);
            } else {
                Entry entry = new Entry(value(), random.nextBoolean() ? null : now.plusMillis(random.nextInt(100)));
                batch.put(key, entry.value, entry.expiry);
                changes.put(key, entry);
            }
        }
        String required = key();
        Versioned<byte[]> versioned = map.getVersioned(required);
        boolean holds = random.nextInt(4) > 0;
        batch.require(required, (versioned == null ? 0 : versioned.sequence()) + (holds ? 0 : 1));
        assertThat(batch.commit()).as(where).isEqualTo(holds);
        if (holds) {
            changes.forEach((key, entry) -> oracle.compute(key, (k, before) -> entry));
        }
        changes.keySet().forEach(key -> check(key, where));
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
        byte @Nullable [] expected = valueOf(key);
        assertThat(map.get(key)).as(where).isEqualTo(expected);
        assertThat(map.getBytes(key)).as(where).isEqualTo(expected);
        assertThat(map.containsKey(key)).as(where).isEqualTo(expected != null);
        assertThat(map.<byte[]>view(key, value -> value.toArray(ValueLayout.JAVA_BYTE)))
                .as(where)
                .isEqualTo(expected);
        Versioned<byte[]> versioned = map.getVersioned(key);
        if (versioned != null) {
            assertThat(versioned.expiry()).as(where).isEqualTo(oracle.get(key).expiry);
        }
    }

    private void checkAll(String where) {
        List<String> keys = new ArrayList<>(oracle.keySet());
        keys.forEach(key -> check(key, where));
        List<byte[]> values = map.getAll(keys);
        for (int i = 0; i < keys.size(); i++) {
            assertThat(values.get(i)).as(where).isEqualTo(valueOf(keys.get(i)));
        }
        Map<String, byte[]> found = new HashMap<>();
        map.forEach((key, value) -> assertThat(found.put(key, value)).as(where).isNull());
        Map<String, byte[]> foundByMany = new ConcurrentHashMap<>();
        map.forEachParallel(
                3,
                key -> true,
                (key, value) -> assertThat(foundByMany.put(key, value)).isNull());
        Map<String, Entry> live = new HashMap<>(oracle);
        live.values().removeIf(entry -> !entry.isLive(now));
        assertThat(found.keySet()).as(where).isEqualTo(live.keySet());
        assertThat(foundByMany.keySet()).as(where).isEqualTo(live.keySet());
        assertThat(map.statistics().liveBytes()).as(where).isBetween(recordBytes(live), recordBytes(oracle));
    }

    private static long recordBytes(Map<String, Entry> entries) {
        long bytes = 0;
        for (Map.Entry<String, Entry> entry : entries.entrySet()) {
            int keyBytes = entry.getKey().getBytes(StandardCharsets.UTF_8).length;
            int expiryBytes = entry.getValue().expiry == null ? 0 : 8;
            bytes += RecordLayout.alignedBytes(
                    (long) RecordLayout.HEADER + keyBytes + expiryBytes + entry.getValue().value.length);
        }
        return bytes;
    }

    /** A scan hands out the map as it was when the scan began, whatever changes meanwhile. */
    private void checkScan(String where) {
        Map<String, byte[]> before = new LinkedHashMap<>();
        oracle.keySet().stream().filter(key -> valueOf(key) != null).forEach(key -> before.put(key, valueOf(key)));
        try (Scan<String, byte[]> scan = map.scan("key")) {
            while (scan.next()) {
                byte[] expected = before.remove(scan.key());
                assertThat(Arrays.equals(scan.value(), expected))
                        .as(where + ", key=" + scan.key())
                        .isTrue();
                String changed = key();
                byte[] value = value();
                map.put(changed, value);
                oracle.put(changed, new Entry(value, null));
                if (random.nextInt(500) == 0) {
                    map.compact();
                } else if (random.nextInt(2_000) == 0) {
                    map.clear();
                    oracle.clear();
                }
            }
        }
        assertThat(before.keySet()).as(where).noneMatch(key -> key.startsWith("key"));
    }
}
