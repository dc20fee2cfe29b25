package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a store whose files somebody removes, moves, or brings from a later release. */
class FolderInPlaceTest {
    @TempDir
    private Path files;

    private Path folder() {
        return files.resolve("store");
    }

    private static DurableMap<String, String> open(Path folder) {
        return DurableMap.builder(folder, String.class, String.class).open();
    }

    private static void copyWithoutLock(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var all = Files.list(from)) {
            for (Path file : all.toList()) {
                if (!file.endsWith("LOCK") && !file.toString().endsWith(".tmp")) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
    }

    @Test
    void aStoreThatNobodyClosedIsNotOpenedWhereItsLockIsGone() throws IOException {
        Path copy = files.resolve("copy");
        try (DurableMap<String, String> map = open(folder())) {
            map.put("k", "v");
            map.force().join(); // from then on nothing is written
            copyWithoutLock(folder(), copy);
        }
        assertThatThrownBy(() -> open(copy))
                .isInstanceOf(StoreLockedException.class)
                .hasMessageContaining("file=LOCK was removed")
                .hasMessageContaining("make an empty file of that name");
        assertThatThrownBy(() -> StoreCheck.run(copy, StoreProgress.NONE)).isInstanceOf(StoreLockedException.class);
        assertThat(copy.resolve("LOCK")).doesNotExist();

        Files.createFile(copy.resolve("LOCK"));
        try (DurableMap<String, String> map = open(copy)) {
            assertThat(map.get("k")).isEqualTo("v");
        }
        Files.delete(copy.resolve("LOCK"));
        try (DurableMap<String, String> map = open(copy)) {
            assertThat(map.get("k")).as("it was closed").isEqualTo("v");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock removed", "folder moved", "folder replaced"})
    void aStoreWhoseFolderIsNotItsOwnAnyMoreSaysSoAtTheNextForceAndWritesNothingThere(String how) throws IOException {
        Path elsewhere = files.resolve("elsewhere");
        try (DurableMap<String, String> map = open(folder())) {
            map.put("k", "v");
            map.force().join();
            if (how.equals("lock removed")) {
                Files.delete(folder().resolve("LOCK"));
            } else {
                Files.move(folder(), elsewhere);
            }
            if (how.equals("folder replaced")) {
                Files.createDirectories(folder());
                Files.createFile(folder().resolve("LOCK"));
            }
            map.putBytes("k", map.getBytes("k"));
            assertThatThrownBy(() -> map.force().join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(StoreReadOnlyException.class)
                    .hasMessageContaining("was removed or moved while the store was open");
            assertThatThrownBy(() -> map.put("k", "2")).isInstanceOf(StoreReadOnlyException.class);
            assertThat(map.get("k")).isEqualTo("v");
        }
        assertThat(folder().resolve("CHECKPOINT")).doesNotExist();
    }

    @Test
    void aStoreThatClosesWithoutItsFolderSaysSo() throws IOException {
        DurableMap<String, String> map = open(folder());
        map.put("k", "v");
        map.force().join(); // so that close is the next to force
        Files.move(folder(), files.resolve("elsewhere"));

        assertThatThrownBy(map::close)
                .isInstanceOf(StoreIoException.class)
                .hasMessageContaining("was removed or moved while the store was open");
        assertThat(folder()).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"END, 7", "END, -1", "WRITTEN, 1", "WRITTEN, -5"})
    void aFileOfALaterReleaseIsNoDamageAndStaysAsItIs(String name, int version) throws IOException {
        open(folder()).close();
        Path file = folder().resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (name.equals("END")) {
            fields.putLong(8, version);
            fields.putLong(bytes.length - 8, crc(bytes, bytes.length - 8));
        } else {
            fields.putInt(8, version);
            fields.putInt(60, (int) crc(bytes, 60));
        }
        Files.write(file, bytes);

        String remedy = "file=" + name + ", version=" + version + ", known=0; open it with the release that wrote it";
        assertThatThrownBy(() -> open(folder())).hasMessageContaining(remedy);
        assertThatThrownBy(() -> StoreCheck.run(folder(), StoreProgress.NONE)).hasMessageContaining(remedy);
        assertThatThrownBy(() -> StoreRepair.run(folder(), StoreProgress.NONE)).hasMessageContaining(remedy);
        assertThatThrownBy(() -> StoreBackup.create(
                        folder(), files.resolve("backup"), StoreBackup.Options.COPY, StoreProgress.NONE))
                .hasMessageContaining(remedy);
        assertThat(file).hasBinaryContent(bytes);
    }

    private static long crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return crc.getValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"STORE", "END", "WRITTEN"})
    void ofAFileWithoutEndNoMoreIsReadThanOneOfItsKindMayHave(String name) throws IOException {
        open(folder()).close();
        Files.delete(folder().resolve(name));
        Files.createSymbolicLink(folder().resolve(name), Path.of("/dev/zero"));

        assertThatThrownBy(() -> open(folder()))
                .isInstanceOf(StoreDamagedException.class)
                .hasMessageContaining(name);
    }
}
