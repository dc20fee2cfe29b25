package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.DecodeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A value that cannot be decoded is named by map and key, and can be skipped. */
class UnreadableValueTest {
    @TempDir
    Path directory;

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    private DurableMap<String, Shape> filled(String unreadable) {
        DurableMap<String, Shape> map = DurableMap.open(directory.resolve("shapes"), String.class, Shape.class);
        map.put("a", new Circle(1));
        map.putBytes(unreadable, new byte[] {99, 1, 2});
        map.put("z", new Square(2));
        return map;
    }

    @Test
    void everyReadNamesMapAndKey() {
        try (DurableMap<String, Shape> map = filled("k\n" + "x".repeat(500))) {
            String key = "k\n" + "x".repeat(500);
            List<ThrowingCallable> reads = List.of(
                    () -> map.get(key),
                    () -> map.getAll(List.of("a", key)),
                    () -> map.getVersioned(key),
                    () -> map.forEach((k, v) -> {}),
                    () -> map.forEachParallel(2, k -> true, (k, v) -> {}),
                    () -> {
                        try (ChangeFeed<String, Shape> feed = map.changes(1, 1 << 20)) {
                            while (feed.next()) {
                                assertThat(feed.value()).isNotNull();
                            }
                        }
                    });
            for (ThrowingCallable read : reads) {
                assertThatThrownBy(read)
                        .isInstanceOf(DecodeException.class)
                        .message()
                        .contains("map=shapes, key=k\\nxxx", "more characters")
                        .hasSizeLessThan(1_000)
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void aScanSkipsWhatItCannotDecode() {
        Map<String, Shape> read = new TreeMap<>();
        List<String> skipped = new ArrayList<>();
        try (DurableMap<String, Shape> map = filled("bad")) {
            try (Scan<String, Shape> scan = map.scan()) {
                while (scan.next()) {
                    try {
                        read.put(scan.key(), scan.value());
                    } catch (DecodeException unreadable) {
                        skipped.add(scan.key());
                        assertThat(scan.valueBytes()).containsExactly(99, 1, 2);
                    }
                }
            }
        }
        assertThat(read).containsOnlyKeys("a", "z");
        assertThat(skipped).containsExactly("bad");
    }

    @Test
    void anEncryptedStoreDoesNotShowItsKeys() {
        StoreKey key = StoreKey.of(new byte[32]);
        try (DurableMap<String, Shape> map = DurableMap.builder(directory.resolve("own"), String.class, Shape.class)
                .encryption(key)
                .open()) {
            map.putBytes("secret", new byte[] {99, 1, 2});
            assertThatThrownBy(() -> map.get("secret"))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("map=own, key=(encrypted)")
                    .hasMessageNotContaining("secret");
        }
    }
}
