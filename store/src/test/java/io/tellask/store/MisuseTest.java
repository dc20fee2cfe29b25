package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.file.StoreIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a map says to callers that do not keep to its terms. */
class MisuseTest {
    @TempDir
    Path directory;

    @AfterEach
    void forgetsTheInterrupt() {
        boolean _ = Thread.interrupted();
    }

    private DurableMap<String, String> open() {
        return DurableMap.open(directory, String.class, String.class);
    }

    @Test
    void hasNoRecordBeforeTheFirstAndAfterTheLast() {
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1");
            Scan<String, String> scan = map.scan();
            assertThatIllegalStateException().isThrownBy(scan::key).withMessageContaining("next()");
            assertThat(scan.next()).isTrue();
            assertThat(scan.key()).isEqualTo("a");
            assertThat(scan.next()).isFalse();
            assertThatIllegalStateException().isThrownBy(scan::value);
            assertThatIllegalStateException().isThrownBy(scan::sequence);
            scan.close();
            try (Scan<String, String> closed = map.scan()) {
                assertThat(closed.next()).isTrue();
                closed.close();
                assertThatIllegalStateException().isThrownBy(closed::key);
                assertThat(closed.next()).isFalse();
            }
        }
    }

    @Test
    void hasNoChangeBeforeTheFirstAndNoValueOfARemoval() {
        try (DurableMap<String, String> map = open();
                ChangeFeed<String, String> changes = map.changes(1, 1 << 20)) {
            assertThatIllegalStateException().isThrownBy(changes::key).withMessageContaining("next()");
            map.put("a", "1");
            map.remove("a");
            assertThat(changes.next()).isTrue();
            assertThat(changes.value()).isEqualTo("1");
            assertThat(changes.next()).isTrue();
            assertThat(changes.key()).isEqualTo("a");
            assertThatIllegalStateException().isThrownBy(changes::value).withMessageContaining("removal");
            assertThat(changes.next()).isFalse();
            assertThatIllegalStateException().isThrownBy(changes::sequence);
        }
    }

    @Test
    void refusesNumbersThatNobodyTold() {
        try (DurableMap<String, String> map = open()) {
            assertThatIllegalArgumentException().isThrownBy(() -> map.compareAndSet("a", -1, "1"));
            assertThatIllegalArgumentException().isThrownBy(() -> map.batch().require("a", -1));
            assertThatIllegalArgumentException().isThrownBy(() -> map.changes(1, -1));
        }
    }

    @Test
    void refusesToBeOpenedForCountsAndTimesThatCannotBe() {
        DurableMapBuilder<String, String> builder = DurableMap.builder(directory, String.class, String.class);
        for (long count : List.of(-1L, (1L << 33) + 1, Long.MAX_VALUE)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.expectedRecords(count))
                    .withMessageContaining("expectedRecords=" + count);
        }
        for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.period(time))
                    .withMessageContaining("period=" + time);
        }
    }

    @Test
    void refusesNullsWhetherOrNotTheKeyIsThere() {
        assertThatNullPointerException().isThrownBy(() -> DurableMap.builder(directory, String.class, absent()));
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1");
            assertThatNullPointerException().isThrownBy(() -> map.putIfAbsent("a", absent()));
            assertThatNullPointerException().isThrownBy(() -> map.replace("b", absent()));
        }
    }

    @Test
    void refusesToTellItsProgressToNobodyByNameBeforeItDoesAnything(@TempDir Path elsewhere) {
        open().close();
        Path target = elsewhere.resolve("target");
        StoreProgress nobody = absent();
        for (Runnable call : List.<Runnable>of(
                () -> StoreCheck.run(directory, nobody),
                () -> StoreRepair.run(directory, nobody),
                () -> StoreBackup.create(directory, target, StoreBackup.Options.COPY, nobody),
                () -> StoreBackup.verify(target, nobody),
                () -> StoreBackup.restore(directory, target, nobody))) {
            assertThatNullPointerException().isThrownBy(call::run).withMessage("progress");
        }
        try (DurableMap<String, String> map = open()) {
            assertThatNullPointerException()
                    .isThrownBy(() -> map.backup(target, StoreBackup.Options.COPY, nobody))
                    .withMessage("progress");
        }
        assertThat(target).doesNotExist();
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T absent() {
        return null;
    }

    @Test
    void takesExpiriesThatNoClockReaches() {
        try (DurableMap<String, String> map = open()) {
            map.put("never", "1", Instant.MAX);
            map.put("long ago", "1", Instant.MIN);
            assertThat(map.get("never")).isEqualTo("1");
            assertThat(map.get("long ago")).isNull();
        }
        try (DurableMap<String, String> map = open()) {
            Versioned<String> never = map.getVersioned("never");
            assertThat(never).isNotNull();
            assertThat(never.expiry()).isEqualTo(Instant.ofEpochMilli(Long.MAX_VALUE));
            map.compact();
            assertThat(map.get("never")).isEqualTo("1");
        }
    }

    @Test
    void takesAPrimitiveTypeForTheClassOfItsBoxes() {
        try (DurableMap<Integer, Integer> map = DurableMap.open(directory, int.class, int.class)) {
            map.put(1, 2);
            assertThat(map.get(1)).isEqualTo(2);
        }
        try (DurableMap<Integer, Integer> map = DurableMap.open(directory, Integer.class, Integer.class)) {
            assertThat(map.get(1)).isEqualTo(2);
        }
    }

    @Test
    void leavesFilesOfOthersAlone() throws IOException {
        open().close();
        Path notes = Files.writeString(directory.resolve("notes.tmp"), "mine");
        Path unfinished = Files.writeString(directory.resolve("rewritten.tmp"), "a crash left it");
        open().close();
        open().close();
        assertThat(notes).hasContent("mine");
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void refusesToOpenABackup(@TempDir Path elsewhere) {
        Path backup = elsewhere.resolve("backup");
        try (DurableMap<String, String> map = open()) {
            map.put("a", "1");
            map.backup(backup, StoreBackup.Options.COPY, StoreProgress.NONE);
        }
        assertThatThrownBy(() -> DurableMap.open(backup, String.class, String.class))
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("is a backup")
                .hasMessageContaining("restore");
        assertThat(StoreBackup.verify(backup, StoreProgress.NONE).sequence()).isEqualTo(1);
    }

    @Test
    void savesTheIndexWhenAnInterruptedThreadCloses() {
        DurableMap<String, String> map = open();
        map.put("a", "1");
        Thread.currentThread().interrupt();
        map.close();
        assertThat(Thread.interrupted()).isTrue();
        try (DurableMap<String, String> again = open()) {
            assertThat(again.recovery().fromCheckpoint()).isTrue();
        }
    }

    @Test
    void tellsOfASegmentOnlyWhereThereIsOne() throws IOException {
        open().close();
        Files.writeString(directory.resolve(StoreIdentity.FILE), "?".repeat(60));
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining("STORE, reason=checksum differs")
                .hasMessageNotContaining("segment=-1");
    }

    @Test
    void refusesAFolderWithFilesOfSomebodyElse() throws IOException {
        Files.writeString(directory.resolve("pom.xml"), "<project/>");
        Files.createDirectory(directory.resolve("src"));
        assertThatThrownBy(() -> DurableMap.open(directory, String.class, String.class))
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("holds no store, and other files")
                .hasMessageContaining("name an empty or a new folder");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("pom.xml", "src");
    }
}
