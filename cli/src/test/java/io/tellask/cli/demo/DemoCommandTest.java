package io.tellask.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.cli.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    private Path directory;

    @Test
    void doesItsStepsAndKeepsTheStoreWhereAsked() throws Exception {
        Path kept = directory.resolve("store");

        CommandRun run = CommandRun.of("demo", "--json", "--keep", kept.toString());

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        assertThat(run.out()).hasSizeGreaterThan(8).allMatch(line -> line.startsWith("{\"step\":"));
        assertThat(run.err()).anyMatch(line -> line.contains("Paris"));
        try (ServerProcess server = ServerProcess.start(kept)) {
            CommandRun paris = CommandRun.of(
                    "kv",
                    "get",
                    "cities",
                    "FR/Paris/2988507",
                    "--server",
                    server.address().toString());
            assertThat(paris.out()).singleElement().asString().contains("\"population\":2138551");
        }
    }

    @Test
    void refusesADirectoryThatIsNotEmpty() throws Exception {
        Files.createFile(directory.resolve("file"));

        CommandRun run = CommandRun.of("demo", "--keep", directory.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("directory not empty");
        assertThat(directory.resolve("file")).exists();
    }
}
