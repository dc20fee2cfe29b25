package io.tellask.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.RecordLayout;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeFeedTest {
    private static final long MUCH = 1 << 30;
    private static final StoreLimits SMALL =
            StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10);

    @TempDir
    private Path directory;

    private DurableMap<String, String> map;

    @BeforeEach
    void open() {
        map = DurableMap.builder(directory, String.class, String.class)
                .limits(SMALL)
                .compaction(Compaction.defaults().withAutomatic(false))
                .open();
    }

    @AfterEach
    void close() {
        map.close();
    }

    private static List<String> drain(ChangeFeed<String, String> feed) {
        List<String> seen = new ArrayList<>();
        while (feed.next()) {
            seen.add(feed.sequence() + " " + feed.key() + (feed.isRemoval() ? " -" : "=" + feed.value())
                    + (feed.batchGoesOn() ? " +" : ""));
        }
        return seen;
    }

    @Test
    void tellsEachChangeInOrderAndGoesOn() {
        map.put("before", "0");
        try (ChangeFeed<String, String> feed = map.changes(map.sequence() + 1, MUCH)) {
            assertThat(feed.next()).isFalse();
            map.put("a", "1");
            map.remove("a");
            assertThat(drain(feed)).containsExactly("2 a=1", "3 a -");
            map.batch().put("b", "1").remove("before").put("c", "2").commit();
            assertThat(drain(feed)).containsExactly("5 b=1 +", "6 before - +", "7 c=2");
            assertThat(feed.next()).isFalse();
        }
    }

    @Test
    void beginsInThePastAlsoInTheMiddleOfABatch() {
        map.put("a", "1", Instant.ofEpochMilli(4_000_000_000_000L));
        map.batch().put("b", "1").put("c", "2").put("d", "3").commit();
        try (ChangeFeed<String, String> feed = map.changes(1, MUCH)) {
            assertThat(feed.next()).isTrue();
            assertThat(feed.expiry()).isEqualTo(Instant.ofEpochMilli(4_000_000_000_000L));
            assertThat(drain(feed)).hasSize(3);
        }
        try (ChangeFeed<String, String> feed = map.changes(4, MUCH)) {
            assertThat(drain(feed)).containsExactly("4 c=2 +", "5 d=3");
        }
    }

    @Test
    void startsWithTheFirstChangeOfAnEmptyMap() {
        assertThat(map.sequence()).isZero();
        try (ChangeFeed<String, String> feed = map.changes(1, MUCH)) {
            assertThat(feed.next()).isFalse();
            map.put("a", "1");
            assertThat(drain(feed)).containsExactly("1 a=1");
        }
    }

    @Test
    void namesTheOldestChangeAfterCompactionAndTheNextOneInTheFuture() {
        for (int i = 0; i < 2_000; i++) {
            map.put("k" + i % 10, "v" + i);
        }
        assertThat(map.oldestSequence()).isEqualTo(1);

        map.compact();

        long oldest = map.oldestSequence();
        assertThat(oldest).isBetween(2L, 2_001L);
        assertThatThrownBy(() -> map.changes(oldest - 1, MUCH))
                .isInstanceOfSatisfying(StoreHistoryException.class, missed -> {
                    assertThat(missed.oldest()).isEqualTo(oldest);
                    assertThat(missed.next()).isEqualTo(2_001);
                });
        assertThatThrownBy(() -> map.changes(2_002, MUCH)).isInstanceOf(StoreHistoryException.class);
        map.changes(oldest, MUCH).close();
        map.changes(2_001, MUCH).close();

        map.close();
        open();

        assertThat(map.oldestSequence()).isEqualTo(oldest);
        assertThat(map.sequence()).isEqualTo(2_000);
    }

    @Test
    void seesEveryChangeAlthoughCompactionRewritesWhatItHasNotRead() {
        try (ChangeFeed<String, String> feed = map.changes(1, MUCH)) {
            for (int i = 0; i < 3_000; i++) {
                map.put("k" + i % 10, "v" + i);
                if (i % 1_000 == 999) {
                    map.compact();
                }
            }
            for (int i = 0; i < 3_000; i++) {
                assertThat(feed.next()).isTrue();
                assertThat(feed.value()).isEqualTo("v" + i);
            }
            assertThat(feed.next()).isFalse();
        }
        assertThat(map.get("k9")).isEqualTo("v2999");
    }

    @Test
    void failsOneByteBeyondTheBoundAndNotAtIt() {
        long record = RecordLayout.alignedBytes(RecordLayout.HEADER + 1 + 1);
        try (ChangeFeed<String, String> feed = map.changes(1, 3 * record)) {
            for (int i = 0; i < 3; i++) {
                map.put("k", "v");
            }
            assertThat(feed.keepsUp()).isTrue();
            assertThat(drain(feed)).hasSize(3);
            for (int i = 0; i < 4; i++) {
                map.put("k", "v");
            }
            assertThat(feed.keepsUp()).isFalse();
            assertThatThrownBy(feed::next)
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessageContaining("mostBehindBytes=" + 3 * record);
        }
    }

    @Test
    void allowsWhatWasThereAtTheBeginning() {
        for (int i = 0; i < 1_000; i++) {
            map.put("k" + i, "v".repeat(50));
        }
        try (ChangeFeed<String, String> feed = map.changes(1, 64)) {
            assertThat(feed.keepsUp()).isTrue();
            assertThat(drain(feed)).hasSize(1_000);
            assertThat(feed.keepsUp()).isTrue();
        }
    }

    @Test
    void endsWithTheMap() {
        ChangeFeed<String, String> feed = map.changes(1, MUCH);
        map.put("a", "1");
        map.close();
        assertThatThrownBy(feed::next).isInstanceOf(StoreClosedException.class);
        feed.close();
    }

    @Test
    void scansBytesByPrefixOnlyWhereKeysAreBytes(@TempDir Path other) {
        assertThatThrownBy(() -> map.scan(new byte[0])).isInstanceOf(StoreTypeException.class);
        try (DurableMap<byte[], byte[]> bytes = DurableMap.open(other, byte[].class, byte[].class)) {
            bytes.put("ab".getBytes(UTF_8), new byte[1]);
            bytes.put("b".getBytes(UTF_8), new byte[2]);
            try (Scan<byte[], byte[]> scan = bytes.scan("a".getBytes(UTF_8))) {
                assertThat(scan.next()).isTrue();
                assertThat(scan.key()).isEqualTo("ab".getBytes(UTF_8));
                assertThat(scan.next()).isFalse();
            }
        }
    }

    @Test
    void copiesTheMapWhileItIsChangedAndCompacted() throws Exception {
        long seed = Seed.given();
        Random random = new Random(seed);
        Map<String, String> copy = new TreeMap<>();
        try (ChangeFeed<String, String> feed = map.changes(1, MUCH)) {
            Thread writer = Thread.ofPlatform().start(() -> change(random));
            boolean last = false;
            while (!last) {
                last = !writer.isAlive();
                while (feed.next()) {
                    if (feed.isRemoval()) {
                        copy.remove(feed.key());
                    } else {
                        copy.put(feed.key(), feed.value());
                    }
                }
                Thread.onSpinWait();
            }
            writer.join();
        }
        assertThat(copy).as("seed=%d", seed).isEqualTo(contents());
    }

    private void change(Random random) {
        for (int i = 0; i < 20_000; i++) {
            String key = "k" + random.nextInt(200);
            switch (random.nextInt(4)) {
                case 0 -> map.remove(key);
                case 1 ->
                    map.batch()
                            .put(key, "b" + i)
                            .remove("k" + random.nextInt(200))
                            .commit();
                default -> map.put(key, "v" + i);
            }
            if (i % 5_000 == 0) {
                map.compact();
            }
        }
    }

    private Map<String, String> contents() {
        Map<String, String> contents = new TreeMap<>();
        map.forEach(contents::put);
        return contents;
    }
}
