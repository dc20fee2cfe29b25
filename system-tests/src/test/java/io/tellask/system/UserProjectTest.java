package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.system.JavaProcess.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's Maven project of ten lines around the README's first program: built against the published modules, run by plain {@code java}. */
class UserProjectTest {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.example</groupId>
              <artifactId>hello</artifactId>
              <version>1</version>
              <properties><maven.compiler.release>25</maven.compiler.release></properties>
              <dependencies>
                <dependency><groupId>io.tellask</groupId><artifactId>tellask-netty</artifactId><version>VERSION</version></dependency>
              </dependencies>
            </project>
            """;

    private static final String IMPORTS = """
            import io.tellask.actor.ActorSystem;
            import io.tellask.actor.Promise;
            import io.tellask.remote.Client;
            import io.tellask.remote.Server;

            """;

    @TempDir
    private Path project;

    @Test
    void runsTheFirstProgramOfTheReadme() throws Exception {
        assertThat(POM.lines()).hasSize(10);
        Files.writeString(project.resolve("pom.xml"), POM.replace("VERSION", System.getProperty("tellask.version")));
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Files.writeString(sources.resolve("Hello.java"), IMPORTS + "class Hello {\n" + firstProgram() + "}\n");

        build();

        String libraries = Files.readString(project.resolve("libraries"));
        assertThat(names(libraries))
                .allMatch(name -> name.startsWith("tellask-") || name.startsWith("netty-"))
                .hasSize(9);
        Outcome outcome =
                JavaProcess.run("-cp", project.resolve("target/classes") + File.pathSeparator + libraries, "Hello");
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.lines()).containsExactly("log: on my way", "Hello, world");
        assertThat(outcome.exitCode()).isZero();
    }

    private static String firstProgram() throws IOException {
        Matcher block = Pattern.compile("(?s)```java\\n(.*?)```").matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).as("a block of Java in the README").isTrue();
        return block.group(1);
    }

    private void build() throws Exception {
        LocalRepository repository = LocalRepository.in(project.resolve("repository"))
                .withPom("parent")
                .withPom("bom")
                .with("text")
                .with("codec")
                .with("actor")
                .with("remote")
                .with("netty");
        Path maven = Path.of(System.getProperty("tellask.maven.home"), "bin", "mvn");
        ProcessBuilder builder = new ProcessBuilder(
                        maven.toString(),
                        "--batch-mode",
                        "--offline",
                        "--quiet",
                        "-Dmaven.repo.local=" + repository.folder(),
                        "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile",
                        "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath",
                        "-Dmdep.outputFile=libraries")
                .directory(project.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
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
