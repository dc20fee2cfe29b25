package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo("text");
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
}
