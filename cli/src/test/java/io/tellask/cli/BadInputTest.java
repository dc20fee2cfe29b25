package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerProcess;
import io.tellask.codec.Codec;
import io.tellask.kv.KeyValue;
import io.tellask.kv.KeyValueMap;
import io.tellask.remote.Spore;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server process and its clients say to input that they cannot take: one line each, and everybody else goes on. */
class BadInputTest {
    /** Files of at most 1,000 blocks stand for a disk that is full. */
    private static final List<String> SMALL_FILES = List.of("sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh");

    private static final String VALUE = "\"" + "v".repeat(500) + "\"";

    @TempDir
    private Path directory;

    @TempDir
    private Path files;

    /** A spore that no server was told to allow. */
    record Ungranted(int factor) implements Spore<KeyValue, Integer> {
        @Override
        public void accept(KeyValue record, Output<Integer> out) {
            out.emit(factor);
        }
    }

    private static CommandRun kv(ServerProcess server, String... arguments) {
        List<String> all = new ArrayList<>(List.of("kv"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--server", server.address().toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static void assertRefused(CommandRun run, String... parts) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .startsWith("tellask: ")
                .contains(parts)
                .doesNotContain("Exception");
    }

    @Test
    void refusesWhatIsOverALimitAndUngrantedCodeWhileOthersGoOn() throws Exception {
        try (ServerProcess server = ServerProcess.start(directory);
                Connection other = Connection.open(server.address())) {
            KeyValueMap map = other.map("map");
            Connection.answer(map.put(new byte[] {1}, new byte[] {2}));

            assertRefused(kv(server, "put", "map", "k".repeat(40_000), "1"), "key bytes=40000", "keyBytes=32768");
            assertRefused(importing(server, 5_000, 3_210), "line=3210", "key bytes=40000", "acknowledged records=3209");
            assertThatThrownBy(() -> runUngranted(server))
                    .hasMessageContaining("Ungranted")
                    .hasMessageContaining("not granted");

            assertThat(Connection.answer(map.get(new byte[] {1}))).containsExactly(2);
            assertThat(kv(server, "get", "map", "k0", "k3208").out()).hasSize(2);
        }
    }

    /** Imports lines of which one, counted from 1, has a key that is too long. */
    private CommandRun importing(ServerProcess server, int lines, int faulty) throws IOException {
        List<String> text = IntStream.range(0, lines)
                .mapToObj(n -> "{\"key\":\"" + (n == faulty - 1 ? "k".repeat(40_000) : "k" + n) + "\",\"value\":1}")
                .toList();
        return kv(
                server,
                "import",
                "map",
                Files.write(files.resolve("lines.jsonl"), text).toString());
    }

    private static void runUngranted(ServerProcess server) throws Exception {
        Codec codec = Codec.builder().allow(Ungranted.class).build();
        try (Connection connection = Connection.open(server.address(), codec)) {
            Connection.answer(Streams.collect(connection.map("map").process(new byte[0], new Ungranted(1))));
        }
    }

    @Test
    void keepsServingReadsWhenNoMoreFitsAndNamesADamagedFile() throws Exception {
        Path tooMuch = Files.write(
                files.resolve("lines.jsonl"),
                IntStream.range(0, 24_000)
                        .mapToObj(n -> "{\"key\":\"k" + n + "\",\"value\":" + VALUE + "}")
                        .toList());
        try (ServerProcess server = ServerProcess.startUnder(SMALL_FILES, directory)) {
            assertRefused(
                    kv(server, "import", "map", tooMuch.toString()),
                    "line=",
                    "cannot allocate segment",
                    "free disk space");
            assertThat(kv(server, "get", "map", "k0").out()).containsExactly(VALUE);
            assertThat(server.terminate()).isZero();
        }
        try (ServerProcess server = ServerProcess.start(directory)) {
            assertThat(kv(server, "get", "map", "k0", "k1000").out()).containsExactly(VALUE, VALUE);
            assertThat(kv(server, "import", "map", tooMuch.toString()).exitCode())
                    .isZero();
            assertThat(server.terminate()).isZero();
        }
        damage(firstSegment());
        Path damaged = firstSegment();
        String file = "damaged file=map/" + damaged.getFileName();
        String[] message = {file, "offset=", "checksum differs", "tellask store repair"};
        List<String> withErrors = List.of("/bin/sh", "-c", "exec \"$@\" 2>&1", "sh");
        try (ServerProcess server = ServerProcess.startUnder(withErrors, directory)) {
            assertThat(server.greeting()).anyMatch(line -> line.contains("damaged file=" + damaged));
            assertThat(kv(server, "put", "healthy", "k", "1").exitCode()).isZero();
            assertRefused(kv(server, "get", "map", "k0"), message);
            assertRefused(kv(server, "put", "map", "k0", "1"), message);
            CommandRun stats = kv(server, "stats");
            assertRefused(stats, message);
            assertThat(stats.out()).anyMatch(line -> line.startsWith("healthy"));
            assertThat(kv(server, "get", "healthy", "k").out()).containsExactly("1");
            assertThat(server.terminate()).isZero();
        }
        Files.move(damaged.getParent(), files.resolve("given-up"));
        try (ServerProcess server = ServerProcess.start(directory)) {
            assertRefused(kv(server, "get", "map", "k0"), "no such map: map; maps: healthy");
            assertThat(kv(server, "put", "map", "k0", "1").exitCode()).isZero();
        }
    }

    @Test
    void saysWhatIsStoredWhenTheServerIsLostDuringAnImport() throws Exception {
        Path many = Files.write(
                files.resolve("many.jsonl"),
                IntStream.range(0, 400_000)
                        .mapToObj(n -> "{\"key\":\"k" + n + "\",\"value\":1}")
                        .toList());
        try (ServerProcess server = ServerProcess.start(directory);
                Connection other = Connection.open(server.address())) {
            KeyValueMap map = other.map("map");
            CompletableFuture<CommandRun> importing =
                    CompletableFuture.supplyAsync(() -> kv(server, "import", "map", many.toString()));
            Await.until("records were imported", () -> Connection.answer(map.size()) > 0);
            server.kill();
            assertRefused(
                    importing.get(30, TimeUnit.SECONDS), "server gone; records up to line ", "run the import again");
        }
    }

    private Path firstSegment() throws IOException {
        try (Stream<Path> segments = Files.list(directory.resolve("map"))) {
            return segments.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Changes a record in the middle of a file, and takes away what would let the server start without reading it. */
    private static void damage(Path segment) throws IOException {
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(segment, bytes);
        Files.deleteIfExists(segment.resolveSibling("CHECKPOINT"));
    }

    @Test
    void saysWithoutNamesOfClassesWhyADirectoryCannotBeMade() {
        CommandRun missing = CommandRun.of("serve", "--dir", "/proc/foo", "--listen", "tellask://127.0.0.1:0");
        assertRefused(missing, "dir=/proc/foo cannot be made: no such file or folder");

        CommandRun run = CommandRun.of("serve", "--dir", "/dev/null/store", "--listen", "tellask://127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .contains("directory not usable: dir=/dev/null/store cannot be made: ")
                .doesNotContain("java.");
    }
}
