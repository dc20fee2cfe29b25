package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher where it needs no JDK or finds none; that it works where it finds one is shown by every run of these tests. */
class LauncherTest {
    private static final Path LAUNCHER =
            Path.of("..", "tellask").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @Test
    void saysInOneLineThatTheJdkNamedToItIsMissing() throws Exception {
        assertRefuses(folder.resolve("nowhere"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"17.0.15", "24", "24.0.2", "1.8.0_452"})
    void saysInOneLineThatTheJdkNamedToItIsTooOld(String version) throws Exception {
        assertRefuses(jdk(version));
    }

    @ParameterizedTest
    @CsvSource({"build, ' [MAVEN ARGUMENT...]'", "test, ' [MAVEN ARGUMENT...]'", "docs, ''"})
    void explainsItsOwnCommandsWithoutAJdk(String command, String arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(LAUNCHER.toString(), command, "--help").redirectErrorStream(true);
        builder.environment().put("TELLASK_JAVA_HOME", folder.resolve("nowhere").toString());
        Process process = builder.start();
        List<String> output = process.inputReader().lines().toList();

        assertThat(output).hasSizeGreaterThan(5).allMatch(line -> line.length() <= 80);
        assertThat(output.getFirst()).isEqualTo("Usage: tellask " + command + arguments);
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void saysInOneLineThatPythonIsMissingBeforeItBuilds() throws Exception {
        Files.createSymbolicLink(folder.resolve("dirname"), Path.of("/usr/bin/dirname"));
        ProcessBuilder builder = new ProcessBuilder(LAUNCHER.toString(), "docs").redirectErrorStream(true);
        builder.environment().put("TELLASK_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", folder.toString());
        builder.environment().remove("TELLASK_PYTHON");
        Process process = builder.start();
        List<String> output = process.inputReader().lines().toList();

        assertThat(output).singleElement().asString().contains("no Python 3.11 or newer", "python3-venv");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @Test
    void startsTheBenchesWithoutAPeerThatCannotBeBuilt() throws Exception {
        Process process = bench("Tellask bench .... SUCCESS [ 1 s]", "Tellask bench-peers-absent .... FAILURE [ 1 s]");
        List<String> output = process.inputReader().lines().toList();

        assertThat(process.waitFor()).as(output::toString).isZero();
        assertThat(output)
                .contains("[ERROR] no such library: absent-1.0.jar", "benches started")
                .anyMatch(line -> line.contains("module=bench-peers/absent"));
        assertThat(folder.resolve("bench-peers/absent/target/classpath")).doesNotExist();
        assertThat(folder.resolve("bench-peers/present/target/classpath")).exists();
    }

    @Test
    void startsNoBenchesThatCannotBeBuilt() throws Exception {
        Process process = bench("Tellask bench .... FAILURE [ 1 s]", "Tellask bench-peers-absent .... SKIPPED");
        List<String> output = process.inputReader().lines().toList();

        assertThat(process.waitFor()).as(output::toString).isEqualTo(1);
        assertThat(output).contains("[ERROR] no such library: absent-1.0.jar").doesNotContain("benches started");
    }

    /** Runs {@code tellask bench} in a checkout with two peers, where Maven fails with this summary. */
    private Process bench(String... summary) throws IOException {
        Path launcher = Files.copy(LAUNCHER, folder.resolve("tellask"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String module : List.of("bench", "bench-peers/absent", "bench-peers/present")) {
            Files.createDirectories(folder.resolve(module).resolve("target"));
            Files.createFile(folder.resolve(module).resolve("pom.xml"));
            Files.writeString(folder.resolve(module).resolve("target/classpath"), "library.jar");
        }
        jdk("25");
        script("java", "echo benches started");
        script(
                "mvn",
                "case $* in *--version*) echo 'Apache Maven 3.9.9'; exit;; esac",
                "echo '[INFO] " + String.join("'; echo '[INFO] ", summary) + "'",
                "echo '[ERROR] no such library: absent-1.0.jar'",
                "exit 1");
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "bench", "remoting").redirectErrorStream(true);
        builder.environment().put("TELLASK_JAVA_HOME", folder.toString());
        builder.environment().merge("PATH", folder.resolve("bin") + ":", (path, bin) -> bin + path);
        return builder.start();
    }

    private void script(String name, String... lines) throws IOException {
        Path file =
                Files.writeString(folder.resolve("bin").resolve(name), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Path jdk(String version) throws IOException {
        Files.createDirectory(folder.resolve("bin"));
        Path compiler = Files.createFile(folder.resolve("bin").resolve("javac"));
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return folder;
    }

    private static void assertRefuses(Path home) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(LAUNCHER.toString(), "--version").redirectErrorStream(true);
        builder.environment().put("TELLASK_JAVA_HOME", home.toString());
        Process process = builder.start();
        List<String> output = process.inputReader().lines().toList();

        assertThat(output)
                .singleElement()
                .asString()
                .contains("no JDK 25 or newer")
                .contains(home.toString());
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
