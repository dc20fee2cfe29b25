package io.tellask.cli.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.cli.server.BlockingItems;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerProcess;
import io.tellask.codec.Codec;
import io.tellask.kv.KeyValue;
import io.tellask.kv.KeyValueMap;
import io.tellask.remote.Spore;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Order(4)
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

    @Test
    void servesClientsOfRedisWhereAsked() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "secret\nmore\n");
        Path store = directory.resolve("store");
        List<String> options = List.of("--resp", "redis://127.0.0.1:0", "--resp-password-file", password.toString());
        try (ServerProcess server = ServerProcess.startWith(options, store)) {
            Matcher line = Pattern.compile("listening on redis://127\\.0\\.0\\.1:(\\d+) for clients of Redis")
                    .matcher(server.greeting().getFirst());
            assertThat(line.matches()).isTrue();
            try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(line.group(1)))) {
                socket.getOutputStream().write("GET k\r\nAUTH secret\r\nSET k v\r\nGET k\r\nQUIT\r\n".getBytes(UTF_8));
                assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                        .isEqualTo("-NOAUTH Authentication required.\r\n+OK\r\n+OK\r\n$1\r\nv\r\n+OK\r\n");
            }
            put(server, "1");
            assertThat(server.terminate()).isZero();
        }
        assertThat(store.resolve("resp@0")).isNotEmptyDirectory();
    }

    @Test
    void asksItsClientsForATokenWhereThereIsOne() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "t0ken\n");
        Path wrong = Files.writeString(directory.resolve("wrong"), "token\n");
        Path empty = Files.createFile(directory.resolve("empty"));
        Path store = directory.resolve("store");
        try (ServerProcess server = ServerProcess.startWith(List.of("--token-file", token.toString()), store)) {
            String address = server.address().toString();
            String[] put = {"kv", "put", "map", "k", "1", "--server", address, "--token-file"};
            assertThat(CommandRun.of(with(put, token)).exitCode()).isZero();
            CommandRun refused = CommandRun.of(with(put, wrong));
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err()).singleElement().asString().contains("the peer is not known");
            assertThat(CommandRun.of("kv", "get", "map", "k", "--server", address)
                            .err())
                    .singleElement()
                    .asString()
                    .contains("showed neither a credential nor a certificate", "--token-file");
            assertThat(CommandRun.of(with(put, empty)).err())
                    .singleElement()
                    .asString()
                    .startsWith("tellask: token file is empty: file=" + empty);
            assertThat(CommandRun.of("connections", address, "--json", "--token-file", token.toString())
                            .out())
                    .singleElement()
                    .asString()
                    .contains("\"principal\":\"client\"");
        }
        CommandRun serve =
                CommandRun.of(with(new String[] {"serve", "--dir", store.toString(), "--token-file"}, empty));
        assertThat(serve.err()).singleElement().asString().startsWith("tellask: token file is empty: file=" + empty);
    }

    @Test
    void tellsWhoIsConnectedOnThisMachine() throws Exception {
        try (ServerProcess server = ServerProcess.start(directory)) {
            assertThat(CommandRun.of("connections", server.address().toString()).out())
                    .hasSize(2);
        }
        assertThat(ServeCommand.isLoopback(URI.create("tellask://127.0.0.1:1"))).isTrue();
        assertThat(ServeCommand.isLoopback(URI.create("tellask://[::1]:1"))).isTrue();
        assertThat(ServeCommand.isLoopback(URI.create("tellask://0.0.0.0:1?plaintext=true")))
                .isFalse();
        assertThat(ServeCommand.isLoopback(URI.create("tellask://192.0.2.1:1?plaintext=true")))
                .isFalse();
    }

    @Test
    void showsItsConsoleOnThisMachine() throws Exception {
        try (ServerProcess server = ServerProcess.startWith(List.of("--listen", "any://127.0.0.1:0"), directory)) {
            String page = "http://127.0.0.1:" + server.address().getPort() + "/console/";
            assertThat(server.greeting()).contains("console at " + page);
            assertThat(get(page)).startsWith("200 ").contains("Tellask console");
            assertThat(get("http://127.0.0.1:" + server.address().getPort() + "/"))
                    .contains("url=/console/");
            assertThat(get(page + "client/index.js")).startsWith("200 ");
            assertThat(get(page + "none")).startsWith("404 ");
        }
        List<String> without = List.of("--listen", "any://127.0.0.1:0", "--no-console");
        try (ServerProcess server = ServerProcess.startWith(without, directory)) {
            assertThat(server.greeting()).noneMatch(line -> line.contains("console"));
        }
    }

    @Test
    void tellsHealthAndMetersAndLogsRequests() throws Exception {
        Path log = directory.resolveSibling(directory.getFileName() + ".log");
        List<String> options = List.of("--listen", "any://127.0.0.1:0", "--metrics", "--access-log", log.toString());
        try (ServerProcess server = ServerProcess.startWith(options, directory)) {
            String site = "http://127.0.0.1:" + server.address().getPort();
            String calls = "tellask://127.0.0.1:" + server.address().getPort();
            assertThat(CommandRun.of("kv", "put", "map", "key", "1", "--server", calls)
                            .exitCode())
                    .isZero();
            assertThat(get(site + "/health/ready")).startsWith("200 ").contains("\"UP\"");
            assertThat(get(site + "/health/live")).startsWith("200 ");
            assertThat(get(site + "/health/started")).startsWith("200 ");
            assertThat(get(site + "/metrics"))
                    .startsWith("200 ")
                    .contains("tellask_server_connections{", "tellask_calls_seconds_count{", "method=\"put");
            assertThat(server.terminate()).isZero();
        }
        assertThat(Files.readString(log))
                .contains("\"GET /health/ready HTTP/1.1\" 200", "\"GET /metrics HTTP/1.1\" 200");
        Files.delete(log);
    }

    @Test
    void refusesMetersThatNobodyCouldRead() {
        CommandRun run =
                CommandRun.of("serve", "--dir", directory.toString(), "--listen", "tellask://127.0.0.1:0", "--metrics");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(String.join("\n", run.err())).contains("--metrics and --access-log are for pages", "any://");
    }

    private static String get(String page) throws Exception {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(page).toURL().openConnection();
        int status = connection.getResponseCode();
        try (InputStream body = status == 200 ? connection.getInputStream() : connection.getErrorStream()) {
            return status + " " + new String(body.readAllBytes(), UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tellask://127.0.0.1:0 | pages are served at any: addresses alone; write any:// for tellask://",
                "any://0.0.0.0:0?plaintext=true | everybody who reaches this address could see the console",
            })
    void refusesAConsoleThatNobodyOrEverybodyCouldSee(String address, String problem) {
        CommandRun run = CommandRun.of("serve", "--dir", directory.toString(), "--listen", address, "--console");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(String.join("\n", run.err())).contains("--console, --listen=" + address, problem);
        assertThat(directory).isEmptyDirectory();
    }

    private static String[] with(String[] arguments, Path last) {
        return Stream.concat(Stream.of(arguments), Stream.of(last.toString())).toArray(String[]::new);
    }

    @Test
    void warnsOfMapsAndDatabasesThatAreDamagedAndServesTheOthers() throws Exception {
        List<String> options = List.of("--resp", "redis://127.0.0.1:0");
        try (ServerProcess server = ServerProcess.startWith(options, directory)) {
            put(server, "1");
            redis(server, "SET k v\r\nSELECT 1\r\nSET k v\r\nQUIT\r\n");
            assertThat(server.terminate()).isZero();
        }
        Files.write(directory.resolve("map").resolve("STORE"), new byte[60]);
        Files.write(directory.resolve("resp@1").resolve("STORE"), new byte[60]);
        List<String> withErrors = List.of("/bin/sh", "-c", "exec \"$@\" 2>&1", "sh");
        try (ServerProcess server = ServerProcess.start(withErrors, directory, options)) {
            for (String name : List.of("map=map", "database=1")) {
                assertThat(server.greeting())
                        .filteredOn(line -> line.contains(name + " is not served"))
                        .singleElement()
                        .asString()
                        .contains("restore the whole folder from a backup", "tellask store check")
                        .doesNotContain("store repair");
            }
            assertThat(redis(server, "GET k\r\nSELECT 1\r\nGET k\r\nQUIT\r\n"))
                    .startsWith("$1\r\nv\r\n+OK\r\n-MISCONF database=1 is not served")
                    .contains("tellask store check");
        }
    }

    @Test
    void encryptsAllMapsWithTheKeyThatIsGiven() throws Exception {
        Path key = Files.writeString(directory.resolve("key"), "ab".repeat(32));
        Path other = Files.writeString(directory.resolve("other"), "cd".repeat(32));
        Path store = directory.resolve("store");
        List<String> options = List.of("--key-file", key.toString(), "--resp", "redis://127.0.0.1:0");
        for (int run = 0; run < 2; run++) {
            try (ServerProcess server = ServerProcess.startWith(options, store)) {
                if (run == 0) {
                    put(server, "\"plainly-visible\"");
                    redis(server, "SET plainly-visible plainly-visible\r\nQUIT\r\n");
                }
                String address = server.address().toString();
                assertThat(CommandRun.of("kv", "scan", "map", "--prefix", "k", "--server", address)
                                .out())
                        .singleElement()
                        .asString()
                        .contains("plainly-visible");
                assertThat(CommandRun.of("kv", "scan", "map", "--prefix", "x", "--server", address)
                                .out())
                        .isEmpty();
                assertThat(redis(server, "KEYS plain*\r\nGET plainly-visible\r\nQUIT\r\n"))
                        .isEqualTo("*1\r\n$15\r\nplainly-visible\r\n$15\r\nplainly-visible\r\n+OK\r\n");
                assertThat(server.terminate()).isZero();
            }
        }
        try (Stream<Path> files = Files.walk(store)) {
            assertThat(files.filter(Files::isRegularFile).toList())
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
                            .doesNotContain("plainly-visible"));
        }
        refuses(store, "; give its key to open it, with --key-file or --key-env");
        refuses(store, "the key does not open file=", "--key-file", other.toString());
        refuses(store, "environment variable=TELLASK_NO_SUCH_KEY is not set", "--key-env", "TELLASK_NO_SUCH_KEY");
    }

    @Test
    void takesPagesOfTheOriginsAndHostsThatAreGiven() throws Exception {
        String origin = "https://app.example";
        List<String> options =
                List.of("--listen", "ws://127.0.0.1:0", "--origin", origin, "--origin", origin, "--host", "kv.example");
        try (ServerProcess server = ServerProcess.startWith(options, directory.resolve("store"))) {
            int port = server.address().getPort();
            assertThat(upgrade(port, "kv.example", origin)).startsWith("HTTP/1.1 101 ");
            assertThat(upgrade(port, "kv.example", "https://other.example")).startsWith("HTTP/1.1 403 ");
            assertThat(upgrade(port, "other.example", origin)).startsWith("HTTP/1.1 403 ");
        }
    }

    private static String upgrade(int port, String host, String origin) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin
                                    + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                            .getBytes(UTF_8));
            return new String(socket.getInputStream().readNBytes(13), UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ws://127.0.0.1:0, --origin, app.example, is no origin; write it as https://HOST",
        "ws://127.0.0.1:0, --origin, https://app.example/, is no origin",
        "ws://127.0.0.1:0, --origin, *, is no origin",
        "any://127.0.0.1:0, --host, kv.example:80, is no name of a host",
        "tellask://127.0.0.1:0, --host, kv.example, are for pages",
    })
    void refusesWhatIsNoOriginOrHost(String address, String option, String value, String reason) {
        CommandRun run = CommandRun.of(
                "serve", "--dir", directory.resolve("store").toString(), "--listen", address, option, value);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).first().asString().contains(reason);
    }

    private static void refuses(Path store, String reason, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("serve", "--dir", store.toString(), "--listen", "tellask://127.0.0.1:0"));
        arguments.addAll(List.of(options));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains(reason);
    }

    /** What a server answers to inline commands. */
    private static String redis(ServerProcess server, String commands) throws IOException {
        Matcher line = Pattern.compile("listening on redis://127\\.0\\.0\\.1:(\\d+) for clients of Redis")
                .matcher(String.join("\n", server.greeting()));
        assertThat(line.find()).isTrue();
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(line.group(1)))) {
            socket.getOutputStream().write(commands.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Test
    void saysInOneLineWhatIsWrongWithTheOptionsForRedis() throws IOException {
        Path empty = Files.writeString(directory.resolve("empty"), "");
        String store = directory.resolve("store").toString();
        String listen = "tellask://127.0.0.1:0";
        assertThat(CommandRun.of("serve", "--dir", store, "--listen", listen, "--resp", "127.0.0.1")
                        .err())
                .first()
                .asString()
                .contains("'127.0.0.1' is not an address; write redis://HOST:PORT");
        assertThat(CommandRun.of("serve", "--dir", store, "--listen", listen, "--resp", "redis://0.0.0.0:0")
                        .err())
                .singleElement()
                .asString()
                .contains("?plaintext=true");
        assertThat(CommandRun.of(
                                "serve",
                                "--dir",
                                store,
                                "--listen",
                                listen,
                                "--resp",
                                "redis://127.0.0.1:0",
                                "--resp-password-file",
                                empty.toString())
                        .err())
                .singleElement()
                .asString()
                .startsWith("tellask: password file is empty: file=" + empty);
        CommandRun unused = CommandRun.of("serve", "--dir", store, "--resp-password-file", empty.toString());
        assertThat(unused.exitCode()).isEqualTo(2);
        assertThat(unused.err()).first().asString().contains("--resp-password-file=" + empty + " without --resp");
    }

    @Test
    void saysInOneLineWhatIsWrongWithAPasswordFile() throws IOException {
        Path latin = Files.write(directory.resolve("latin"), new byte[] {'p', (byte) 0xE4, '\n'});
        Path longest = Files.writeString(directory.resolve("longest"), "p".repeat(4097));

        assertThat(withPassword(latin)).startsWith("tellask: password file is not text: file=" + latin);
        assertThat(withPassword(longest)).startsWith("tellask: password file has no line: file=" + longest);
        assertThat(withPassword(Path.of("/dev/zero"))).startsWith("tellask: password file has no line: file=/dev/zero");
    }

    private String withPassword(Path file) {
        CommandRun run = CommandRun.of(
                "serve",
                "--dir",
                directory.resolve("store").toString(),
                "--listen",
                "tellask://127.0.0.1:0",
                "--resp",
                "redis://127.0.0.1:0",
                "--resp-password-file",
                file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).hasSize(1);
        return run.err().getFirst();
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

    @Test
    void refusesAClassPathThatIsNotThere() {
        CommandRun run = CommandRun.of("serve", "--dir", directory.toString(), "--class-path", "/no/such.jar");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().getFirst()).contains("--class-path: there is no such file or folder: entry=/no/such.jar");
    }

    @Test
    void runsSporesOfClassesThatItsOwnClassPathLacks() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Path source = Files.writeString(directory.resolve("Keys.java"), """
                package outside;

                public record Keys(String before)
                        implements io.tellask.remote.Spore<io.tellask.kv.KeyValue, Keys.Key> {
                    public record Key(String text) {}

                    @Override
                    public void accept(io.tellask.kv.KeyValue record, Output<Key> out) {
                        out.emit(new Key(before + record.keyText()));
                    }
                }
                """);
        String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
        String ownPath = System.getProperty("java.class.path");
        int compiled = new ProcessBuilder(
                        javac, "-d", classes.toString(), "-cp", ownPath, "-proc:none", source.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(compiled).isZero();
        List<String> options =
                List.of("--allow", "outside.Keys", "--allow", "outside.Keys$Key", "--class-path", classes.toString());
        try (ServerProcess server = ServerProcess.startWith(options, directory.resolve("store"));
                URLClassLoader loader = new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            put(server, "1");
            Class<?> spore = loader.loadClass("outside.Keys");
            Codec codec = Codec.builder()
                    .allow(spore, loader.loadClass("outside.Keys$Key"))
                    .build();
            try (Connection connection = Connection.open(server.address(), codec)) {
                assertThat(keys(connection.map("map"), spore)).containsExactly("Key[text=the k]");
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<String> keys(KeyValueMap map, Class<?> type) throws Exception {
        Spore<KeyValue, Object> spore =
                (Spore<KeyValue, Object>) type.getConstructor(String.class).newInstance("the ");
        List<String> keys = new ArrayList<>();
        BlockingItems.forEach(map.process(new byte[0], spore), Long.MAX_VALUE, key -> keys.add(key.toString()));
        return keys;
    }

    private static CommandRun serve(Path directory, String address) {
        return CommandRun.of("serve", "--dir", directory.toString(), "--listen", address);
    }
}
