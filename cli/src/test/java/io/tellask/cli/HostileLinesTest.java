package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What files and arguments hold reaches the terminal on one short line without control characters. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class HostileLinesTest {
    private static final String HOSTILE = "\\n\\u001b[2J\\u202e" + "q".repeat(100_000);

    @TempDir
    private Path folder;

    private static void assertSafe(CommandRun run) {
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).isNotEmpty().allSatisfy(line -> {
            assertThat(line).hasSizeLessThan(1_000);
            assertThat(line.chars()).noneMatch(each -> each < ' ' || each == 0x202e || each >= 0x7f && each < 0xa0);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"HOSTILE\":1}",
                "{\"key\":\"a\",\"HOSTILE\":1,\"HOSTILE\":1}",
                "{\"tellask\":\"store\",\"version\":1,\"keys\":\"HOSTILE\",\"values\":\"string\",\"sequence\":1}",
                "{\"tellask\":\"store\",\"version\":1,\"keys\":\"string\",\"values\":\"HOSTILE\",\"sequence\":1}",
                "HOSTILE",
            })
    void linesOfImports(String line) throws IOException {
        Path file = Files.writeString(folder.resolve("lines.jsonl"), line.replace("HOSTILE", HOSTILE) + "\n");

        assertSafe(CommandRun.of(
                "store", "import", file.toString(), folder.resolve("store").toString()));
    }

    @Test
    void arguments() {
        String raw = "\n\u001B[2J\u202E" + "q".repeat(10_000);

        assertSafe(CommandRun.of(raw));
        assertSafe(CommandRun.of("kv", "get", "--server", "tellask://" + raw, "map", "key"));
        assertSafe(CommandRun.of("store", "check", folder.resolve("x\u001By").toString()));
        assertSafe(CommandRun.of("codec", "dump", folder.resolve("x\u001By").toString()));
        assertSafe(CommandRun.of("pauses", folder.resolve("x\u001By").toString()));
        assertSafe(CommandRun.of("pauses", folder.toString(), "-o", raw));
        assertSafe(CommandRun.of("pauses", raw));
    }

    @Test
    void linesOfLogs() throws IOException {
        String hostile = "\u001b[2J\u202e" + "q".repeat(100_000);
        Path file = Files.writeString(
                folder.resolve("gc.log"),
                "[1.000s] x\n[" + hostile + "] Safepoint \"" + hostile + "\", Reaching safepoint: 1 ns, Total: 1 ns\n");
        assertSafe(CommandRun.of("pauses", file.toString()));

        Files.writeString(
                file,
                "[1.000s] x\n" + hostile.substring(0, 3) + "\nSafepoint \"" + hostile.substring(0, 5)
                        + "\", Reaching safepoint: 1 ns, Total: 1 ns\n");
        assertSafe(CommandRun.of("pauses", file.toString()));
        assertSafe(CommandRun.of("pauses", file.toString(), "--from", hostile));
    }

    @Test
    void dumpsOfMessages() throws IOException {
        Path file = folder.resolve("message");
        Files.write(file, Codec.standard().encode("a\u009B31m\u202E\u2028\u001B\u007F\uDB40\uDC41z\u00FC"));

        CommandRun run = CommandRun.of("codec", "dump", file.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().getFirst())
                .startsWith("\"a\\u009b31m\\u202e\\u2028\\u001")
                .contains("\\u007f\\udb40\\udc41z");
    }
}
