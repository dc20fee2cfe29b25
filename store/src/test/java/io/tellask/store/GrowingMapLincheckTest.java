package io.tellask.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs short random programs on three threads and looks for an order of their calls that explains every answer of a {@link DurableMap}.
 *
 * <p>All programs share one map of small segments, each with a name of its own in front of its keys: so the index grows while they run, a
 * thread compacts all the time, and lookups meet records that are being moved. Keys of programs that are over are removed.
 */
@Tag("slow")
class GrowingMapLincheckTest {
    private static final AtomicLong PROGRAMS = new AtomicLong();
    private static @Nullable DurableMap<String, String> shared;

    @Test
    void isLinearizableWhileItGrowsAndIsCompacted() throws Exception {
        Path directory = Files.createTempDirectory("tellask-lincheck");
        try (DurableMap<String, String> map = DurableMap.builder(directory, String.class, String.class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(128 << 10))
                .files(new MemoryOnlyFiles())
                .open()) {
            shared = map;
            Thread compacting = Thread.ofPlatform().daemon().start(() -> compactUntilClosed(map));
            new StressOptions()
                    .iterations(40)
                    .invocationsPerIteration(1_000)
                    .threads(3)
                    .actorsPerThread(3)
                    .sequentialSpecification(PlainMap.class)
                    .check(Calls.class);
            map.close();
            compacting.join();
        } finally {
            delete(directory);
        }
    }

    private static void compactUntilClosed(DurableMap<String, String> map) {
        try {
            while (true) {
                map.compact();
            }
        } catch (StoreClosedException closed) {
            return;
        }
    }

    private static void delete(Path directory) {
        try {
            new StoreImage(directory).delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable String incremented(@Nullable String before) {
        return before == null ? "1" : before.length() > 3 ? null : before + "1";
    }

    /** The calls of one program. */
    @Param(name = "key", gen = IntGen.class, conf = "0:2")
    @Param(name = "value", gen = IntGen.class, conf = "1:5")
    public static final class Calls {
        private final DurableMap<String, String> map = Objects.requireNonNull(shared);
        private final String program = PROGRAMS.incrementAndGet() + "/";

        public Calls() {
            long over = PROGRAMS.get() - 500;
            for (int key = 0; key <= 2; key++) {
                map.remove(over + "/" + key);
            }
        }

        private String name(int key) {
            return program + key;
        }

        @Operation
        public @Nullable String get(@Param(name = "key") int key) {
            return map.get(name(key));
        }

        @Operation
        public boolean containsKey(@Param(name = "key") int key) {
            return map.containsKey(name(key));
        }

        @Operation
        public void put(@Param(name = "key") int key, @Param(name = "value") int value) {
            map.put(name(key), Integer.toString(value));
        }

        @Operation
        public @Nullable String putIfAbsent(@Param(name = "key") int key, @Param(name = "value") int value) {
            return map.putIfAbsent(name(key), Integer.toString(value));
        }

        @Operation
        public @Nullable String replace(@Param(name = "key") int key, @Param(name = "value") int value) {
            return map.replace(name(key), Integer.toString(value));
        }

        @Operation
        public boolean remove(@Param(name = "key") int key) {
            return map.remove(name(key));
        }

        @Operation
        public @Nullable String compute(@Param(name = "key") int key) {
            return map.compute(name(key), (name, before) -> incremented(before));
        }

        @Operation
        public boolean compareAndSet(
                @Param(name = "key") int key, @Param(name = "value") int expected, @Param(name = "value") int value) {
            while (true) {
                Versioned<String> present = map.getVersioned(name(key));
                if (present == null || !present.value().equals(Integer.toString(expected))) {
                    return false;
                }
                if (map.compareAndSet(name(key), present.sequence(), Integer.toString(value))) {
                    return true;
                }
            }
        }

        @Operation
        public void batch(@Param(name = "value") int value) {
            String text = Integer.toString(value);
            boolean _ = map.batch()
                    .put(name(0), text)
                    .remove(name(1))
                    .put(name(2), text)
                    .commit();
        }
    }

    /** What the map must look like from outside. */
    public static final class PlainMap {
        private final Map<Integer, String> map = new HashMap<>();

        public @Nullable String get(int key) {
            return map.get(key);
        }

        public boolean containsKey(int key) {
            return map.containsKey(key);
        }

        public void put(int key, int value) {
            map.put(key, Integer.toString(value));
        }

        public @Nullable String putIfAbsent(int key, int value) {
            return map.putIfAbsent(key, Integer.toString(value));
        }

        public @Nullable String replace(int key, int value) {
            return map.replace(key, Integer.toString(value));
        }

        public boolean remove(int key) {
            return map.remove(key) != null;
        }

        public @Nullable String compute(int key) {
            return map.compute(key, (same, before) -> incremented(before));
        }

        public boolean compareAndSet(int key, int expected, int value) {
            return map.replace(key, Integer.toString(expected), Integer.toString(value));
        }

        public void batch(int value) {
            put(0, value);
            map.remove(1);
            put(2, value);
        }
    }
}
