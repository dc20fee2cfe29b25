package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that a thread does with a store it does as well while it is interrupted, and it stays interrupted. */
class InterruptedThreadTest {
    private static final int RECORDS = 500;
    private static final StoreLimits SMALL =
            StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10);

    @TempDir
    Path directory;

    @AfterEach
    void clear() {
        boolean _ = Thread.interrupted();
    }

    private Path home() {
        return directory.resolve("map");
    }

    private DurableMap<Integer, byte[]> open() {
        return DurableMap.builder(home(), Integer.class, byte[].class)
                .limits(SMALL)
                .open();
    }

    private static void interrupted(Runnable work) {
        Thread.currentThread().interrupt();
        assertThatCode(work::run).doesNotThrowAnyException();
        assertThat(Thread.interrupted()).isTrue();
    }

    private void useAll() {
        DurableMap<Integer, byte[]> map = open();
        for (int i = 0; i < RECORDS; i++) {
            map.put(i, new byte[200]);
        }
        map.force().join();
        for (int i = 0; i < RECORDS; i += 2) {
            assertThat(map.remove(i)).isTrue();
        }
        assertThat(map.get(1)).hasSize(200);
        map.compact();
        List<Integer> keys = new ArrayList<>();
        map.forEach((key, value) -> keys.add(key));
        assertThat(keys).hasSize(RECORDS / 2);
        map.forEachParallel(3, key -> true, (key, value) -> {});
        try (ChangeFeed<Integer, byte[]> feed = map.changes(map.sequence() + 1, 0)) {
            assertThat(feed.next()).isFalse();
        }
        StoreBackup _ = map.backup(directory.resolve("own"), StoreBackup.Options.COPY, StoreProgress.NONE);
        map.close();
    }

    @Test
    void usesAMapFromOpeningToClosing() {
        interrupted(this::useAll);
        interrupted(() -> {
            try (DurableMap<Integer, byte[]> map = open()) {
                assertThat(map.recovery().fromCheckpoint()).isTrue();
                assertThat(map.size()).isEqualTo(RECORDS / 2);
            }
        });
    }

    @Test
    void opensWhatACrashLeft() throws IOException {
        Path crashed = directory.resolve("crashed");
        try (DurableMap<Integer, byte[]> map = open()) {
            for (int i = 0; i < RECORDS; i++) {
                map.put(i, new byte[200]);
            }
            map.force().join();
            StoreImage _ = new StoreImage(home()).copyTo(crashed);
        }
        interrupted(() -> {
            try (DurableMap<Integer, byte[]> map = DurableMap.open(crashed, Integer.class, byte[].class)) {
                assertThat(map.size()).isEqualTo(RECORDS);
            }
        });
    }

    @Test
    void looksAfterAStore() throws IOException {
        useAll();
        Path backup = directory.resolve("backup");
        interrupted(() ->
                assertThat(StoreCheck.run(home(), StoreProgress.NONE).damages()).isEmpty());
        interrupted(() -> StoreBackup.create(home(), backup, StoreBackup.Options.COPY, StoreProgress.NONE));
        interrupted(() -> StoreBackup.verify(backup, StoreProgress.NONE));
        interrupted(() -> StoreBackup.restore(backup, directory.resolve("restored"), StoreProgress.NONE));
        StoreImage image = new StoreImage(home());
        image.flipBit(image.segments().getFirst(), 64 + 40, 0);
        interrupted(() -> StoreRepair.run(home(), StoreProgress.NONE));
        assertThat(StoreCheck.run(home(), StoreProgress.NONE).damages()).isEmpty();
        interrupted(() -> {
            try (StoredMap map = StoredMap.open(home())) {
                assertThat(map.map().size()).isPositive();
            }
        });
    }

    @Test
    void changesTheKeyOfAnEncryptedStore() {
        StoreKey old = StoreKey.of(new byte[32]);
        byte[] bytes = new byte[32];
        bytes[0] = 1;
        StoreKey fresh = StoreKey.of(bytes);
        try (DurableMap<Integer, byte[]> map = encrypted(old)) {
            map.put(1, new byte[200]);
        }
        interrupted(() -> StoreKey.rotate(home(), old, fresh));
        assertThatThrownBy(() -> encrypted(old)).isInstanceOf(StoreKeyException.class);
        try (DurableMap<Integer, byte[]> map = encrypted(fresh)) {
            assertThat(map.get(1)).hasSize(200);
        }
    }

    private DurableMap<Integer, byte[]> encrypted(StoreKey key) {
        return DurableMap.builder(home(), Integer.class, byte[].class)
                .limits(SMALL)
                .encryption(key)
                .open();
    }

    @Test
    void losesNothingWhileItIsInterruptedAllTheTime() {
        Thread victim = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        Thread storm = Thread.ofPlatform().start(() -> {
            while (!ended.get()) {
                victim.interrupt();
                Thread.onSpinWait();
            }
        });
        int stored = 0;
        for (int turn = 0; turn < 8; turn++) {
            DurableMap<Integer, byte[]> map = openInStorm();
            if (map != null) {
                stored += putInStorm(map, stored);
                closeInStorm(map);
            }
        }
        ended.set(true);
        while (storm.isAlive()) {
            Thread.onSpinWait();
        }
        boolean _ = Thread.interrupted();
        try (DurableMap<Integer, byte[]> map = open()) {
            assertThat(map.size()).isEqualTo(stored);
            assertThat(map.recovery().cuts()).isEmpty();
        }
    }

    private @Nullable DurableMap<Integer, byte[]> openInStorm() {
        try {
            return open();
        } catch (StoreIoException e) {
            assertThat(e).hasMessageContaining("the thread is interrupted");
            return null;
        }
    }

    private static int putInStorm(DurableMap<Integer, byte[]> map, int key) {
        try {
            map.put(key, new byte[3000]);
            return 1;
        } catch (StoreFullException e) {
            assertThat(e).hasMessageContaining("the thread is interrupted");
            return 0;
        }
    }

    private static void closeInStorm(DurableMap<Integer, byte[]> map) {
        try {
            map.close();
        } catch (StoreIoException e) {
            assertThat(e).hasMessageContaining("the thread is interrupted");
        }
    }
}
