package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store whose last segment was sealed before it was opened, as a kill or a backup may leave it, so that compaction rewrites that segment too. */
class SealedEndTest {
    private static final int KEYS = 40;
    private static final int MANY = 10_000;
    private static final long MUCH = 1 << 30;

    @TempDir
    private Path folder;

    private final Map<Integer, String> model = new TreeMap<>();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");

    private DurableMap<Integer, String> open() {
        return DurableMap.builder(folder.resolve("store"), Integer.class, String.class)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10))
                .durability(Durability.BUFFERED)
                .compaction(Compaction.defaults().withAutomatic(false))
                .clock(() -> now)
                .open();
    }

    /** Puts so many keys over and over until a record is the first of the fourth segment, and drops that segment; a key in the last one expires. */
    private void endWithASealedSegment(int keys) throws IOException {
        try (DurableMap<Integer, String> map = open()) {
            int key = 0;
            String replaced = null;
            for (int i = 0; map.statistics().segments() < 4; i++) {
                if (i % 30 == 0) {
                    map.put(-1, "soon gone", now.plusMillis(1));
                }
                key = i % keys;
                map.put(key, "value-" + i);
                replaced = model.put(key, "value-" + i);
            }
            model.merge(key, "", (there, none) -> null);
            if (replaced != null) {
                model.put(key, replaced);
            }
        }
        now = now.plusMillis(1);
        new StoreImage(folder.resolve("store")).dropLastSegment();
    }

    private void requireModel(DurableMap<Integer, String> map) {
        Map<Integer, String> scanned = new TreeMap<>();
        try (Scan<Integer, String> scan = map.scan()) {
            while (scan.next()) {
                scanned.put(scan.key(), scan.value());
            }
        }
        Map<Integer, String> scannedByMany = new ConcurrentHashMap<>();
        map.forEachParallel(2, key -> true, scannedByMany::put);
        assertThat(scanned).isEqualTo(model);
        assertThat(scannedByMany).isEqualTo(model);
    }

    @ParameterizedTest
    @ValueSource(ints = {KEYS, MANY})
    void isScannedWholeWhenAllOfItWasRewritten(int keys) throws IOException {
        endWithASealedSegment(keys);
        try (DurableMap<Integer, String> map = open()) {
            long sequence = map.sequence();
            map.compact();
            assertThat(map.statistics().compactions()).isPositive();
            assertThat(map.statistics().segments()).isLessThan(4);
            requireModel(map);
            assertThat(map.oldestSequence()).isEqualTo(sequence + 1);

            Path backup = folder.resolve("backup");
            map.backup(backup, StoreBackup.Options.COPY, StoreProgress.NONE);
            StoreBackup.restore(backup, folder.resolve("restored"), StoreProgress.NONE);
            assertThat(StoreCheck.run(folder.resolve("restored"), StoreProgress.NONE))
                    .matches(StoreCheck::isSound);
            map.put(MANY, "further");
            model.put(MANY, "further");
            requireModel(map);
        }
        for (int i = 0; i < 2; i++) {
            try (DurableMap<Integer, String> map = open()) {
                assertThat(map.recovery().cuts()).isEmpty();
                requireModel(map);
            }
        }
    }

    @Test
    void isScannedWholeWhenItWasRewrittenAndNothingWasWrittenSinceItWasOpened() throws IOException {
        endWithASealedSegment(KEYS);
        try (DurableMap<Integer, String> map = open()) {
            map.compact();
        }
        try (DurableMap<Integer, String> map = open()) {
            requireModel(map);
            int segments = map.statistics().segments();
            map.compact();
            requireModel(map);
            assertThat(map.statistics().segments())
                    .as("compaction of what has nothing dead begins no segment")
                    .isEqualTo(segments);
        }
    }

    @Test
    void isFollowedOnceThoughItIsRewrittenMeanwhile() throws IOException {
        endWithASealedSegment(MANY);
        try (DurableMap<Integer, String> map = open()) {
            long last = map.sequence();
            try (ChangeFeed<Integer, String> feed = map.changes(1, MUCH)) {
                map.compact();
                map.compact();
                map.put(MANY, "further");
                for (long expected = 1; expected <= last + 1; expected++) {
                    assertThat(feed.next()).isTrue();
                    assertThat(feed.sequence()).isEqualTo(expected);
                }
                assertThat(feed.next()).isFalse();
            }
        }
    }

    @Test
    void isClearedWhenAllOfItWasRewritten() throws IOException {
        endWithASealedSegment(KEYS);
        try (DurableMap<Integer, String> map = open()) {
            map.compact();
            map.clear();
            model.clear();
            requireModel(map);
            map.compact();
            requireModel(map);
        }
        try (DurableMap<Integer, String> map = open()) {
            requireModel(map);
        }
    }
}
