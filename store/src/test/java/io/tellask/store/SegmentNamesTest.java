package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repair of a store of which somebody mixed up the files: what is whole is not thrown away. */
class SegmentNamesTest {
    private static final int RECORDS = 400;

    @TempDir
    private Path files;

    private Path folder;

    @BeforeEach
    void write() {
        folder = files.resolve("store");
        try (DurableMap<Integer, String> map = open(folder)) {
            for (int i = 0; i < RECORDS; i++) {
                map.put(i, "value " + i);
            }
        }
    }

    private static DurableMap<Integer, String> open(Path folder) {
        return DurableMap.builder(folder, Integer.class, String.class)
                .limits(StoreLimits.defaults().withKeyBytes(100).withSegmentBytes(4096))
                .open();
    }

    private Path segment(int number) {
        return folder.resolve("segment-%08d.log".formatted(number));
    }

    private void holdsAll() throws IOException {
        assertThat(StoreCheck.run(folder, StoreProgress.NONE).isSound()).isTrue();
        try (var all = Files.list(folder)) {
            assertThat(all.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".placed"));
        }
        try (DurableMap<Integer, String> map = open(folder)) {
            assertThat(map.size()).isEqualTo(RECORDS);
            for (int i = 0; i < RECORDS; i++) {
                assertThat(map.get(i)).isEqualTo("value " + i);
            }
        }
    }

    private void repairLosesNothing(int misnamed) throws IOException {
        assertThat(StoreCheck.run(folder, StoreProgress.NONE).isSound()).isFalse();
        assertThatThrownBy(() -> open(folder).close()).isInstanceOf(StoreDamagedException.class);
        StoreRepair repair = StoreRepair.run(folder, StoreProgress.NONE);
        assertThat(repair.lostRecords()).isZero();
        assertThat(repair.segments()).isEmpty();
        assertThat(repair.damages())
                .hasSize(misnamed)
                .allMatch(damage -> damage.reason().startsWith("it was segment="));
        holdsAll();
    }

    @Test
    void exchangedSegmentsGetTheirNamesBack() throws IOException {
        Files.move(segment(1), files.resolve("one"));
        Files.move(segment(2), segment(1));
        Files.move(files.resolve("one"), segment(2));
        repairLosesNothing(2);
    }

    @Test
    void aSegmentUnderAFreeNumberGetsItsNameBack() throws IOException {
        Files.move(segment(1), segment(77));
        repairLosesNothing(1);
    }

    @Test
    void anInterruptedRenamingIsFinished() throws IOException {
        Files.move(segment(1), files.resolve("one"));
        Files.move(segment(2), segment(1));
        Files.move(files.resolve("one"), segment(2));
        // as it is left after the first of the two was renamed: 1 has its name, and 2 has only its second name
        Path second = folder.resolve("segment-00000002.log.placed");
        Files.createLink(second, segment(1));
        Files.move(segment(2), segment(1), StandardCopyOption.REPLACE_EXISTING);
        Files.createLink(segment(2), segment(1));
        assertThat(StoreRepair.run(folder, StoreProgress.NONE).lostRecords()).isZero();
        holdsAll();
    }

    @Test
    void twoFilesOfOneSegmentAreNotRenamed() throws IOException {
        Files.copy(segment(1), segment(77));
        StoreRepair.run(folder, StoreProgress.NONE);
        holdsAll();
    }

    @Test
    void aStoreFileOfAnotherStoreIsRefusedAndNothingIsChanged() throws IOException {
        Path other = files.resolve("other");
        open(other).close();
        Files.copy(other.resolve("STORE"), folder.resolve("STORE"), StandardCopyOption.REPLACE_EXISTING);
        Map<String, Long> before = content();

        assertThatThrownBy(() -> StoreRepair.run(folder, StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("segments are of store=")
                .hasMessageContaining("put the file STORE of that store back");
        assertThat(content()).isEqualTo(before);
    }

    @Test
    void aStoreFileOfAnotherStoreIsRefusedThoughASegmentOfThatIsThereToo() throws IOException {
        Path other = files.resolve("other");
        try (DurableMap<Integer, String> map = open(other)) {
            map.put(1, "a value of another store");
        }
        for (String name : List.of("STORE", "segment-00000000.log")) {
            Files.copy(other.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        Map<String, Long> before = content();

        assertThatThrownBy(() -> StoreRepair.run(folder, StoreProgress.NONE))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("put the file STORE of that store back");
        assertThat(content()).isEqualTo(before);
    }

    @Test
    void aSegmentOfAnotherStoreIsLost() throws IOException {
        Path other = files.resolve("other");
        try (DurableMap<Integer, String> map = open(other)) {
            map.put(1, "a value of another store");
        }
        Files.copy(other.resolve("segment-00000000.log"), segment(0), StandardCopyOption.REPLACE_EXISTING);

        assertThat(StoreRepair.run(folder, StoreProgress.NONE).segments()).containsExactly(0);
        try (DurableMap<Integer, String> map = open(folder)) {
            assertThat(map.get(1)).isNull();
            assertThat(map.get(RECORDS - 1)).isEqualTo("value " + (RECORDS - 1));
        }
    }

    private Map<String, Long> content() throws IOException {
        Map<String, Long> all = new TreeMap<>();
        try (var list = Files.list(folder)) {
            for (Path file : list.toList()) {
                all.put(
                        file.getFileName().toString(),
                        Files.size(file) + 31 * Files.readAllBytes(file)[Math.min(40, (int) Files.size(file) - 1)]);
            }
        }
        return all;
    }
}
