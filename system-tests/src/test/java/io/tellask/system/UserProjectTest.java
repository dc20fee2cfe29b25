package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.Main;
import io.tellask.system.JavaProcess.Outcome;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Maven projects of users, built against the published modules and run by plain {@code java}: the README's pom around its first program,
 * and the one that {@code tellask new} writes.
 */
@Order(1)
class UserProjectTest {
    private static final String IMPORTS = "import io.tellask.actor.*;\nimport io.tellask.remote.*;\n\n";

    @TempDir
    private Path project;

    @TempDir
    private Path repositoryFolder;

    @Test
    void runsTheFirstProgramOfTheReadme() throws Exception {
        String pom = firstBlock("xml");
        assertThat(pom).contains("<version>" + System.getProperty("tellask.version") + "</version>");
        Files.writeString(project.resolve("pom.xml"), pom);
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(sources.resolve("Hello.java"), IMPORTS + "class Hello {\n" + firstBlock("java") + "}\n");

        maven(
                "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                "-Dmdep.outputFile=libraries");

        String libraries = Files.readString(project.resolve("libraries"));
        assertThat(names(libraries))
                .allMatch(name -> name.startsWith("tellask-") || name.startsWith("netty-"))
                .hasSize(18);
        Outcome outcome =
                JavaProcess.run("-cp", project.resolve("target/classes") + File.pathSeparator + libraries, "Hello");
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.lines()).containsExactly("log: on my way", "Hello, world");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void aNewProjectPassesItsTestAndItsProgramsTalk() throws Exception {
        StringWriter err = new StringWriter();
        int exitCode =
                Main.run(new PrintWriter(Writer.nullWriter()), new PrintWriter(err, true), "new", project.toString());
        assertThat(exitCode).as("%s", err).isZero();

        maven("package");

        assertThat(Files.readString(project.resolve("target/surefire-reports/com.example.GuestbookTest.txt")))
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
        String classPath =
                project.resolve("target/classes") + File.pathSeparator + project.resolve("target/libraries/*");
        try (JavaProcess server =
                JavaProcess.start("-cp", classPath, "com.example.GuestbookServer", "tellask://127.0.0.1:0")) {
            String address = server.readLine().replace("listening on ", "");
            Outcome client = JavaProcess.run("-cp", classPath, "com.example.GuestbookClient", "Ada", address);
            assertThat(client.errors()).isEmpty();
            assertThat(client.lines()).hasSize(2).startsWith("you are number 1");
            assertThat(client.lines().getLast()).startsWith("Entry[number=1, guest=Ada, signedAt=");
            server.terminate();
            assertThat(server.await().errors()).isEmpty();
        }
    }

    @Test
    void aNewProjectWithAPagePassesItsTestAndServesThePage() throws Exception {
        StringWriter err = new StringWriter();
        int exitCode = Main.run(
                new PrintWriter(Writer.nullWriter()), new PrintWriter(err, true), "new", "--web", project.toString());
        assertThat(exitCode).as("%s", err).isZero();

        maven("package");

        assertThat(Files.readString(project.resolve("target/surefire-reports/com.example.GuestbookTest.txt")))
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
        Matcher type =
                Pattern.compile("\\./(target/[^\"]+)").matcher(Files.readString(project.resolve("jsconfig.json")));
        assertThat(type.results().map(each -> project.resolve(each.group(1))))
                .hasSize(2)
                .allSatisfy(file -> assertThat(file).isRegularFile());
        try (JavaProcess server = JavaProcess.start(
                "-Dtellask.web.mode=production",
                "-cp",
                project.resolve("target/classes") + File.pathSeparator + project.resolve("target/libraries/*"),
                "com.example.GuestbookServer",
                "any://127.0.0.1:0/tellask")) {
            String page = server.readLine().replace("open ", "");
            try (HttpClient browser = HttpClient.newHttpClient()) {
                HttpResponse<String> answer = browser.send(
                        HttpRequest.newBuilder(URI.create(page)).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                assertThat(answer.body()).contains("<title>Guestbook</title>");
            }
            server.terminate();
            server.await();
        }
    }

    private static String firstBlock(String language) throws IOException {
        Matcher block = Pattern.compile("(?s)```" + language + "\\n(.*?)```")
                .matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).as("a block of %s in the README", language).isTrue();
        return block.group(1);
    }

    private void maven(String... goals) throws Exception {
        LocalRepository repository = LocalRepository.in(repositoryFolder)
                .withPom("parent")
                .withPom("bom")
                .with("text")
                .with("codec")
                .with("actor")
                .with("remote")
                .with("http")
                .with("netty")
                .with("web")
                .with("codec-text")
                .with("client-ts")
                .with("typescript")
                .with("store");
        Path maven = Path.of(System.getProperty("tellask.maven.home"), "bin", "mvn");
        List<String> command = new ArrayList<>(List.of(
                maven.toString(), "--batch-mode", "--offline", "--quiet", "-Dmaven.repo.local=" + repository.folder()));
        command.addAll(List.of(goals));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1"); // starts quickly, for what does not live long
        Process process = builder.start();
        process.getOutputStream().close();
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor()).as("%s", said).isZero();
    }

    private static List<String> names(String libraries) {
        return Arrays.stream(libraries.split(File.pathSeparator))
                .map(library -> Path.of(library).getFileName().toString())
                .toList();
    }
}
