package io.tellask.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.Main;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tellask damage-test} in a process of its own, which is ended in the middle. */
class DamageTestCommandTest {
    private static final int ROUNDS_BEFORE = 20;

    @TempDir
    Path folder;

    @Test
    void logsNothingAndLeavesNothingWhenItIsEnded() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "damage-test",
                        "--minutes",
                        "60")
                .redirectError(errors.toFile())
                .start();
        try (var out = process.inputReader()) {
            assertThat(out.readLine()).startsWith("damage-test: ");
            awaitCopies(process, temporary);
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(Files.readAllLines(errors)).isEmpty();
        assertThat(filesBelow(temporary)).isEmpty();
    }

    /** Waits until it has been at work on copies for a while: each is a folder that comes and goes. */
    private static void awaitCopies(Process process, Path temporary) {
        for (int changes = 0; changes < ROUNDS_BEFORE; changes++) {
            boolean there = changes % 2 == 0;
            Await.until("copies come and go", () -> {
                assertThat(process.isAlive()).isTrue();
                return there == filesBelow(temporary).stream().anyMatch(file -> file.contains("copy"));
            });
        }
    }

    private static List<String> filesBelow(Path temporary) throws IOException {
        try (Stream<Path> made = Files.list(temporary)) {
            return made.flatMap(DamageTestCommandTest::entries).toList();
        }
    }

    private static Stream<String> entries(Path made) {
        String[] names = made.toFile().list();
        return Stream.concat(Stream.of(made.toString()), names == null ? Stream.empty() : Stream.of(names));
    }
}
