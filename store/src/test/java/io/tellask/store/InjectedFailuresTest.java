package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.tellask.store.file.StoreFiles;
import io.tellask.test.Seed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lets each kind of access to the disk fail once, at each of its first turns. Changes fail typed and are not made; everything stays readable; after
 * a failed force the map is read-only and says so, after other failures it goes on; opened again, it holds what it held.
 */
class InjectedFailuresTest {
    private static final int KEYS = 150;
    private static final int CHANGES = 700;
    private static final int TURNS = 8;

    @TempDir
    Path directory;

    private final Map<Integer, byte[]> oracle = new HashMap<>();

    private enum Access {
        ALLOCATE,
        MAP,
        FORCE_RANGE,
        FORCE_FILE,
        FORCE_DIRECTORY,
        CREATE,
        MOVE,
        DELETE
    }

    /** Refuses the n-th access of a kind, and no other. */
    private static final class Refusing extends MemoryOnlyFiles {
        private final Access kind;
        private int left;
        private boolean refused;

        Refusing(Access kind, int turn) {
            this.kind = kind;
            left = turn;
        }

        private synchronized void at(Access access) throws IOException {
            if (access == kind && --left == 0) {
                refused = true;
                throw new IOException("Input/output error (injected)");
            }
        }

        @Override
        public void allocate(Path file, long bytes) throws IOException {
            at(Access.ALLOCATE);
            super.allocate(file, bytes);
        }

        @Override
        public MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
            at(Access.MAP);
            return super.map(file, bytes, arena);
        }

        @Override
        public void force(MemorySegment range) throws IOException {
            at(Access.FORCE_RANGE);
        }

        @Override
        public void force(FileChannel channel) throws IOException {
            at(Access.FORCE_FILE);
        }

        @Override
        public void forceDirectory(Path where) throws IOException {
            at(Access.FORCE_DIRECTORY);
        }

        @Override
        public FileChannel create(Path file) throws IOException {
            at(Access.CREATE);
            return super.create(file);
        }

        @Override
        public void move(Path source, Path target) throws IOException {
            at(Access.MOVE);
            super.move(source, target);
        }

