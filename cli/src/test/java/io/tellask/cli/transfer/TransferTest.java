package io.tellask.cli.transfer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreException;
import io.tellask.store.StoredMap;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What export writes, import reads back as it was; and everything else it refuses without leaving a store. */
class TransferTest {
    private static final Instant EXPIRY = Instant.parse("2100-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    enum Side {
        BUY,
        SELL
    }

    record Order(String symbol, int number, Side side, byte[] tag, UUID id, long time) {}

    record City(String name, long population, List<String> tags) {}

    private static byte[] export(Path directory, boolean csv) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (StoredMap store = StoredMap.open(directory)) {
            Exporter exporter = new Exporter(store, true);
            long unused = csv ? exporter.writeCsv(out, n -> {}) : exporter.writeJsonLines(out, n -> {});
        }
        return out.toByteArray();
    }

    private static long read(byte[] file, Path directory, boolean csv) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(file);
        Importer importer = new Importer(directory, null, n -> {});
        return csv ? importer.readCsv(in) : importer.readJsonLines(in);
    }

    /** Everything in a store, comparable. */
    private static Map<String, List<Object>> contents(Path directory) {
        Map<String, List<Object>> found = new TreeMap<>();
        try (StoredMap store = StoredMap.open(directory);
                Scan<byte[], byte[]> scan = store.map().scan()) {
            while (scan.next()) {
                found.put(
                        new String(scan.key(), ISO_8859_1),
                        List.of(new String(scan.value(), ISO_8859_1), String.valueOf(scan.expiry())));
            }
            found.put("kinds", List.of(store.keys(), store.values()));
        }
        return found;
    }

    private void comesBack(Path directory, long records) throws IOException {
        for (boolean csv : new boolean[] {false, true}) {
            Path copy = directory.resolveSibling(directory.getFileName() + (csv ? "-csv" : "-json"));
            byte[] file = export(directory, csv);
            assertThat(read(file, copy, csv)).isEqualTo(records);
            assertThat(contents(copy)).isEqualTo(contents(directory));
            assertThat(export(copy, csv).length).isEqualTo(file.length);
        }
    }

    @Test
    void bringsBackStringsOfAllCharacters() throws IOException {
        Random random = new Random(Seed.given());
        Path directory = folder.resolve("strings");
        try (DurableMap<String, String> map = DurableMap.open(directory, String.class, String.class)) {
            List<String> odd =
                    List.of("", "#end", "a,b", "\"", "\n", "\r\n", " x ", "\u0000", "Grüße", "\ud83d\ude00", "a\tb");
            for (String key : odd) {
                for (String value : odd) {
                    map.put(key + random.nextInt(50), value, random.nextBoolean() ? EXPIRY : null);
                }
                map.put(key, key);
            }
            map.put("removed", "x");
            map.remove("removed");
            comesBackAfter(map, directory);
        }
    }

    private void comesBackAfter(DurableMap<?, ?> map, Path directory) throws IOException {
        long records = map.size();
        map.close();
        comesBack(directory, records);
    }

    @Test
    void bringsBackKeysOfAllKinds() throws IOException {
        Path bytes = folder.resolve("bytes");
        try (DurableMap<byte[], byte[]> map = DurableMap.open(bytes, byte[].class, byte[].class)) {
            map.put(new byte[0], new byte[] {1, -1, 0});
            map.put(new byte[] {'#', -128}, new byte[0]);
            comesBackAfter(map, bytes);
        }
        Path longs = folder.resolve("longs");
        try (DurableMap<Long, String> map = DurableMap.open(longs, Long.class, String.class)) {
            for (long key : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                map.put(key, "x" + key);
            }
            comesBackAfter(map, longs);
        }
        Path orders = folder.resolve("orders");
        try (DurableMap<Order, String> map = DurableMap.open(orders, Order.class, String.class)) {
            map.put(new Order("A,\"1", -7, Side.SELL, new byte[] {1, 2}, new UUID(1, 2), 3), "one");
            map.put(new Order("", 7, Side.BUY, new byte[0], new UUID(-1, 2), -3), "two");
            comesBackAfter(map, orders);
        }
    }

    @Test
    void bringsBackObjectsAndShowsThemAsJson() throws IOException {
        Path directory = folder.resolve("cities");
        City paris = new City("Paris", 2_138_551, List.of("capital"));
        try (DurableMap<UUID, City> map = DurableMap.open(directory, UUID.class, City.class)) {
            map.put(new UUID(1, 1), paris);
            map.put(new UUID(1, 2), new City("Rome", 2_318_895, List.of()));
        }
        comesBack(directory, 2);
        assertThat(new String(export(directory, false), UTF_8)).contains("\"name\":\"Paris\"");
        try (DurableMap<UUID, City> map = DurableMap.open(folder.resolve("cities-json"), UUID.class, City.class)) {
            assertThat(map.get(new UUID(1, 1))).isEqualTo(paris);
        }
    }

    @Test
    void writesTheDocumentedLines() throws IOException {
        Path directory = folder.resolve("two");
        try (DurableMap<String, String> map = DurableMap.open(directory, String.class, String.class)) {
            map.put("u1", "Ada");
            map.put("u2", "a \"b\"", EXPIRY);
        }
        assertThat(new String(export(directory, false), UTF_8).lines())
                .containsExactly(
                        "{\"tellask\":\"store\",\"version\":0,\"keys\":\"string\",\"values\":\"string\",\"sequence\":2}",
                        "{\"key\":\"u1\",\"value\":\"Ada\"}",
                        "{\"key\":\"u2\",\"value\":\"a \\\"b\\\"\",\"expiry\":\"2100-01-01T00:00:00Z\"}",
                        "{\"end\":true,\"records\":2,\"crc32c\":\"b832ae52\"}");
        assertThat(new String(export(directory, true), UTF_8).lines())
                .containsExactly(
                        "key:string,value:string,expiry",
                        "u1,Ada,",
                        "u2,\"a \"\"b\"\"\",2100-01-01T00:00:00Z",
                        "#end,2,3ded6506");
    }

    @Test
    void refusesEveryFileThatWasCutShortOrChanged() throws IOException {
        Path directory = folder.resolve("some");
        try (DurableMap<String, String> map = DurableMap.open(directory, String.class, String.class)) {
            map.put("u1", "Ada");
            map.put("u2", "Grace, \"the\" first");
        }
        for (boolean csv : new boolean[] {false, true}) {
            byte[] file = export(directory, csv);
            int stride = Rounds.of(3, 1);
            for (int length = 0; length < file.length - 1; length += stride) {
                refused(Arrays.copyOf(file, length), csv);
            }
            for (int at = 0; at < file.length - 1; at += stride) {
                byte[] changed = file.clone();
                changed[at] ^= 1;
                refused(changed, csv);
            }
        }
    }

    private void refused(byte[] file, boolean csv) {
        Path target = folder.resolve("target");
        assertThatThrownBy(() -> read(file, target, csv))
                .as(new String(file, UTF_8))
                .isInstanceOfAny(TransferException.class, StoreException.class);
        assertThat(target).doesNotExist();
        assertThat(folder.resolve("target.unfinished")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"key\":\"before the title\",\"value\":\"x\"}",
                "[]",
                "TITLE{\"key\":7,\"value\":\"x\"}",
                "TITLE{\"key\":\"k\"}",
                "TITLE{\"key\":\"k\",\"value\":[1]}",
                "TITLE{\"key\":\"k\",\"value\":\"\\ud800\"}",
                "TITLE{\"key\":\"\\ud800\",\"value\":\"x\"}",
                "TITLE{\"key\":\"k\",\"value\":\"x\",\"expiry\":\"soon\"}",
                "TITLE{\"key\":\"k\",\"value\":\"x\",\"more\":1}",
                "TITLE{\"key\":\"k\",\"value\":\"x\"} {}",
                "TITLE{\"schema\":\"xyz\",\"descriptor64\":\"\"}",
                "TITLE{\"schema\":\"0000000000000001\",\"descriptor64\":\"!\"}",
                "TITLETITLE",
                "TITLE{\"end\":true,\"records\":1,\"crc32c\":\"00000000\"}",
                "{\"tellask\":\"store\",\"version\":1,\"keys\":\"string\",\"values\":\"string\"}",
                "{\"tellask\":\"store\",\"version\":0,\"keys\":\"record(\",\"values\":\"string\"}",
                "{\"tellask\":\"store\",\"version\":0,\"keys\":\"string\",\"values\":\"../x\"}"
            })
    void refusesHostileLines(String text) {
        String title = "{\"tellask\":\"store\",\"version\":0,\"keys\":\"string\",\"values\":\"string\"}\n";
        refused(text.replace("TITLE", title).getBytes(UTF_8), false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    {"key":"k"}                                   | field is missing: name=value
                    {"key":"k","value":null}                      | not text: field=value
                    {"key":"k","value":7}                         | not text: field=value
                    {"key":"k","value":"x","value":"y"}           | field stands twice: name=value
                    {"key":"k","key":"l","value":"x"}             | field stands twice: name=key
                    {"key":"k","value":"x","expiry":null}         | not text: field=expiry
                    {"tellask":"map"}                             | not store: field=tellask
                    {"sequence":99999999999999999999}             | number > limit=9223372036854775807: field=sequence
                    {"end":false}                                 | not true: field=end
                    {}                                            | a line begins with tellask, schema, key or end""")
    void namesTheLineAndTheFieldThatIsWrong(String line, String message) {
        String title = "{\"tellask\":\"store\",\"version\":0,\"keys\":\"string\",\"values\":\"string\"}\n";

        assertThatThrownBy(() -> read((title + line).getBytes(UTF_8), folder.resolve("target"), false))
                .isInstanceOf(TransferException.class)
                .hasMessageStartingWith("import: line=2: " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"key:string,value:string,expiry\nk,x,\nl,x,\nk,y,\n", """
                {"tellask":"store","version":0,"keys":"string","values":"string"}
                {"key":"l","value":"x"}
                {"key":"k","value":"x"}
                {"key":"k","value":"y"}
                """})
    void refusesAKeyThatStandsTwice(String text) {
        assertThatThrownBy(() -> read(text.getBytes(UTF_8), folder.resolve("target"), text.startsWith("key")))
                .isInstanceOf(TransferException.class)
                .hasMessage("import: line=4: key stands twice; no export writes it again");
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key,value",
                "key:string,value:string,expiry\n\"k",
                "key:string,value:string,expiry\n\"k\"x,y,",
                "key:string,value:string,expiry\nk",
                "key:int32,value:string,expiry\n99999999999,x,",
                "key:uuid,value:string,expiry\n1-1-1-1-1,x,",
                "key:bytes,value:bytes,expiry\n!,x,",
                "key:record(string,int32),value:string,expiry\n[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]],x,",
                "key:string,value:string,expiry\n#end,x,y"
            })
    void refusesHostileRows(String text) {
        refused(text.getBytes(UTF_8), true);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '\0', textBlock = """
                    id,name                            @ line=1, column=1: expected the columns key:KIND,value:KIND,expiry
                    key:string,name                    @ line=1, column=2: expected the columns key:KIND,value:KIND,expiry
                    key:string,value:string,ttl        @ line=1, column=3: expected the columns key:KIND,value:KIND,expiry
                    key:string;value:string;expiry     @ found key:string;value:string;expiry; cells seem to be separated by ;, write commas
                    key:string~value:string~expiry     @ cells seem to be separated by tabs, write commas
                    TITLE#k;Ada;                       @ line=2: cells=1, expected=3; cells seem to be separated by ;, write commas
                    TITLE#k,Ada, the first,            @ line=2: cells=4, expected=3 as in the first line; a cell with a comma
                    TITLE#"k"x,Ada,                    @ line=2, column=1: something follows the quotes of the cell, character=4
                    NUMBERS#1,x,#seven,x,              @ line=3, column=1: expected a whole number, found seven""")
    void namesTheLineAndTheColumnThatIsWrong(String file, String message) {
        String text = file.replace("TITLE", "key:string,value:string,expiry")
                .replace("NUMBERS", "key:int32,value:string,expiry")
                .replace('#', '\n')
                .replace('~', '\t');

        assertThatThrownBy(() -> read(text.getBytes(UTF_8), folder.resolve("target"), true))
                .isInstanceOf(TransferException.class)
                .hasMessageStartingWith("import: line=")
                .hasMessageContaining(message);
    }

    @Test
    void refusesALineOverTheLimitBeforeReadingAllOfIt() {
        LineReader lines = new LineReader(new ByteArrayInputStream("12345\n".getBytes(UTF_8)), 4);

        assertThatThrownBy(lines::next)
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("line=1")
                .hasMessageContaining("limit=4");
        LineReader fitting = new LineReader(new ByteArrayInputStream("1234\n".getBytes(UTF_8)), 4);
        assertThatCode(fitting::next).doesNotThrowAnyException();
    }

    @Test
    void namesAReasonWhereAPackedFileIsEmpty() {
        assertThatThrownBy(() -> new Importer(folder.resolve("store"), null, records -> {})
                        .read(new ByteArrayInputStream(new byte[0]), "export.jsonl.gz"))
                .isInstanceOf(TransferException.class)
                .hasMessage("import: the file cannot be unpacked, file=export.jsonl.gz, reason=it ends early;"
                        + " use a whole one");
        assertThat(folder.resolve("store")).doesNotExist();
    }
}
