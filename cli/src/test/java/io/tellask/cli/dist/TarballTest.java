package io.tellask.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives are read by the system's tar, and the same content gives the same bytes. */
class TarballTest {
    private static final Instant TIME = Instant.parse("2026-11-20T00:00:00Z");
    private static final String LONG_NAME = "l".repeat(99);

    @TempDir
    private Path work;

    private Path folder;

    @BeforeEach
    void fill() throws IOException {
        folder = Files.createDirectories(work.resolve("in").resolve("top"));
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.write(folder.resolve("block"), new byte[512]);
        Files.write(folder.resolve("more"), new byte[513]);
        Files.createFile(folder.resolve("empty"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("program"));
        Path deep = Files.createDirectories(folder.resolve("d".repeat(60)).resolve("e".repeat(80)));
        Files.writeString(deep.resolve(LONG_NAME), "deep");
    }

    private Path tarball(String name) throws IOException {
        Path file = work.resolve(name);
        Tarball.write(folder, TIME, file);
        return file;
    }

    @Test
    void systemUnpacksWhatWasPacked() throws Exception {
        Path out = Files.createDirectories(work.resolve("out"));
        ChildProcess.run(List.of("tar", "xzf", tarball("a.tar.gz").toString(), "-C", out.toString()), work);
        Path top = out.resolve("top");

        assertThat(top.resolve("program")).hasContent("#!/bin/sh\n").isExecutable();
        assertThat(top.resolve("block")).hasBinaryContent(new byte[512]);
        assertThat(top.resolve("more")).hasBinaryContent(new byte[513]);
        assertThat(Files.isExecutable(top.resolve("more"))).isFalse();
        assertThat(top.resolve("empty")).isEmptyFile();
        assertThat(Files.readSymbolicLink(top.resolve("link"))).hasToString("program");
        assertThat(top.resolve("d".repeat(60)).resolve("e".repeat(80)).resolve(LONG_NAME))
                .hasContent("deep");
        assertThat(Files.getLastModifiedTime(top.resolve("more"))).isEqualTo(FileTime.from(TIME));
    }

    @Test
    void bytesDependOnContentAlone() throws Exception {
        Path first = tarball("a.tar.gz");
        Files.setLastModifiedTime(folder.resolve("more"), FileTime.fromMillis(0));
        Files.setPosixFilePermissions(folder.resolve("program"), PosixFilePermissions.fromString("rwxrwxrwx"));
        Path again = tarball("b.tar.gz");
        Files.writeString(folder.resolve("empty"), "not empty");
        Path other = tarball("c.tar.gz");

        assertThat(again).hasSameBinaryContentAs(first);
        assertThat(Files.mismatch(first, other)).isNotEqualTo(-1);
    }

    @Test
    void refusesNameThatNoHeaderHolds() throws Exception {
        Files.createFile(folder.resolve("n".repeat(101)));

        assertThatThrownBy(() -> tarball("a.tar.gz"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("name too long for a tar archive");
    }
}
