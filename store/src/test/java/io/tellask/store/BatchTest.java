package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchTest {
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    @TempDir
    Path directory;

    private DurableMap<String, String> open(Path own) {
        return DurableMap.builder(own, String.class, String.class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(64 << 10))
                .open();
    }

    @Test
    void makesAllChanges() {
        try (DurableMap<String, String> map = open(directory)) {
            map.put("a", "1");
            map.put("b", "1");
            Batch<String, String> batch =
                    map.batch().put("a", "2").remove("b").put("c", "3", LATER).remove("absent");
            assertThat(batch.size()).isEqualTo(4);
            assertThat(batch.commit()).isTrue();
            assertThat(batch.size()).isZero();
            assertThat(map.get("a")).isEqualTo("2");
            assertThat(map.get("b")).isNull();
            assertThat(map.getVersioned("c").expiry()).isEqualTo(LATER);
            assertThat(map.size()).isEqualTo(2);
            assertThat(map.getVersioned("c").sequence())
                    .isEqualTo(map.getVersioned("a").sequence() + 2);
        }
    }

    @Test
    void theLaterOfTwoChangesOfAKeyCounts() {
        try (DurableMap<String, String> map = open(directory)) {
            map.batch()
                    .put("a", "1")
                    .put("a", "2")
                    .put("b", "1")
                    .remove("b")
                    .remove("c")
                    .put("c", "3")
                    .commit();
            assertThat(map.get("a")).isEqualTo("2");
            assertThat(map.get("b")).isNull();
            assertThat(map.get("c")).isEqualTo("3");
            assertThat(map.size()).isEqualTo(2);
            assertThat(map.statistics().liveBytes()).isEqualTo(2 * 24);
        }
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.size()).isEqualTo(2);
            assertThat(map.statistics().liveBytes()).isEqualTo(2 * 24);
            assertThat(map.get("a")).isEqualTo("2");
        }
    }

    @Test
    void changesNothingWhereARequirementFails() {
        try (DurableMap<String, String> map = open(directory)) {
            map.put("a", "1");
            long sequence = map.getVersioned("a").sequence();
            assertThat(map.batch().require("a", sequence + 1).put("b", "1").commit())
                    .isFalse();
            assertThat(map.batch().require("b", 1).put("b", "1").commit()).isFalse();
            assertThat(map.containsKey("b")).isFalse();
            assertThat(map.batch()
                            .require("a", sequence)
                            .require("b", Versioned.ABSENT)
                            .put("b", "1")
                            .commit())
                    .isTrue();
            assertThat(map.get("b")).isEqualTo("1");
            assertThat(map.batch().require("a", sequence).commit()).isTrue();
        }
    }

    @Test
    void holdsManyRecordsAndReopens() {
        try (DurableMap<String, String> map = open(directory)) {
            Batch<String, String> batch = map.batch();
            for (int i = 0; i < 20_000; i++) {
                batch.put("key" + i, "value" + i);
            }
            batch.commit();
            assertThat(map.size()).isEqualTo(20_000);
        }
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.size()).isEqualTo(20_000);
            for (int i = 0; i < 20_000; i++) {
                assertThat(map.get("key" + i)).isEqualTo("value" + i);
            }
        }
    }

    @Test
    void keepsTheLimitOfBytes() {
        StoreLimits limits = StoreLimits.defaults().withBatchBytes(1024);
        try (DurableMap<String, byte[]> map = DurableMap.builder(directory, String.class, byte[].class)
                .limits(limits)
                .open()) {
            Batch<String, byte[]> batch = map.batch();
            batch.put("k", new byte[976 - RecordLayout.HEADER - 1]);
            assertThatThrownBy(() -> batch.put("l", new byte[20]))
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessageContaining("batchBytes=1024");
            batch.remove("l");
            assertThatThrownBy(() -> batch.remove("m")).isInstanceOf(StoreLimitException.class);
            assertThat(batch.commit()).isTrue();
            assertThat(map.size()).isEqualTo(1);
        }
    }

    /** Cuts the log at every eighth byte of a batch: either all of it is there afterwards, or nothing. */
    @Test
    void survivesATornTailAsAWholeOrNotAtAll() throws IOException {
        Path whole = directory.resolve("whole");
        try (DurableMap<String, String> map = open(whole)) {
            map.put("first", "1");
            map.force().join();
            map.batch().put("a", "2").remove("first").put("b", "3").commit();
            StoreImage image = new StoreImage(whole);
            int end = SegmentLayout.HEADER + 32 + RecordLayout.BATCH_HEAD + 24 + 32 + 24;
            for (int at = SegmentLayout.HEADER + 32; at <= end; at += 8) {
                StoreImage torn = image.copyTo(directory.resolve("torn" + at)).ofAnotherRun();
                byte[] log = Files.readAllBytes(torn.segments().getFirst());
                torn.overwrite(torn.segments().getFirst(), at, new byte[log.length - at]);
                try (DurableMap<String, String> copy = open(torn.directory())) {
                    boolean all = at == end;
                    assertThat(copy.get("a")).as("at=%d", at).isEqualTo(all ? "2" : null);
                    assertThat(copy.get("b")).as("at=%d", at).isEqualTo(all ? "3" : null);
                    assertThat(copy.get("first")).as("at=%d", at).isEqualTo(all ? null : "1");
                }
                torn.delete();
            }
        }
    }

    /** Both keys always hold the same number: a reader that reads the second one later never sees a smaller one there. */
    @Test
    void becomesVisibleAllAtOnce() throws Exception {
        int rounds = 3000;
        try (DurableMap<String, String> map = open(directory);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            map.batch().put("x", "0").put("y", "0").commit();
            List<Future<?>> readers = new ArrayList<>();
            for (String[] order : new String[][] {{"x", "y"}, {"y", "x"}}) {
                readers.add(threads.submit(() -> {
                    int second = 0;
                    while (second < rounds) {
                        int first = Integer.parseInt(map.get(order[0]));
                        second = Integer.parseInt(map.get(order[1]));
                        assertThat(second).isGreaterThanOrEqualTo(first);
                    }
                }));
            }
            for (int round = 1; round <= rounds; round++) {
                Batch<String, String> batch = map.batch().put("x", "" + round);
                for (int filler = 0; filler < round % 40; filler++) {
                    batch.put("filler" + filler, "" + round);
                }
                batch.put("y", "" + round).commit();
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }
}
