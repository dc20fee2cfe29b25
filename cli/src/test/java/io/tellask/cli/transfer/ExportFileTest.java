package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.DurableMap;
import io.tellask.store.StoreBackup;
import io.tellask.store.StoreCheck;
import io.tellask.store.StoreProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportFileTest {
    @TempDir
    Path folder;

    private static long write(Path target, String text) {
        return new ExportFile(target.toString(), true).<RuntimeException>write(out -> {
            out.write(text.getBytes(UTF_8));
            return 1;
        });
    }

    @Test
    void replacesAFileWhenTheNewOneIsWhole() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "old");

        assertThatThrownBy(() -> new ExportFile(file.toString(), true).<RuntimeException>write(out -> {
                    out.write('n');
                    throw new IOException("no more room");
                }))
                .isInstanceOf(TransferException.class)
                .hasMessage(
                        "export: file=" + file
                                + " cannot be written, reason=no more room; name a file in a folder that has room and can be written");
        assertThat(file).hasContent("old");
        assertThat(write(file, "new")).isEqualTo(1);
        assertThat(file).hasContent("new");
        assertThat(folder.toFile().list()).containsExactly("file");
    }

    @Test
    void givesAFileTheRightsOfAnyOther() throws Exception {
        Path other = Files.writeString(folder.resolve("other"), "");
        write(folder.resolve("file"), "x");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("file"))))
                .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(other)));
    }

    @Test
    void followsALink() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void writesIntoAPipeAndLeavesItOne() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                return e.toString();
            }
        });

        write(pipe, "text");

        assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo("text");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(folder.toFile().list()).containsExactly("pipe");
    }

    @Test
    void refusesAFileThatExistsUnlessItMayBeReplaced() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        for (Path name : List.of(file, link)) {
            assertThatThrownBy(() -> new ExportFile(name.toString(), false).<RuntimeException>write(out -> {
                        throw new AssertionError("nothing is written");
                    }))
                    .isInstanceOf(TransferException.class)
                    .hasMessage(
                            "export: file=" + name + " exists already; name another one, or replace it with --force");
        }
        assertThat(file).hasContent("precious");
    }

    @Test
    void refusesAFolder() {
        assertThatThrownBy(() -> write(folder, "x"))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void putsNothingAmongTheFilesOfAStoreOrBackup() throws Exception {
        Path store = folder.resolve("store");
        Path backup = folder.resolve("backup");
        try (DurableMap<String, String> map = DurableMap.open(store, String.class, String.class)) {
            map.put("k", "v");
            map.backup(backup, StoreBackup.Options.COPY, StoreProgress.NONE);
        }
        Path link = Files.createSymbolicLink(folder.resolve("link"), store.resolve("STORE"));
        Path alias = Files.createSymbolicLink(folder.resolve("alias"), store);
        Path lock = Files.createFile(folder.resolve("tellask.lock"));

        for (Path target : List.of(
                store.resolve("STORE"),
                store.resolve("segment-00000000.log"),
                store.resolve("new"),
                backup.resolve("BACKUP"),
                alias.resolve("END"),
                link,
                lock)) {
            assertThatThrownBy(() -> write(target, "text"))
                    .as("%s", target)
                    .isInstanceOf(TransferException.class)
                    .hasMessageContaining("file=" + target + " lies among the files of a store");
        }

        assertThat(write(folder.resolve("beside"), "text")).isEqualTo(1);
        assertThat(StoreCheck.run(store, StoreProgress.NONE)).matches(StoreCheck::isSound);
        try (DurableMap<String, String> map = DurableMap.open(store, String.class, String.class)) {
            assertThat(map.get("k")).isEqualTo("v");
        }
    }
}
