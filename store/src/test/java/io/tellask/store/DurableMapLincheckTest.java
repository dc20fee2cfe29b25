package io.tellask.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs operations of three threads on two keys, again and again, and searches for an order in which a {@link HashMap} gives the same answers.
 * Compaction runs among them and must not be seen.
 */
@Tag("slow")
@Param(name = "key", gen = IntGen.class, conf = "0:1")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public class DurableMapLincheckTest {
    /** One map for all runs, emptied before each: opening one takes longer than a run. */
    private static DurableMap<Integer, String> map;

    private static Path directory;

    public DurableMapLincheckTest() {
        map.batch().remove(0).remove(1).commit();
    }

    @BeforeAll
    static void open() throws IOException {
        directory = Files.createTempDirectory("tellask-lincheck");
        map = DurableMap.builder(directory, Integer.class, String.class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(4096 * 16))
                .open();
    }

    @AfterAll
    static void close() throws IOException {
        map.close();
        try (var files = Files.list(directory)) {
            files.forEach(DurableMapLincheckTest::delete);
        }
        Files.delete(directory);
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Operation
    public void put(@Param(name = "key") int key, @Param(name = "value") int value) {
        map.put(key, "" + value);
    }

    @Operation
    public @Nullable String get(@Param(name = "key") int key) {
        return map.get(key);
    }

    @Operation
    public @Nullable String getFirstOfMany(@Param(name = "key") int key) {
        return map.getAll(List.of(key)).getFirst();
    }

    @Operation
    public @Nullable String putIfAbsent(@Param(name = "key") int key, @Param(name = "value") int value) {
        return map.putIfAbsent(key, "" + value);
    }

    @Operation
    public @Nullable String replace(@Param(name = "key") int key, @Param(name = "value") int value) {
        return map.replace(key, "" + value);
    }

    @Operation
    public @Nullable String append(@Param(name = "key") int key, @Param(name = "value") int value) {
        return map.compute(key, (same, before) -> (before == null ? "" : before) + value);
    }

    @Operation
    public boolean remove(@Param(name = "key") int key) {
        return map.remove(key);
    }

    @Operation
    public void putBoth(@Param(name = "value") int value) {
        map.batch().put(0, "" + value).put(1, "" + value).commit();
    }

    @Operation(nonParallelGroup = "compactor")
    public void compact() {
        map.compact();
    }

    @Test
    void answersAsInSomeOrder() {
        new StressOptions()
                .iterations(20)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(4)
                .sequentialSpecification(InOrder.class)
                .check(DurableMapLincheckTest.class);
    }

    /** What the map must look like from outside. */
    public static final class InOrder {
        private final Map<Integer, String> map = new HashMap<>();

        public void put(int key, int value) {
            map.put(key, "" + value);
        }

        public @Nullable String get(int key) {
            return map.get(key);
        }

        public @Nullable String getFirstOfMany(int key) {
            return map.get(key);
        }

        public @Nullable String putIfAbsent(int key, int value) {
            return map.putIfAbsent(key, "" + value);
        }

        public @Nullable String replace(int key, int value) {
            return map.replace(key, "" + value);
        }

        public @Nullable String append(int key, int value) {
            return map.compute(key, (same, before) -> (before == null ? "" : before) + value);
        }

        public boolean remove(int key) {
            return map.remove(key) != null;
        }

        public void putBoth(int value) {
            map.put(0, "" + value);
            map.put(1, "" + value);
        }

        public void compact() {
            /* Nobody sees it. */
        }
    }
}
