package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpiryTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private Instant now = START;

    private DurableMap<String, String> open() {
        return DurableMap.builder(directory, String.class, String.class)
                .clock(() -> now)
                .open();
    }

    @Test
    void keysAreAbsentFromTheirExpiryOn() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", START.plusMillis(10));
            now = START.plusMillis(9);
            assertThat(map.get("a")).isEqualTo("1");
            assertThat(map.getVersioned("a").expiry()).isEqualTo(START.plusMillis(10));
            now = START.plusMillis(10);
            assertThat(map.get("a")).isNull();
            assertThat(map.getBytes("a")).isNull();
            assertThat(map.getVersioned("a")).isNull();
            assertThat(map.containsKey("a")).isFalse();
            assertThat(map.<Long>view("a", value -> value.byteSize())).isNull();
            assertThat(map.replace("a", "2")).isNull();
            List<String> seen = new ArrayList<>();
            map.forEach((key, value) -> seen.add(key));
            assertThat(seen).isEmpty();
            assertThat(map.size()).isEqualTo(1);
        }
    }

    @Test
    void aClockMayTellAnyInstant() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", Instant.MAX);
            now = Instant.MIN;
            assertThat(map.get("a")).isEqualTo("1");
            map.put("b", "1", START);
            now = Instant.MAX;
            assertThat(map.get("a")).isNull();
            assertThat(map.get("b")).isNull();
            map.compact();
            assertThat(map.scan().next()).isFalse();
        }
    }

    @Test
    void anExpiredKeyCanBePutAgainOrRemoved() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", START);
            map.put("b", "1", START);
            assertThat(map.putIfAbsent("a", "2")).isNull();
            assertThat(map.get("a")).isEqualTo("2");
            assertThat(map.remove("b")).isFalse();
            assertThat(map.size()).isEqualTo(1);
            assertThat(map.compareAndSet("b", Versioned.ABSENT, "3", START.plusSeconds(1)))
                    .isTrue();
            assertThat(map.get("b")).isEqualTo("3");
        }
    }

    @Test
    void aPutWithoutExpiryEndsOne() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", START.plusMillis(1));
            map.put("a", "2");
            now = START.plusSeconds(1);
            assertThat(map.get("a")).isEqualTo("2");
        }
    }

    @Test
    void computeKeepsTheExpiry() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", START.plusMillis(5));
            map.compute("a", (key, value) -> value + "2");
            assertThat(map.getVersioned("a").expiry()).isEqualTo(START.plusMillis(5));
            now = START.plusMillis(5);
            assertThat(map.compute("a", (key, value) -> value == null ? "new" : "wrong"))
                    .isEqualTo("new");
        }
    }

    @Test
    void expiriesSurviveReopening() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", START.plusMillis(5));
            map.put("b", "1", START.plusMillis(6));
        }
        now = START.plusMillis(5);
        try (DurableMap<String, String> map = open()) {
            assertThat(map.get("a")).isNull();
            assertThat(map.getVersioned("b").expiry()).isEqualTo(START.plusMillis(6));
        }
    }

    @Test
    void findsWhatHasExpiredUntilItIsRemoved() {
        try (DurableMap<String, String> map = open()) {
            map.put("expired", "1", START.minusMillis(1));
            map.put("removed", "1", START);
            map.put("lasting", "1", START.plusMillis(1));
            map.put("for ever", "1");
            map.remove("removed");
        }
        try (DurableMap<String, String> map = open()) {
            List<String> seen = new ArrayList<>();
            try (Scan<String, String> scan = map.scanWithExpired()) {
                while (scan.next()) {
                    seen.add(scan.key() + "=" + scan.value());
                }
            }
            assertThat(seen).containsExactly("expired=1", "lasting=1", "for ever=1");
            assertThat(map.size()).isEqualTo(3);
            assertThat(map.remove("expired")).isFalse();
            assertThat(map.size()).isEqualTo(2);
        }
    }

    @Test
    void aScanJudgesByTheTimeOfItsBeginning() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1", START.plusMillis(5));
            try (Scan<String, String> scan = map.scan()) {
                now = START.plusMillis(5);
                assertThat(scan.next()).isTrue();
                assertThat(scan.expiry()).isEqualTo(START.plusMillis(5));
                assertThat(scan.sequence()).isEqualTo(1);
            }
        }
    }
}
