package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
