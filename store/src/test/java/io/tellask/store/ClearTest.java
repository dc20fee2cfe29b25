package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link DurableMap#clear}: for readers, scans, feeds, backups, after a crash, and under compaction. */
class ClearTest {
    private static final int KEYS = 3_000;
    private static final Instant EXPIRY = Instant.ofEpochMilli(4_000_000_000_000L);
    private static final StoreLimits LIMITS =
            StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10);

    private record User(String name, int age) {}

    @TempDir
    private Path directory;

    private DurableMap<Integer, byte[]> open(Path folder, boolean verify) {
        return DurableMap.builder(folder, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(LIMITS)
                .compaction(Compaction.defaults().withAutomatic(false))
                .verifyOnOpen(verify)
                .open();
    }

    private DurableMap<Integer, byte[]> open() {
        return open(directory.resolve("map"), false);
    }

    private static void fill(DurableMap<Integer, byte[]> map) {
        for (int key = 0; key < KEYS; key++) {
            map.put(key, new byte[key % 90], key % 3 == 0 ? EXPIRY : null);
        }
    }

    private static List<Integer> keys(Scan<Integer, byte[]> scan) {
        List<Integer> keys = new ArrayList<>();
        while (scan.next()) {
            keys.add(scan.key());
        }
        return keys;
    }

    private static List<Integer> keys(DurableMap<Integer, byte[]> map) {
        try (Scan<Integer, byte[]> scan = map.scan()) {
            return keys(scan);
        }
    }

    @Test
    void removesEveryKeyAndGoesOn() {
        try (DurableMap<Integer, byte[]> map = open()) {
            fill(map);
            long sequence = map.sequence();
            map.clear();
            assertThat(map.sequence()).isEqualTo(sequence + 1);
            assertThat(map.size()).isZero();
            assertThat(map.get(17)).isNull();
            assertThat(map.containsKey(18)).isFalse();
            assertThat(keys(map)).isEmpty();
            assertThat(map.statistics().liveBytes()).isZero();
            assertThat(map.compareAndSet(17, Versioned.ABSENT, new byte[1])).isTrue();
            assertThat(keys(map)).containsExactly(17);
            assertThat(map.size()).isOne();
        }
    }

    @Test
    void isTheRecordThatTheFormatShows() throws IOException {
        try (DurableMap<Integer, byte[]> map = open()) {
            for (int key = 0; key < 6; key++) {
                map.put(key, new byte[0]);
            }
            map.clear();
        }
        byte[] segment = Files.readAllBytes(
                new StoreImage(directory.resolve("map")).segments().getFirst());
        int at = SegmentLayout.HEADER + 6 * 24;
        assertThat(HexFormat.of().formatHex(segment, at, at + 32))
                .isEqualTo("2a12f4bd140000000407000000000000" + "00000000000000000000000000000000");
    }

    @Test
    void writesNothingWhereThereIsNothing() {
        try (DurableMap<Integer, byte[]> map = open()) {
            map.clear();
            assertThat(map.sequence()).isZero();
        }
    }

    @Test
    void lastsOverACleanCloseAndOverACrash() throws IOException {
        Path image = directory.resolve("image");
        try (DurableMap<Integer, byte[]> map = open()) {
            fill(map);
            map.clear();
            map.put(1, new byte[5]);
            new StoreImage(directory.resolve("map")).copyTo(image);
        }
        for (Path folder : List.of(image, directory.resolve("map"))) {
            for (boolean verify : new boolean[] {false, true}) {
                try (DurableMap<Integer, byte[]> map = open(folder, verify)) {
                    assertThat(map.recovery().cuts()).isEmpty();
                    assertThat(map.size()).isOne();
                    assertThat(keys(map)).containsExactly(1);
                    assertThat(map.get(2)).isNull();
                }
            }
        }
    }

    @Test
    void clearsWhatACheckpointHolds() throws IOException {
        try (DurableMap<Integer, byte[]> map = open()) {
            fill(map);
        }
        Path image = directory.resolve("image");
        try (DurableMap<Integer, byte[]> map = open()) {
            map.clear();
            map.put(7, new byte[7]);
            new StoreImage(directory.resolve("map")).copyTo(image);
        }
        try (DurableMap<Integer, byte[]> map = open(image, false)) {
            assertThat(map.recovery().fromCheckpoint()).isTrue();
            assertThat(keys(map)).containsExactly(7);
            assertThat(map.statistics().liveBytes()).isEqualTo(32);
        }
    }

    @Test
    void isNotSeenByWhatBeganBefore() {
        Path backup = directory.resolve("backup");
        Path restored = directory.resolve("restored");
        try (DurableMap<Integer, byte[]> map = open()) {
            fill(map);
            map.remove(0);
            long sequence = map.backup(backup, StoreBackup.Options.COPY, (done, total) -> {})
                    .sequence();
            try (Scan<Integer, byte[]> before = map.scan()) {
                assertThat(before.next()).isTrue();
                map.put(1, new byte[200]);
                map.clear();
                map.put(2, new byte[200]);
                map.compact();
                assertThat(keys(before)).hasSize(KEYS - 2).doesNotContain(0);
                assertThat(keys(map)).containsExactly(2);
            }
            assertThat(StoreBackup.restore(backup, restored, (done, total) -> {})
                            .sequence())
                    .isEqualTo(sequence);
        }
        try (DurableMap<Integer, byte[]> map = open(restored, true)) {
            assertThat(map.size()).isEqualTo(KEYS - 1);
        }
    }

    @Test
    void givesTheSpaceBackAndNothingComesBackWithIt() {
        try (DurableMap<Integer, byte[]> map = open()) {
            for (int round = 0; round < 4; round++) {
                fill(map);
                if (round == 2) {
                    map.compact();
                }
                map.clear();
                map.put(round, new byte[round]);
            }
            map.compact();
            assertThat(map.statistics().allocatedBytes()).isLessThan(32 << 10);
            assertThat(keys(map)).containsExactly(3);
        }
        try (DurableMap<Integer, byte[]> map = open(directory.resolve("map"), true)) {
            assertThat(keys(map)).containsExactly(3);
        }
    }

    @Test
    void keepsTheSchemasOfValuesToCome() {
        Path folder = directory.resolve("objects");
        try (DurableMap<Integer, User> map = DurableMap.builder(folder, Integer.class, User.class)
                .limits(LIMITS)
                .open()) {
            for (int key = 0; key < KEYS; key++) {
                map.put(key, new User("user " + key, key));
            }
            map.clear();
            map.compact();
            map.put(1, new User("Ada", 36));
        }
        try (DurableMap<Integer, User> map = DurableMap.builder(folder, Integer.class, User.class)
                .verifyOnOpen(true)
                .open()) {
            assertThat(map.get(1)).isEqualTo(new User("Ada", 36));
            assertThat(map.size()).isOne();
        }
    }

    @Test
    void isToldByAFeed() {
        try (DurableMap<Integer, byte[]> map = open();
                ChangeFeed<Integer, byte[]> feed = map.changes(1, 1 << 20)) {
            map.put(1, new byte[1]);
            map.clear();
            map.put(2, new byte[2]);
            assertThat(feed.next()).isTrue();
            assertThat(feed.isClear()).isFalse();
            assertThat(feed.next()).isTrue();
            assertThat(feed.isClear()).isTrue();
            assertThat(feed.isRemoval()).isFalse();
            assertThat(feed.sequence()).isEqualTo(2);
            assertThatThrownBy(feed::key).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(feed::value).isInstanceOf(IllegalStateException.class);
            assertThat(feed.next()).isTrue();
            assertThat(feed.key()).isEqualTo(2);
        }
    }

    @Test
    void isRefusedByAMapThatIsReadOnly() {
        FaultyFiles files = new FaultyFiles();
        try (DurableMap<Integer, byte[]> map = DurableMap.builder(directory.resolve("map"), Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .files(files)
                .open()) {
            map.put(0, new byte[1]);
            map.force().join(); // behind the round that a first put asks for
            map.put(1, new byte[1]);
            files.broken = true;
            assertThatThrownBy(() -> map.force().join()).hasCauseInstanceOf(StoreReadOnlyException.class);
            assertThatThrownBy(map::clear).isInstanceOf(StoreReadOnlyException.class);
            assertThat(map.get(1)).hasSize(1);
        }
    }

    @Test
    void isSeenAtOnceByReaders() throws InterruptedException {
        try (DurableMap<Integer, byte[]> map = open()) {
            AtomicBoolean done = new AtomicBoolean();
            AtomicReference<String> wrong = new AtomicReference<>("");
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(Thread.ofPlatform().start(() -> {
                    while (!done.get()) {
                        List<Integer> found = keys(map);
                        if (!found.isEmpty() && (found.getFirst() != 0 || found.getLast() != found.size() - 1)) {
                            wrong.set("first=" + found.getFirst() + ", last=" + found.getLast() + ", count="
                                    + found.size());
                        }
                    }
                }));
            }
            for (int round = 0; round < 30; round++) {
                fill(map);
                map.clear();
                if (!keys(map).isEmpty()) {
                    wrong.set("round=" + round + ", something is left");
                }
            }
            done.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
            assertThat(wrong.get()).isEmpty();
        }
    }
}
