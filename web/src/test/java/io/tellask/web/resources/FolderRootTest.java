package io.tellask.web.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a folder, whatever lies in and around it. */
class FolderRootTest {
    @TempDir
    private Path temp;

    private FolderRoot root;
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectories(temp.resolve("site"));
        write(temp.resolve("secret.txt"));
        write(folder.resolve("index.html"));
        write(folder.resolve("sub/page.html"));
        write(folder.resolve(".git/config"));
        write(folder.resolve("sub/.env"));
        write(folder.resolve("Main.class"));
        write(folder.resolve("META-INF/MANIFEST.MF"));
        root = new FolderRoot(1, folder);
    }

    private static void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, file.getFileName().toString());
    }

    private @Nullable String text(String path) {
        Resource found = root.find(path);
        return found == null ? null : new String(found.bytes(), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void nameIsFromTheWorkingDirectoryAndNeverAbsolute() {
        assertThat(new FolderRoot(2, Path.of("src/test")).name()).isEqualTo("2: folder src/test");
        assertThat(new FolderRoot(2, Path.of("src/test").toAbsolutePath()).name())
                .isEqualTo("2: folder src/test");
        assertThat(new FolderRoot(2, Path.of("")).name())
                .isEqualTo("2: folder " + Path.of("").toAbsolutePath().getFileName());
        assertThat(root.name()).isEqualTo("1: folder " + folder.getFileName());
    }

    @Test
    void findsFilesByTheirExactNames() {
        assertThat(text("/index.html")).isEqualTo("index.html");
        assertThat(text("/sub/page.html")).isEqualTo("page.html");
        assertThat(root.find("/sub/page.html")).satisfies(found -> {
            assertThat(found.size()).isEqualTo(9);
            assertThat(found.root()).isEqualTo("1: folder " + folder.getFileName());
            assertThat(found.path()).isEqualTo("/sub/page.html");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/sub",
                "/sub/",
                "/Index.html",
                "/INDEX.HTML",
                "/Sub/page.html",
                "/nothing",
                "/index.html/",
                "/index.html/x",
                "/../secret.txt",
                "/sub/../index.html",
                "/.git/config",
                "/sub/.env",
                "/Main.class",
                "/META-INF/MANIFEST.MF",
                "/index.html\0.png",
                "/./index.html",
                "//index.html",
                "/index.html.",
                "/index.html ",
                "/sub\\page.html",
                "/index.html::$DATA"
            })
    void findsNothingElse(String path) {
        assertThat(root.find(path)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "a/b/page.html"})
    void openedIsOnlyWhatWasLookedUp(String swapped) throws IOException {
        write(folder.resolve("a/b/page.html"));
        write(temp.resolve("outside/b/page.html"));
        write(temp.resolve("outside/page.html"));
        Resource found = root.find("/a/b/page.html");
        assertThat(found).isNotNull();
        Files.move(folder.resolve(swapped), temp.resolve("gone"));
        Path target = switch (swapped) {
            case "a" -> temp.resolve("outside");
            case "a/b" -> temp.resolve("outside/b");
            default -> temp.resolve("outside/page.html");
        };
        Files.createSymbolicLink(folder.resolve(swapped), target);
        assertThatThrownBy(found::bytes)
                .isInstanceOf(ResourceException.class)
                .hasMessage("file /a/b/page.html cannot be opened");
        assertThatThrownBy(() -> OpenBeneath.compared(folder.toRealPath().resolve("a/b/page.html")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void systemsThatOpenNothingRelativeToAFolderCompareTheRealPath() throws IOException {
        try (InputStream in = OpenBeneath.compared(folder.toRealPath().resolve("sub/page.html"))) {
            assertThat(in.readAllBytes()).hasSize(9);
        }
    }

    @Test
    void followsLinksWithinTheFolderOnly() throws IOException {
        Files.createSymbolicLink(folder.resolve("inside.html"), Path.of("sub/page.html"));
        Files.createSymbolicLink(folder.resolve("folder"), Path.of("sub"));
        Files.createSymbolicLink(folder.resolve("out.txt"), Path.of("../secret.txt"));
        Files.createSymbolicLink(
                folder.resolve("absolute.txt"), temp.resolve("secret.txt").toAbsolutePath());
        Files.createSymbolicLink(folder.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(folder.resolve("hidden.txt"), Path.of(".git/config"));
        Files.createSymbolicLink(folder.resolve("code.txt"), Path.of("Main.class"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));

        assertThat(text("/inside.html")).isEqualTo("page.html");
        assertThat(text("/folder/page.html")).isEqualTo("page.html");
        for (String refused : new String[] {
            "/out.txt",
            "/absolute.txt",
            "/up/secret.txt",
            "/up/site/index.html.",
            "/loop",
            "/hidden.txt",
            "/code.txt",
            "/dangling"
        }) {
            assertThat(root.find(refused)).as(refused).isNull();
        }
    }

    @Test
    void aSiblingWhoseNameBeginsAlikeIsOutside() throws IOException {
        write(temp.resolve("site-secrets/key"));
        Files.createSymbolicLink(folder.resolve("key"), Path.of("../site-secrets/key"));
        assertThat(root.find("/key")).isNull();
    }

    @Test
    void pipesAndSocketsAreNoFiles() throws Exception {
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows")) {
            return;
        }
        Process mkfifo = new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        assertThat(root.find("/pipe")).isNull();
    }

    @Test
    void aLinkedFolderIsSearchedWhereItLeads() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
        assertThat(new FolderRoot(1, link).find("/index.html")).isNotNull();
    }

    @Test
    void refusesWhatIsNoFolder() {
        assertThatThrownBy(() -> new FolderRoot(1, temp.resolve("nowhere")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no folder");
    }

    @Test
    void readsNoMoreThanTheLimit() {
        Resource endless = new Resource() {
            @Override
            public String path() {
                return "/bomb";
            }

            @Override
            public long size() {
                return 10;
            }

            @Override
            public long modifiedMillis() {
                return 0;
            }

            @Override
            public String root() {
                return "1: class path";
            }

            @Override
            public byte[] bytes() {
                return FileBytes.of(this);
            }

            @Override
            public java.io.InputStream open() {
                return new java.io.InputStream() {
                    @Override
                    public int read() {
                        return 0;
                    }

                    @Override
                    public int read(byte[] into, int at, int length) {
                        return length;
                    }
                };
            }
        };
        assertThatThrownBy(endless::bytes)
                .isInstanceOf(ResourceException.class)
                .hasMessageContaining("> MOST_BYTES=" + Resource.MOST_BYTES);
    }
}
