package io.tellask.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every stress test runs for a moment, so that none rots: in processes of their own. */
@Tag("slow")
class QuickStressTest {
    @TempDir
    Path folder;

    private int run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StressMain.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "output"))
                .start();
        return process.waitFor();
    }

    private String output() throws Exception {
        return Files.readString(folder.resolve("output"), StandardCharsets.UTF_8);
    }

    @Test
    void seesNothingForbiddenInAnyTest() throws Exception {
        int status = run("--quick", "--json", "results.jsonl");
        assertThat(status).as(output()).isZero();
        assertThat(Files.readAllLines(folder.resolve("results.jsonl")))
                .allMatch(line -> line.contains("\"failedForks\":0"))
                .hasSizeGreaterThan(50);
    }

    @Test
    void refusesAnArgumentItDoesNotKnow() throws Exception {
        assertThat(run("--fast")).isEqualTo(2);
        assertThat(output()).contains("argument=--fast is unknown");
    }

    @Test
    void failsWhereNoTestHasTheName() throws Exception {
        assertThat(run("--quick", "--test", "NoSuchStress")).isEqualTo(1);
    }
}
