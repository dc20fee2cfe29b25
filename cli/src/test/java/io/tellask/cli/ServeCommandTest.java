package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    @TempDir
    private Path directory;

    @Test
    void endsWithCodeZeroAndKeepsEverythingOnTermination() throws Exception {
        try (ServerProcess server = ServerProcess.start(directory)) {
            put(server, "\"before\"");
            assertThat(server.terminate()).isZero();
        }
        try (ServerProcess server = ServerProcess.start(directory)) {
            CommandRun run = CommandRun.of(
                    "kv", "get", "map", "k", "--server", server.address().toString());
            assertThat(run.out()).containsExactly("\"before\"");
        }
    }

    private static void put(ServerProcess server, String value) {
        CommandRun run = CommandRun.of(
                "kv", "put", "map", "k", value, "--server", server.address().toString());
        assertThat(run.exitCode()).as("%s", run.err()).isZero();
    }

    @Test
    void saysInOneLineThatTheDirectoryIsLocked() throws Exception {
        try (ServerProcess server = ServerProcess.start(directory)) {
            CommandRun run = serve(directory, "tellask://127.0.0.1:0");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .singleElement()
                    .asString()
                    .startsWith("tellask: directory locked: dir=" + directory + ", process=" + server.pid() + ";");
            put(server, "1");
        }
    }

    @Test
    void saysInOneLineThatThePortIsInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = serve(directory, "tellask://127.0.0.1:" + taken.getLocalPort());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).singleElement().asString().contains(Integer.toString(taken.getLocalPort()));
            assertThat(directory).isEmptyDirectory();

            serve(directory.resolve("new/store"), "tellask://127.0.0.1:" + taken.getLocalPort());
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void refusesADirectoryOfOtherFilesAndLeavesItAlone() throws IOException {
        Path photos = Files.createDirectory(directory.resolve("photos"));

        CommandRun run = serve(directory, "tellask://127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().startsWith("tellask: directory refused: dir=" + directory);
        assertThat(photos).isEmptyDirectory();
        assertThat(directory.toFile().list()).containsExactly("photos");
    }

    @Test
    void saysInOneLineThatTheDirectoryIsAFile() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        CommandRun run = serve(file, "tellask://127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().startsWith("tellask: ").contains("file");
    }

    @Test
    void refusesAClassThatIsNotThere() {
        CommandRun run = CommandRun.of("serve", "--dir", directory.toString(), "--allow", "no.such.Class");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().getFirst()).contains("no such class").contains("no.such.Class");
    }

    private static CommandRun serve(Path directory, String address) {
        return CommandRun.of("serve", "--dir", directory.toString(), "--listen", address);
    }
}