        @Override
        public void delete(Path file) throws IOException {
            at(Access.DELETE);
            super.delete(file);
        }
    }

    private DurableMap<Integer, byte[]> open(Path own, StoreFiles files) {
        return DurableMap.builder(own, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(64 << 10))
                .compaction(Compaction.defaults().withAutomatic(false))
                .files(files)
                .open();
    }

    @ParameterizedTest
    @EnumSource
    void failsTypedAndLosesNothing(Access kind) throws IOException {
        for (int turn = 1; turn <= TURNS; turn++) {
            Path own = directory.resolve("turn" + turn);
            long seed = Seed.given() + turn;
            String where = "seed=" + seed + ", access=" + kind + ", turn=" + turn;
            oracle.clear();
            open(own, new MemoryOnlyFiles()).close();
            run(own, new Refusing(kind, turn), new SplittableRandom(seed), where);
            new StoreImage(own).delete();
        }
    }

    private void run(Path own, Refusing files, SplittableRandom random, String where) throws IOException {
        DurableMap<Integer, byte[]> map;
        try {
            map = open(own, files);
        } catch (StoreException e) {
            assertThat(e).as(where).hasMessageContaining("injected");
            return;
        }
        for (int i = 0; i < CHANGES; i++) {
            try {
                change(map, i, random);
            } catch (StoreReadOnlyException e) {
                assertThat(e).as(where).hasMessageContaining("is read-only").hasMessageContaining("injected");
                break;
            } catch (StoreFullException | StoreIoException e) {
                assertThat(e).as(where).hasMessageContaining("injected");
            }
        }
        check(map, where);
        if (files.refused && isReadOnly(map)) {
            assertThatThrownBy(() -> map.put(0, new byte[1])).as(where).isInstanceOf(StoreReadOnlyException.class);
            assertThatThrownBy(map::compact).as(where).isInstanceOf(StoreReadOnlyException.class);
            check(map, where);
        }
        Path killed = directory.resolve("killed");
        check(new StoreImage(own).copyTo(killed), where + ", killed");
        close(map, where);
        check(new StoreImage(own), where + ", closed");
        new StoreImage(killed).delete();
    }

    private void change(DurableMap<Integer, byte[]> map, int i, SplittableRandom random) {
        int key = random.nextInt(KEYS);
        if (i % 100 == 99) {
            map.compact();
        } else if (i % 50 == 49) {
            force(map);
        } else if (random.nextInt(5) == 0) {
            boolean _ = map.remove(key);
            oracle.remove(key);
        } else {
            byte[] value = new byte[random.nextInt(300)];
            random.nextBytes(value);
            map.put(key, value);
            oracle.put(key, value);
        }
    }

    /** Throws what the force failed with, or that the map is read-only since. */
    private static void force(DurableMap<Integer, byte[]> map) {
        try {
            map.force().join();
        } catch (CompletionException e) {
            assertThat(e.getCause()).hasMessageContaining("injected");
            assertThat(isReadOnly(map)).isTrue();
        }
    }

    private static boolean isReadOnly(DurableMap<Integer, byte[]> map) {
        try {
            return !map.batch().commit();
        } catch (StoreReadOnlyException e) {
            return true;
        }
    }

    private static void close(DurableMap<Integer, byte[]> map, String where) {
        try {
            map.close();
        } catch (StoreIoException e) {
            assertThat(e).as(where).hasMessageContaining("injected");
        }
    }

    private void check(StoreImage image, String where) {
        try (DurableMap<Integer, byte[]> again = open(image.directory(), new MemoryOnlyFiles())) {
            assertThat(again.recovery().cuts()).as(where).isEmpty();
            check(again, where);
            again.put(KEYS, new byte[10]);
            assertThat(again.remove(KEYS)).as(where).isTrue();
        } catch (StoreException e) {
            fail(where, e);
        }
    }

    private void check(DurableMap<Integer, byte[]> map, String where) {
        for (int key = 0; key < KEYS; key++) {
            byte @Nullable [] expected = oracle.get(key);
            assertThat(map.getBytes(key)).as("%s, key=%d", where, key).isEqualTo(expected);
        }
        Map<Integer, byte[]> scanned = new HashMap<>();
        map.forEach(
                (key, value) -> assertThat(scanned.put(key, value)).as(where).isNull());
        assertThat(scanned.keySet()).as(where).isEqualTo(oracle.keySet());
    }

    @Test
    void compactsAndLosesNothingOnARealFullDisk() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 4 << 20)) {
            if (disk == null) {
                return;
            }
            Path own = disk.directory().resolve("map");
            try (DurableMap<Integer, byte[]> map = open(own, new StoreFiles())) {
                int stored = fill(map);
                for (int key = 0; key < stored; key += 2) {
                    oracle.remove(key);
                    removeWherePossible(map, key);
                }
                map.compact();
                for (int key = 1; key < stored; key += 2) {
                    assertThat(map.getBytes(key)).isEqualTo(oracle.get(key));
                }
            }
            try (DurableMap<Integer, byte[]> map = open(own, new StoreFiles())) {
                assertThat(map.recovery().cuts()).isEmpty();
                oracle.forEach((key, value) -> assertThat(map.getBytes(key)).isEqualTo(value));
            }
        }
    }

    private static void removeWherePossible(DurableMap<Integer, byte[]> map, int key) {
        try {
            boolean _ = map.remove(key);
        } catch (StoreFullException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private int fill(DurableMap<Integer, byte[]> map) {
        for (int key = 0; key < 100_000; key++) {
            byte[] value = new byte[1000];
            new SplittableRandom(key).nextBytes(value);
            try {
                map.put(key, value);
            } catch (StoreFullException e) {
                return key;
            }
            oracle.put(key, value);
        }
        throw new AssertionError("the disk never filled up");
    }
}
