package io.tellask.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ChildProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A child that greets, echoes, and fails on request, with chatter in between. */
    static final class Echo {
        public static void main(String[] args) {
            System.out.println("chatter of some library");
            Commands.run(
                    args,
                    names -> new Commands.Opened("hello " + names[0], words -> {
                        if (words[0].equals("fail")) {
                            throw new IllegalStateException("asked to");
                        }
                        return "echo " + words[0];
                    }));
        }
    }

    @Test
    void answersCommandsAndIgnoresChatter() throws Exception {
        try (ChildProcess child = echo()) {
            assertThat(child.await("hello", PATIENCE)).isEqualTo("there");
            assertThat(child.ask("once", "echo", PATIENCE)).isEqualTo("once");
            assertThat(child.ask("again", "echo", PATIENCE)).isEqualTo("again");
        }
    }

    @Test
    void reportsTheReasonOfFailure() throws Exception {
        try (ChildProcess child = echo()) {
            child.await("hello", PATIENCE);
            assertThatThrownBy(() -> child.ask("fail", "echo", PATIENCE))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("asked to");
        }
    }

    @Test
    void endsTheChildWhenClosed() throws Exception {
        ChildProcess child = echo();
        child.await("hello", PATIENCE);

        child.close();

        assertThat(child.handle().isAlive()).isFalse();
    }

    /** A child that works in a folder of its own, and says where that is. */
    static final class Worker {
        public static void main(String[] args) {
            Commands.run(args, names -> {
                Path folder = Scratch.create();
                Files.writeString(folder.resolve("work"), "begun");
                return new Commands.Opened("folder " + folder, words -> "");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesNothingOfTheChildsFolder(boolean killed) throws Exception {
        ChildProcess child =
                ChildProcess.start("worker", Contender.ownClassPath(), List.of(), List.of(Worker.class.getName()));
        Path folder = Path.of(child.await("folder", PATIENCE));
        assertThat(folder.resolve("work")).hasContent("begun");
        assertThat(Files.getPosixFilePermissions(folder))
                .hasSize(3)
                .allMatch(each -> each.name().startsWith("OWNER"));
        if (killed) {
            child.kill();
            assertThat(folder).exists();
        }

        child.close();

        assertThat(folder).doesNotExist();
    }

    private static ChildProcess echo() throws Exception {
        return ChildProcess.start("echo", Contender.ownClassPath(), List.of(), List.of(Echo.class.getName(), "there"));
    }
}
