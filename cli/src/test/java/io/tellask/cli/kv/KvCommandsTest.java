package io.tellask.cli.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.CommandRun;
import io.tellask.cli.Main;
import io.tellask.cli.terminal.TerminalText;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.remote.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class KvCommandsTest {
    @TempDir
    private Path directory;

    @TempDir
    private Path files;

    private ActorSystem system;
    private KeyValueService service;
    private Server server;

    @BeforeEach
    void start() {
        system = ActorSystem.create();
        service = KeyValueService.open(system, directory, KeyValueOptions.defaults());
        server = Server.builder(system)
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store())
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
        service.close();
        system.close();
    }

    private CommandRun kv(String... arguments) {
        List<String> all = new ArrayList<>(List.of("kv"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--server", server.address().toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void getsWhatWasPut() {
        assertThat(kv("put", "map", "k", "{\"a\": 1.50}")).isEqualTo(new CommandRun(0, List.of(), List.of()));

        assertThat(kv("get", "map", "k").out()).containsExactly("{\"a\": 1.50}");
        assertThat(kv("get", "map", "k", "--json").out()).containsExactly("{\"key\":\"k\",\"value\":{\"a\": 1.50}}");
    }

    @Test
    void namesEachMissingKeyAndFails() {
        kv("put", "map", "k", "1");

        CommandRun run = kv("get", "map", "a", "k", "b");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).containsExactly("1");
        assertThat(run.err())
                .containsExactly("tellask: no such key: map=map, key=a", "tellask: no such key: map=map, key=b");
        assertThat(kv("remove", "map", "k").exitCode()).isZero();
        assertThat(kv("remove", "map", "k").exitCode()).isEqualTo(1);
    }

    @Test
    void exportsWhatItImported() throws Exception {
        List<String> lines = IntStream.range(0, 3_000)
                .mapToObj(n -> "{\"key\":\"k" + n + "\",\"value\":[" + n + "]}")
                .toList();
        Path source = Files.write(files.resolve("source.jsonl"), lines);
        Path copy = files.resolve("copy.jsonl.gz");

        CommandRun imported = kv("import", "map", source.toString());
        CommandRun exported = kv("export", "map", copy.toString());

        assertThat(imported.exitCode()).isZero();
        assertThat(imported.out().getFirst()).startsWith("imported: records=3000,");
        assertThat(exported.exitCode()).isZero();
        assertThat(kv("import", "second", copy.toString()).exitCode()).isZero();
        assertThat(kv("scan", "second", "--json").out()).containsExactlyInAnyOrderElementsOf(lines);
        assertThat(files.toFile().list()).containsExactlyInAnyOrder("source.jsonl", "copy.jsonl.gz");
    }

    @Test
    void keepsEveryLineBeforeAMalformedOne() throws Exception {
        List<String> lines = new ArrayList<>(IntStream.range(0, 1_000)
                .mapToObj(n -> "{\"key\":\"k" + n + "\",\"value\":1}")
                .toList());
        lines.set(700, "{\"key\":\"k700\",\"value\":}");
        Path source = Files.write(files.resolve("source.jsonl"), lines);

        CommandRun run = kv("import", "map", source.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("line=701").endsWith("acknowledged records=700");
        assertThat(kv("scan", "map").out()).hasSize(700);
    }

    @Test
    void saysHowManyRecordsAreSafeWhenTheServerRefusesOne() throws Exception {
        List<String> lines = new ArrayList<>(IntStream.range(0, 1_000)
                .mapToObj(n -> "{\"key\":\"k" + n + "\",\"value\":1}")
                .toList());
        lines.add("{\"key\":\"" + "k".repeat(40_000) + "\",\"value\":1}");
        Path source = Files.write(files.resolve("source.jsonl"), lines);

        CommandRun run = kv("import", "map", source.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .contains("line=1001", "keyBytes=")
                .endsWith("acknowledged records=1000");
    }

    @Test
    void scansByPrefixUpToALimit() {
        for (String key : List.of("a1", "a2", "a3", "b1")) {
            kv("put", "map", key, "0");
        }

        assertThat(kv("scan", "map", "--prefix", "a").out()).containsExactlyInAnyOrder("a1\t0", "a2\t0", "a3\t0");
        assertThat(kv("scan", "map", "--prefix", "a", "--limit", "2").out()).hasSize(2);
        assertThat(kv("scan", "map", "--prefix", "c").out()).isEmpty();
    }

    @Test
    void showsOnATerminalWhatWouldCommandItAndHandsItOnUnchangedElsewhere() {
        String key = "\u001b]0;owned\u0007\r\nnext";
        String shown = "\\u001b]0;owned\\u0007\\r\\nnext";
        kv("put", "map", key, "\"\u009b31m\"");
        assertThat(kv("get", "map", key).out()).containsExactly("\"\u009b31m\"");

        System.setProperty(TerminalText.PROPERTY, "true");
        try {
            assertThat(kv("get", "map", key).out()).containsExactly("\"\\u009b31m\"");
            assertThat(kv("get", "map", key, "--sequence").out()).containsExactly("1\t\"\\u009b31m\"");
            assertThat(kv("scan", "map").out()).containsExactly(shown + "\t\"\\u009b31m\"");
            assertThat(kv("watch", "map", "--records", "--limit", "1").out())
                    .containsExactly("1\t" + shown + "\t\"\\u009b31m\"");
            assertThat(kv("scan", "map", "--json").out())
                    .singleElement()
                    .asString()
                    .endsWith("\"value\":\"\\u009b31m\"}");
        } finally {
            System.clearProperty(TerminalText.PROPERTY);
        }
    }

    @Test
    void storesOnlyWhereNobodyElseDid() {
        assertThat(kv("cas", "map", "k", "0", "1", "--json").out()).containsExactly("{\"sequence\":1}");
        assertThat(kv("cas", "map", "k", "1", "2").out()).containsExactly("2");
        assertThat(kv("get", "map", "k", "--sequence").out()).containsExactly("2\t2");
        assertThat(kv("get", "map", "k", "--sequence", "--json").out())
                .containsExactly("{\"sequence\":2,\"key\":\"k\",\"value\":2}");

        CommandRun late = kv("cas", "map", "k", "1", "3");

        assertThat(late.exitCode()).isEqualTo(1);
        assertThat(late.err())
                .containsExactly("tellask: changed meanwhile, nothing was stored: map=map, key=k, sequence=1");
        assertThat(kv("put", "map", "k", "4", "--if-absent").err())
                .containsExactly("tellask: the key exists already: map=map, key=k");
        assertThat(kv("put", "map", "new", "5", "--if-absent", "--ttl", "1000").exitCode())
                .isZero();
        assertThat(kv("get", "map", "k", "new").out()).containsExactly("2", "5");
    }

    @Test
    void makesAllStepsOfABatchOrNone() throws Exception {
        kv("put", "map", "a", "1");
        Path steps = Files.write(
                files.resolve("steps.jsonl"),
                List.of(
                        "{\"key\":\"a\",\"require\":1}",
                        "{\"key\":\"a\",\"removed\":true}",
                        "{\"key\":\"b\",\"value\":[2],\"expiry\":\"2096-10-02T07:06:40Z\"}"));

        assertThat(kv("batch", "map", steps.toString(), "--json").out())
                .containsExactly("{\"committed\":true,\"steps\":3}");
        assertThat(kv("scan", "map").out()).containsExactly("b\t[2]");
        CommandRun again = kv("batch", "map", steps.toString());
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).containsExactly("tellask: a requirement does not hold, nothing was changed: map=map");

        Files.writeString(steps, "{\"key\":\"a\",\"value\":1}\n{\"key\":\"a\"}\n");
        assertThat(kv("batch", "map", steps.toString()).err())
                .singleElement()
                .asString()
                .contains("line=2")
                .endsWith("nothing was changed");
        assertThat(kv("watch", "map", "--from", "1", "--limit", "3", "--json").out())
                .containsExactly(
                        "{\"sequence\":1,\"key\":\"a\",\"value\":1}",
                        "{\"sequence\":3,\"key\":\"a\",\"removed\":true,\"batchGoesOn\":true}",
                        "{\"sequence\":4,\"key\":\"b\",\"value\":[2],\"expiry\":\"2096-10-02T07:06:40Z\"}");
    }

    @Test
    void watchesRecordsAndChanges() {
        kv("put", "map", "a", "1");
        kv("put", "map", "b", "2");
        kv("remove", "map", "a");

        assertThat(kv("watch", "map", "--records", "--limit", "1").out()).containsExactly("2\tb\t2");
        assertThat(kv("watch", "map", "--from", "1", "--limit", "3").out())
                .containsExactly("1\ta\t1", "2\tb\t2", "3\ta");
        assertThat(kv("watch", "map", "--from", "1", "--prefix", "b", "--limit", "1")
                        .out())
                .containsExactly("2\tb\t2");
        assertThat(kv("watch", "map", "--from", "5").err())
                .singleElement()
                .asString()
                .contains("from=5, oldest=1, next=4");
    }

    @Test
    void printsStatisticsAsTableAndAsJson() {
        kv("put", "map", "k", "1");

        assertThat(kv("stats").out()).hasSize(2).first().asString().startsWith("map  records");
        assertThat(kv("stats", "map", "--json").out())
                .singleElement()
                .asString()
                .startsWith("{\"map\":\"map\",\"records\":1,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"get citiez k", "remove citiez k", "scan citiez", "export citiez", "stats citiez", "watch citiez"
            })
    void refusesToReadAMapThatDoesNotExist(String command) {
        kv("put", "crash", "k", "1");
        kv("put", "cities", "k", "1");

        CommandRun run = kv(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).containsExactly("tellask: no such map: citiez; maps: cities, crash");
        assertThat(directory.resolve("citiez")).doesNotExist();
    }

    @Test
    void saysInOneLineThatTheServerRefusesAMapsName() {
        CommandRun run = kv("get", "no/name", "k");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("map name refused");
    }

    @Test
    void saysInOneLineThatAFileIsMissing() {
        CommandRun run = kv("import", "map", files.resolve("missing").toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().startsWith("tellask: no such file: ");
    }

    @Test
    void saysThatAFolderIsMissingOrNoFile() {
        Path missing = files.resolve("missing");
        kv("put", "map", "k", "1");

        assertThat(kv("import", "map", files.toString()).err())
                .containsExactly(
                        "tellask: import: a folder instead of a file: file=" + files + "; name one of its files");
        assertThat(kv("export", "map", missing.resolve("x").toString()).err())
                .containsExactly("tellask: export: no such folder: folder=" + missing + "; make it first");
    }

    private static Path packedWithMore(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            GZIPOutputStream packed = new GZIPOutputStream(out);
            packed.write("{\"key\":\"k\",\"value\":2}\n".getBytes(StandardCharsets.UTF_8));
            packed.finish();
            out.write("more".getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void namesTheFileThatCannotBeReadOrWritten() throws Exception {
        String notPacked =
                Files.writeString(files.resolve("lines.gz"), "no gzip").toString();
        String binary = Files.write(files.resolve("binary"), new byte[] {(byte) 0xff, 0})
                .toString();
        String empty = Files.createFile(files.resolve("empty.gz")).toString();
        String longer = packedWithMore(files.resolve("longer.gz")).toString();
        kv("put", "map", "k", "1");

        assertRefused(kv("import", "map", notPacked), "file=" + notPacked + " cannot be unpacked", "use a whole one");
        assertRefused(kv("import", "map", empty), "file=" + empty + " cannot be unpacked", "reason=it ends early");
        assertRefused(kv("import", "map", longer), "file=" + longer, "something follows the packed part");
        assertRefused(kv("batch", "map", binary), "file=" + binary + " is not UTF-8", "key64");
        assertRefused(kv("batch", "map", files.toString()), "a folder instead of a file: file=" + files);
        if (Files.exists(Path.of("/dev/full"))) {
            assertRefused(kv("export", "map", "/dev/full"), "file=/dev/full cannot be written", "room");
        }
    }

    @Test
    void namesTheLimitsOfJsonThatALinePasses() throws Exception {
        String deep = "{\"key\":\"k\",\"value\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
        String lines = Files.writeString(files.resolve("lines"), deep).toString();

        assertRefused(kv("import", "map", lines), "file=" + lines + ", line=1", "limit: nesting=500", "value64");
        assertRefused(kv("batch", "map", lines), "line=1", "limit: nesting=500", "value64");
    }

    private static void assertRefused(CommandRun run, String... parts) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().startsWith("tellask: ").contains(parts);
    }

    @Test
    @Timeout(60)
    void stopsWatchingWhenNobodyReads() {
        kv("put", "map", "k", "1");
        StringWriter err = new StringWriter();
        PrintWriter nobodyReads = new PrintWriter(new PipedWriter());
        String address = server.address().toString();
        String[] watch = {"kv", "watch", "map", "--records", "--server", address};

        assertThat(Main.run(nobodyReads, new PrintWriter(err, true), watch)).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tellask: standard output could not be written to its end");
    }

    @Test
    void saysInOneLineWhyAServerCannotBeReached() {
        CommandRun run = CommandRun.of("kv", "get", "map", "k", "--server", "tellask://no-such-host.invalid:1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().startsWith("tellask: ");
    }

    @Test
    void saysInOneLineThatNobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        CommandRun run = CommandRun.of("kv", "get", "map", "k", "--server", "tellask://127.0.0.1:" + port);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().startsWith("tellask: ").contains(Integer.toString(port));
    }
}
