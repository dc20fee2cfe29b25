package io.tellask.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which changes are seen, and by whom. */
class FileChangesTest {
    @TempDir
    private Path folder;

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void whatIsNewGoneOrOtherIsAChange() throws IOException {
        write("same.txt", "1");
        write("other/changed.txt", "1");
        write("gone.txt", "1");
        write(".hidden/a.txt", "1");
        FolderSnapshot before = FolderSnapshot.of(List.of(folder));
        write("other/changed.txt", "22");
        write("new/deep/file.txt", "1");
        write(".hidden/a.txt", "22");
        write(".draft", "1");
        Files.delete(folder.resolve("gone.txt"));
        assertThat(before.changesTo(FolderSnapshot.of(List.of(folder))))
                .containsExactly("/gone.txt", "/new/deep/file.txt", "/other/changed.txt");
        assertThat(before.changesTo(before)).isEmpty();
    }

    @Test
    void soManyFilesAreWatched() throws IOException {
        FolderSnapshot empty = FolderSnapshot.of(List.of(folder));
        for (int i = 0; i <= FolderSnapshot.MOST_FILES; i++) {
            Files.createFile(folder.resolve("f" + i));
        }
        assertThat(empty.changesTo(FolderSnapshot.of(List.of(folder)))).hasSize(FolderSnapshot.MOST_FILES);
    }

    @Test
    void aChangeNamesSoManyPaths() throws IOException {
        try (FileChanges changes = new FileChanges(List.of(folder), 1)) {
            List<List<String>> told = new CopyOnWriteArrayList<>();
            changes.listen(told::add).run(); // nobody looks any more
            String state = changes.state();
            for (int i = 0; i <= FileChanges.MOST_PATHS; i++) {
                Files.createFile(folder.resolve("f" + i));
            }
            changes.listen(told::add);
            assertThat(told).isEmpty();
            assertThat(changes.state()).as("something was missed").isNotEqualTo(state);
            for (int i = 0; i <= FileChanges.MOST_PATHS; i++) {
                Files.delete(folder.resolve("f" + i));
            }
            Await.until("told", () -> !told.isEmpty());
            assertThat(told).allSatisfy(paths -> assertThat(paths).hasSizeLessThanOrEqualTo(FileChanges.MOST_PATHS));
        }
    }

    @Test
    void stateIsAnotherAfterEachLookThatFindsAChange() throws IOException {
        try (FileChanges changes = new FileChanges(List.of(folder), 1)) {
            String first = changes.state();
            changes.look();
            assertThat(changes.state()).isEqualTo(first);
            write("a.txt", "1");
            changes.listen(paths -> {}).run();
            String second = changes.state();
            assertThat(second).as("changed since the start").isNotEqualTo(first);
            write("a.txt", "22");
            changes.look();
            assertThat(changes.state()).isNotEqualTo(second);
        }
    }

    @Test
    void lookTellsThoseWhoListen() throws IOException {
        try (FileChanges changes = new FileChanges(List.of(folder), 60_000)) {
            List<List<String>> told = new CopyOnWriteArrayList<>();
            changes.listen(told::add);
            write("a.txt", "1");
            changes.look();
            assertThat(told).containsExactly(List.of("/a.txt"));
        }
    }

    @Test
    void aListenerThatFailsHarmsNobody() throws IOException {
        try (FileChanges changes = new FileChanges(List.of(folder), 1)) {
            List<List<String>> told = new CopyOnWriteArrayList<>();
            changes.listen(paths -> {
                throw new IllegalStateException("of the test");
            });
            changes.listen(told::add);
            write("a.txt", "1");
            Await.until("told", () -> !told.isEmpty());
            write("b.txt", "1");
            Await.until("told again", () -> told.stream().anyMatch(paths -> paths.contains("/b.txt")));
        }
    }
}
