package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a map does when the disk is full or fails. */
class FailureTest {
    private static final StoreLimits SMALL =
            StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(256 << 10);

    @TempDir
    Path directory;

    private final FaultyFiles files = new FaultyFiles();

    private DurableMapBuilder<String, byte[]> builder() {
        return DurableMap.builder(directory, String.class, byte[].class)
                .limits(SMALL)
                .files(files);
    }

    @Test
    void refusesPutsOnAFullDiskAndStaysReadable() {
        try (DurableMap<String, byte[]> map = builder().open()) {
            map.put("first", new byte[100]);
            files.full = true;
            int stored = fill(map);
            assertThat(map.size()).isEqualTo(1 + stored);
            assertThat(map.get("first")).hasSize(100);
            assertThat(map.get("k" + (stored - 1))).hasSize(500);
            assertThat(map.get("k" + stored)).isNull();
            assertThatThrownBy(() -> map.put("again", new byte[500])).isInstanceOf(StoreFullException.class);
            files.full = false;
            map.put("k" + stored, new byte[500]);
            assertThat(map.get("k" + stored)).hasSize(500);
        }
        try (DurableMap<String, byte[]> map = builder().verifyOnOpen(true).open()) {
            assertThat(map.recovery().cuts()).isEmpty();
            assertThat(map.get("first")).hasSize(100);
        }
    }

    sealed interface Part {}

    record Filling(byte[] bytes) implements Part {}

    record Other(int number, String text) implements Part {}

    @Test
    void saysThatTheDiskIsFullWhereTheSchemaOfAClassFindsNoRoom() {
        try (DurableMap<Long, Part> map = DurableMap.builder(directory, Long.class, Part.class)
                .limits(SMALL)
                .files(files)
                .open()) {
            map.put(0L, new Filling(new byte[500]));
            files.full = true;
            long key = 1;
            for (int bytes : new int[] {500, 0}) {
                boolean fits = true;
                while (fits) {
                    try {
                        map.put(key++, new Filling(new byte[bytes]));
                    } catch (StoreFullException e) {
                        fits = false;
                    }
                }
            }
            assertThatThrownBy(() -> map.put(-1L, new Other(1, ""))).isInstanceOf(StoreFullException.class);
            files.full = false;
            map.put(-1L, new Other(1, ""));
            assertThat(map.get(-1L)).isEqualTo(new Other(1, ""));
        }
    }

    private static int fill(DurableMap<String, byte[]> map) {
        for (int i = 0; i < 10_000; i++) {
            try {
                map.put("k" + i, new byte[500]);
            } catch (StoreFullException e) {
                assertThat(e).hasMessageContaining("segment=1").hasMessageContaining("No space left");
                return i;
            }
        }
        throw new AssertionError("the disk never filled up");
    }

    @Test
    void survivesARealFullDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 2 << 20)) {
            if (disk == null) {
                return;
            }
            Path own = disk.directory().resolve("map");
            StoreLimits limits =
                    StoreLimits.defaults().withFirstSegmentBytes(64 << 10).withSegmentBytes(512 << 10);
            int stored;
            try (DurableMap<Integer, byte[]> map = DurableMap.builder(own, Integer.class, byte[].class)
                    .limits(limits)
                    .open()) {
                stored = putUntilFull(map);
                assertThat(map.get(stored - 1)).hasSize(1000);
            }
            assertThat(stored).isGreaterThan(500);
            try (DurableMap<Integer, byte[]> map = DurableMap.builder(own, Integer.class, byte[].class)
                    .limits(limits)
                    .verifyOnOpen(true)
                    .open()) {
                assertThat(map.size()).isEqualTo(stored);
                assertThat(map.recovery().cuts()).isEmpty();
            }
        }
    }

    private static int putUntilFull(DurableMap<Integer, byte[]> map) {
        for (int stored = 0; stored < 10_000; stored++) {
            try {
                map.put(stored, new byte[1000]);
            } catch (StoreFullException e) {
                return stored;
            }
        }
        throw new AssertionError("the disk never filled up");
    }

    @Test
    void becomesReadOnlyWhenForcingFails() {
        DurableMap<String, byte[]> map =
                builder().durability(Durability.BUFFERED).open();
        map.put("a", new byte[1]);
        map.force().join();
        map.put("b", new byte[2]);
        files.broken = true;
        assertThatThrownBy(() -> map.force().join()).hasRootCauseMessage("Input/output error (injected)");
        files.broken = false;
        assertThatThrownBy(() -> map.put("c", new byte[3]))
                .isInstanceOf(StoreReadOnlyException.class)
                .hasMessageContaining("Input/output error");
        assertThatThrownBy(() -> map.remove("a")).isInstanceOf(StoreReadOnlyException.class);
        assertThatThrownBy(() -> map.force().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreReadOnlyException.class);
        assertThat(map.get("a")).hasSize(1);
        assertThat(map.get("b")).hasSize(2);
        map.close();
        try (DurableMap<String, byte[]> again = builder().open()) {
            assertThat(again.recovery().fromCheckpoint()).isFalse();
            again.put("c", new byte[3]);
            assertThat(again.size()).isEqualTo(3);
        }
    }

    @Test
    void neverTriesAFailedForceAgain() {
        try (DurableMap<String, byte[]> map =
                builder().durability(Durability.BUFFERED).open()) {
            map.put("a", new byte[1]);
            map.force().join(); // behind the round that a first put asks for
            map.put("b", new byte[1]);
            Semaphore gate = new Semaphore(0);
            files.failOnce = gate;
            CompletableFuture<Void> first = map.force();
            Await.until("the force has begun", () -> files.failOnce == null);
            CompletableFuture<Void> second = map.force();
            gate.release();
            assertThatThrownBy(first::join).hasRootCauseMessage("Input/output error (injected once)");
            assertThatThrownBy(second::join).hasCauseInstanceOf(StoreReadOnlyException.class);
        }
    }

    @Test
    void putsFromAnInterruptedThreadThatNeedANewSegment() {
        try (DurableMap<String, byte[]> map = builder().open()) {
            Thread.currentThread().interrupt();
            for (int i = 0; i < 100; i++) {
                map.put("k" + i, new byte[500]);
            }
            assertThat(Thread.interrupted()).isTrue();
            assertThat(map.size()).isEqualTo(100);
        }
    }

    @Test
    void failsAForcedPutWhenForcingFails() {
        try (DurableMap<String, byte[]> map =
                builder().durability(Durability.FORCED).open()) {
            map.put("a", new byte[1]);
            files.broken = true;
            assertThatThrownBy(() -> map.put("b", new byte[2])).isInstanceOf(StoreReadOnlyException.class);
            assertThat(map.get("a")).hasSize(1);
        }
    }

    @Test
    void refusesADirectoryThatIsAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> DurableMap.open(file, String.class, String.class))
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("cannot be opened");
    }
}
