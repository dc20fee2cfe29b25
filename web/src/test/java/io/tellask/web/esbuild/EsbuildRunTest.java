package io.tellask.web.esbuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EsbuildRunTest {
    @TempDir
    Path folder;

    @Test
    void runsInAFolderOfItsOwnWithoutEnvironment() throws IOException {
        EsbuildRun runs = runs(10_000, 1 << 20, "/usr/bin/env > env", "cat in", "exit 3");

        String said =
                runs.run(List.of("a b", "$HOME"), work -> Files.writeString(work.resolve("in"), "given"), outcome -> {
                    assertThat(outcome.status()).isEqualTo(3);
                    assertThat(Files.readString(outcome.work().resolve("env")))
                            .doesNotContain("HOME=", "PATH=/usr", "USER=");
                    return outcome.messages();
                });

        assertThat(said).isEqualTo("given");
        assertThat(leftBehind()).isEmpty();
    }

    @Test
    void killsARunThatTakesTooLong() {
        EsbuildRun runs = runs(300, 1 << 20, "exec /bin/sleep 1000");
        assertThatThrownBy(() -> runs.run(List.of(), work -> {}, EsbuildRun.Outcome::status))
                .isInstanceOf(EsbuildException.class)
                .hasMessageContaining("toolMillis > LIMIT=300, stopped");
        assertThat(leftBehind()).isEmpty();
        assertThat(ProcessHandle.current()
                        .children()
                        .filter(child -> child.info().command().orElse("").endsWith("sleep")))
                .isEmpty();
    }

    @Test
    void killsARunThatWritesTooMuch() {
        EsbuildRun runs = runs(60_000, 100_000, "while :; do echo 0123456789012345678901234567890123456789; done");
        assertThatThrownBy(() -> runs.run(List.of(), work -> {}, EsbuildRun.Outcome::status))
                .isInstanceOf(EsbuildException.class)
                .hasMessageContaining("> LIMIT=100000, stopped");
    }

    @Test
    void takesExactlyWhatMayBeWritten() {
        assertThat(runs(60_000, 6, "printf 123456").run(List.of(), work -> {}, EsbuildRun.Outcome::messages))
                .isEqualTo("123456");
        assertThatThrownBy(
                        () -> runs(60_000, 5, "printf 123456").run(List.of(), work -> {}, EsbuildRun.Outcome::messages))
                .hasMessageContaining("toolBytes=6 > LIMIT=5");
    }

    @Test
    void boundsRunsAtOnce() throws InterruptedException {
        EsbuildRun runs = runs(60_000, 1 << 20, "exit 0");
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            Thread.ofVirtual().start(() -> {
                runs.run(
                        List.of(),
                        work -> most.accumulateAndGet(running.incrementAndGet(), Math::max),
                        outcome -> running.decrementAndGet());
                done.countDown();
            });
        }
        done.await();
        assertThat(most.get()).isBetween(1, 2);
    }

    private EsbuildRun runs(int mostMillis, long mostBytes, String... lines) {
        try {
            Path program = EsbuildBinaryTest.program(Files.createTempDirectory(folder, "program"), "esbuild", lines);
            EsbuildBinary binary =
                    EsbuildBinaryTest.find(program.toString(), folder.resolve("cache"), "", EsbuildPlatform.current());
            assertThat(binary).isNotNull();
            return new EsbuildRun(binary, 2, mostMillis, mostBytes);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<Path> leftBehind() {
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            return files.toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
