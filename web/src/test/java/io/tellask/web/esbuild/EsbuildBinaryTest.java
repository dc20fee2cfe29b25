package io.tellask.web.esbuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EsbuildBinaryTest {
    private static final ClassLoader LOADER = EsbuildBinaryTest.class.getClassLoader();
    private static final EsbuildPlatform LINUX = EsbuildPlatform.of("Linux", "amd64");
    private static final EsbuildPlatform OTHER = EsbuildPlatform.of("Plan 9", "riscv64");

    @TempDir
    Path folder;

    @Test
    void jarIsUnpackedOnceIntoAPrivateFolder() throws IOException {
        Path cache = folder.resolve("cache");
        EsbuildBinary binary = find(null, cache, "", LINUX);

        assertThat(binary).isNotNull();
        assertThat(binary.origin()).isEqualTo("esbuild 0.28.2 of the class path");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
                .isEqualTo("rwx------");
        Path program = binary.verified();
        assertThat(program.getFileName().toString()).matches("esbuild-0\\.28\\.2-[0-9a-f]{32}");
        Object before = Files.getAttribute(program, "unix:ino");
        EsbuildBinary again = find(null, cache, "", LINUX);
        assertThat(again).isNotNull();
        assertThat(Files.getAttribute(again.verified(), "unix:ino")).isEqualTo(before);
        assertThat(files(cache)).containsExactly(program);
    }

    @Test
    void changedProgramIsNotRunAndIsUnpackedAnew() throws IOException {
        Path cache = folder.resolve("cache");
        EsbuildBinary binary = find(null, cache, "", LINUX);
        assertThat(binary).isNotNull();
        Path program = binary.verified();
        Files.writeString(program, "#!/bin/sh\necho changed\n");

        assertThatThrownBy(binary::verified).isInstanceOf(IOException.class).hasMessageContaining("digest");
        EsbuildBinary again = find(null, cache, "", LINUX);
        assertThat(again).isNotNull();
        assertThat(Files.size(again.verified())).isGreaterThan(1 << 20);
        assertThat(binary.verified()).isEqualTo(again.verified());
    }

    @Test
    void refusesAFolderThatLetsOthersIn() throws IOException {
        Path cache = Files.createDirectory(
                folder.resolve("open"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        assertThatThrownBy(() -> find(null, cache, "", LINUX))
                .isInstanceOf(EsbuildException.class)
                .hasMessageContaining("permissions=rwxr-xr-x; make it rwx------");
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        assertThatThrownBy(() -> find(null, link, "", LINUX)).hasMessageContaining("a link");
    }

    @Test
    void looksAtThePropertyThenTheClassPathThenTheSearchPath() throws IOException {
        Path program = program(folder, "mine");
        Path onPath = program(Files.createDirectory(folder.resolve("bin")), "esbuild");
        Path cache = folder.resolve("cache");
        String searchPath = ":relative:" + folder.resolve("no") + ":" + onPath.getParent();

        assertThat(origin(find(program.toString(), cache, searchPath, LINUX)))
                .isEqualTo("esbuild of tellask.web.esbuild");
        assertThat(origin(find(null, cache, searchPath, LINUX))).isEqualTo("esbuild 0.28.2 of the class path");
        assertThat(origin(find(null, cache, searchPath, OTHER))).isEqualTo("esbuild of PATH");
        assertThat(find(null, cache, "", OTHER)).isNull();
        assertThat(find("none", cache, searchPath, LINUX)).isNull();
        assertThatThrownBy(() -> find(folder.resolve("no").toString(), cache, searchPath, LINUX))
                .isInstanceOf(EsbuildException.class)
                .hasMessageContaining("tellask.web.esbuild: no program is there")
                .hasMessageNotContaining(folder.toString());
    }

    @Test
    void usesATemporaryFolderWhereTheUserHasNone() throws IOException {
        Path noFolder = Files.createFile(folder.resolve("home"));
        EsbuildBinary binary =
                EsbuildBinary.find(LOADER, new EsbuildSettings(null, null, "", noFolder.toString()), LINUX);
        assertThat(binary).isNotNull();
        assertThat(binary.verified()).isExecutable();
        PrivateFolder.delete(binary.workFolder());
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x64, bin/esbuild", "Linux, aarch64, linux-arm64, bin/esbuild",
                "Mac OS X, aarch64, darwin-arm64, bin/esbuild",
        "Windows 11, amd64, win32-x64, esbuild.exe", "Mac OS X, x86_64, darwin-x64, bin/esbuild",
                "FreeBSD, amd64, freebsd-x64, bin/esbuild"
    })
    void namesPlatformsAsPackagesDo(String system, String processor, String name, String file) {
        assertThat(EsbuildPlatform.of(system, processor)).isEqualTo(new EsbuildPlatform(name, file));
    }

    static Path program(Path folder, String name, String... lines) throws IOException {
        Path program = folder.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        PrivateFolder.makeExecutable(program);
        return program;
    }

    static @Nullable EsbuildBinary find(
            @Nullable String program, Path cache, String searchPath, EsbuildPlatform platform) {
        return EsbuildBinary.find(LOADER, new EsbuildSettings(program, cache.toString(), searchPath, "/"), platform);
    }

    private static String origin(@Nullable EsbuildBinary binary) {
        assertThat(binary).isNotNull();
        return binary.origin();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
