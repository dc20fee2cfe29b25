package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code tellask new} writes, and where it refuses to; that the project builds is shown by {@code UserProjectTest}. */
class NewCommandTest {
    @TempDir
    private Path folder;

    @Test
    void writesAProjectAndSaysHowToGoOn() throws Exception {
        Path project = folder.resolve("My Guests");

        CommandRun run = CommandRun.of("new", project.toString(), "--package", "org.acme.guests");

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        assertThat(files(project))
                .containsExactlyInAnyOrder(
                        ".gitignore",
                        "README.md",
                        "pom.xml",
                        "src/main/java/org/acme/guests/Entry.java",
                        "src/main/java/org/acme/guests/Guestbook.java",
                        "src/main/java/org/acme/guests/GuestbookActor.java",
                        "src/main/java/org/acme/guests/GuestbookClient.java",
                        "src/main/java/org/acme/guests/GuestbookServer.java",
                        "src/test/java/org/acme/guests/GuestbookTest.java");
        assertThat(Files.readString(project.resolve("pom.xml")))
                .contains("<groupId>org.acme.guests</groupId>", "<artifactId>my-guests</artifactId>")
                .contains("<tellask.version>" + Version.number() + "</tellask.version>");
        for (String file : files(project)) {
            assertThat(Files.readString(project.resolve(file))).doesNotContain("@package@", "@name@", "@version@");
        }
        assertThat(run.out())
                .contains("created " + project.resolve("pom.xml"))
                .last()
                .isEqualTo("  cd " + project + " && mvn test");
    }

    @Test
    void writesAProjectWithAPage() throws Exception {
        CommandRun run = CommandRun.of("new", "--web", folder.toString());

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        assertThat(files(folder))
                .contains(
                        "jsconfig.json",
                        "src/main/java/com/example/GuestbookServer.java",
                        "src/main/resources/pages/index.html")
                .doesNotContain("src/main/java/com/example/GuestbookClient.java");
        assertThat(Files.readString(folder.resolve("pom.xml")))
                .contains("tellask-web")
                .doesNotContain("<!-- web -->");
        assertThat(run.out()).last().asString().contains("-Dtellask.web.mode=development");
    }

    @Test
    void plainProjectHasNothingOfPages() throws Exception {
        assertThat(CommandRun.of("new", folder.toString()).exitCode()).isZero();
        assertThat(Files.readString(folder.resolve("pom.xml"))).doesNotContain("web", "typescript");
    }

    @Test
    void writesIntoAnEmptyFolder() {
        assertThat(CommandRun.of("new", folder.toString()).exitCode()).isZero();
        assertThat(folder.resolve("src/main/java/com/example/Guestbook.java")).exists();
    }

    @Test
    void refusesAFolderThatIsNotEmpty() throws Exception {
        Files.writeString(folder.resolve("notes"), "mine");

        CommandRun run = CommandRun.of("new", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .containsExactly("tellask: new: dir=" + folder
                        + " exists and is not empty; name another folder, or empty it first");
        assertThat(files(folder)).containsExactly("notes");
    }

    @Test
    void refusesAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("notes"), "mine");

        CommandRun run = CommandRun.of("new", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).containsExactly("tellask: new: dir=" + file + " is a file; name another folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "org.acme.", "org.class.acme", "org acme", "org-acme", "../evil", "größe"})
    void refusesWhatIsNoPackage(String name) throws Exception {
        CommandRun run = CommandRun.of("new", folder.toString(), "--package", name);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().getFirst())
                .isEqualTo("tellask: '" + name + "' is not the name of a package; write it as com.example.guestbook");
        assertThat(files(folder)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Chat, chat", "a b, a-b", "..., hello-tellask", "größe, gr-e", "-x-, x"})
    void namesTheArtifactAfterTheFolder(String name, String artifact) throws Exception {
        Path project = folder.resolve(name);

        assertThat(CommandRun.of("new", "--", project.toString()).exitCode()).isZero();
        assertThat(Files.readString(project.resolve("pom.xml")))
                .contains("<artifactId>" + artifact + "</artifactId>\n  <version>1.0-SNAPSHOT");
    }

    private static List<String> files(Path project) throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> project.relativize(file).toString())
                    .toList();
        }
    }
}
