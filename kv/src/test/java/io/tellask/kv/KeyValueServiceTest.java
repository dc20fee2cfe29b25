package io.tellask.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.console.ConsoleSource;
import io.tellask.console.StoreRow;
import io.tellask.remote.Spore;
import io.tellask.store.Durability;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueServiceTest {
    @TempDir
    private Path directory;

    private ActorSystem system;
    private KeyValueService service;

    @BeforeEach
    void open() {
        open(KeyValueOptions.defaults());
    }

    private void open(KeyValueOptions options) {
        system = ActorSystem.create();
        service = KeyValueService.open(system, directory, options);
    }

    @AfterEach
    void close() {
        service.close();
        system.close();
    }

    private void reopen(KeyValueOptions options) {
        close();
        open(options);
    }

    private KeyValueMap map(String name) throws Exception {
        return answer(service.store().open(name));
    }

    @Test
    void tellsAConsoleOfItsMaps() throws Exception {
        ConsoleSource source = service.consoleSource();
        assertThat(source.stores()).isEmpty();
        answer(map("prices").put(bytes("k"), bytes("v")));
        answer(map("orders").put(bytes("k"), bytes("v")));

        assertThat(source.stores()).extracting(StoreRow::name).containsExactly("orders", "prices");
        StoreRow row = source.stores().getFirst();
        assertThat(row.records()).isEqualTo(1);
        assertThat(row.liveBytes()).isPositive().isLessThanOrEqualTo(row.logBytes());
        assertThat(row.logBytes()).isLessThanOrEqualTo(row.diskBytes());
        assertThat(row.durability()).isEqualTo("PERIODIC");
        assertThat(row.readOnly()).isFalse();
        close();
        assertThat(source.stores()).isEmpty();
        open();
    }

    @Test
    void opensAndClosesOnAThreadThatIsInterruptedAndStaysSo() throws Exception {
        answer(map("kept").put(bytes("k"), bytes("v")));
        close();
        try {
            Thread.currentThread().interrupt();
            open(KeyValueOptions.defaults());
            assertThat(Thread.interrupted()).isTrue();
            assertThat(answer(map("kept").get(bytes("k")))).isEqualTo(bytes("v"));
            assertThatThrownBy(() -> KeyValueService.open(system, directory, KeyValueOptions.defaults()))
                    .hasMessageContaining("directory locked");
            Thread.currentThread().interrupt();
            service.close();
            assertThat(Thread.interrupted()).isTrue();
            service = KeyValueService.open(system, directory, KeyValueOptions.defaults());
        } finally {
            boolean _ = Thread.interrupted();
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void storesBytesAndHandsThemOutUnchanged(Durability durability) throws Exception {
        reopen(KeyValueOptions.defaults().withDurability(durability));
        KeyValueMap map = map("bytes");
        byte[] value = {0, -1, 127, 10, 13};

        answer(map.put(new byte[] {-128, 0}, value));
        answer(map.put(bytes("empty"), new byte[0]));

        assertThat(answer(map.get(new byte[] {-128, 0}))).isEqualTo(value);
        assertThat(answer(map.get(bytes("empty")))).isEmpty();
        assertThat(answer(map.get(bytes("absent")))).isNull();
        assertThat(answer(map.size())).isEqualTo(2);
    }

    @Test
    void findsEverythingAfterReopening() throws Exception {
        KeyValueMap before = map("m");
        answer(before.putAll(numbers(1_000), numbers(1_000)));
        assertThat(answer(before.remove(bytes("7")))).isTrue();
        assertThat(answer(before.remove(bytes("7")))).isFalse();

        reopen(KeyValueOptions.defaults());

        assertThat(answer(service.store().names())).containsExactly("m");
        KeyValueMap after = map("m");
        assertThat(answer(after.size())).isEqualTo(999);
        assertThat(answer(after.getAll(new byte[][] {bytes("6"), bytes("7"), bytes("8")})))
                .isDeepEqualTo(new byte[][] {bytes("6"), null, bytes("8")});
        assertThat(service.recoveries()).containsOnlyKeys("m");
    }

    @Test
    void keepsMapsApart() throws Exception {
        answer(map("a").put(bytes("k"), bytes("1")));
        answer(map("b").put(bytes("k"), bytes("2")));

        assertThat(answer(map("a").get(bytes("k")))).isEqualTo(bytes("1"));
        assertThat(answer(map("b").get(bytes("k")))).isEqualTo(bytes("2"));
    }

    @Test
    void streamsRecordsWithThePrefixOnly() throws Exception {
        KeyValueMap map = map("m");
        answer(map.putAll(numbers(5_000), numbers(5_000)));

        Map<String, String> found = new TreeMap<>();
        collect(map.scan(bytes("49"))).forEach(record -> found.put(record.keyText(), record.valueText()));

        assertThat(found)
                .hasSize(111)
                .containsEntry("49", "49")
                .containsEntry("4999", "4999")
                .doesNotContainKey("4");
        assertThat(collect(map.scan(new byte[0]))).hasSize(5_000);
    }

    /** Emits the keys, and stops after some. */
    record Keys(int count, List<String> seen) implements Spore<KeyValue, String> {
        @Override
        public void accept(KeyValue record, Output<String> out) {
            seen.add(record.keyText());
            out.emit(record.keyText());
            if (seen.size() == count) {
                out.stop();
            }
        }

        @Override
        public void finish(Output<String> out) {
            out.emit("end");
        }
    }

    @Test
    void stopsLookingWhenTheSporeStops() throws Exception {
        KeyValueMap map = map("m");
        answer(map.putAll(numbers(5_000), numbers(5_000)));
        Keys spore = new Keys(10, new ArrayList<>());

        List<String> emitted = collect(map.process(bytes("1"), spore));

        assertThat(emitted).hasSize(11).endsWith("end");
        assertThat(spore.seen()).hasSize(10).allMatch(key -> key.startsWith("1"));
    }

    @Test
    void failsTheStreamWithWhatASporeThrows() throws Exception {
        KeyValueMap map = map("m");
        answer(map.put(bytes("k"), bytes("v")));

        Flow.Publisher<String> stream = map.process(new byte[0], (record, out) -> {
            throw new IllegalStateException("spore broke");
        });

        assertThatThrownBy(() -> collect(stream)).hasMessageContaining("spore broke");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".hidden", "..", "a/b", "a b", "ä"})
    void refusesNamesThatAreNoFolders(String name) {
        assertThatThrownBy(() -> map(name))
                .isInstanceOf(KeyValueException.class)
                .hasMessageContaining("map name refused");
    }

    @Test
    void namesTheCharacterThatAMapsNameMustNotHave() {
        assertThatThrownBy(() -> map("a/b")).hasMessageContaining("character='/', index=1;");
        assertThatThrownBy(() -> map(".a")).hasMessageContaining("character='.', index=0;");
        assertThatThrownBy(() -> map("a\n")).hasMessageContaining("character=U+000A, index=1;");
        assertThatThrownBy(() -> map("")).hasMessageContaining("length=0,");
    }

    @Test
    void findsOnlyMapsThatExist() throws Exception {
        assertThatThrownBy(() -> answer(service.store().find("m"))).hasMessage("no such map: m; there are no maps yet");
        map("b");
        answer(map("a").put(bytes("k"), bytes("v")));

        assertThat(answer(answer(service.store().find("a")).get(bytes("k")))).isEqualTo(bytes("v"));
        assertThatThrownBy(() -> answer(service.store().find("m")))
                .isInstanceOf(KeyValueException.class)
                .hasMessage("no such map: m; maps: a, b");
        assertThat(answer(service.store().names())).containsExactly("a", "b");
    }

    @Test
    void leavesFoldersOfOthersAlone() throws Exception {
        Path photos = Files.createDirectory(directory.resolve("photos"));
        Files.createFile(photos.resolve("holiday.jpg"));

        reopen(KeyValueOptions.defaults());

        assertThat(answer(service.store().names())).isEmpty();
        for (String name : List.of("photos", DirectoryLock.FILE)) {
            assertThatThrownBy(() -> map(name))
                    .hasMessageContaining("map refused: map=" + name)
                    .hasMessageContaining("choose another name")
                    .message()
                    .doesNotContain(directory.toString());
        }
        assertThat(photos.toFile().list()).containsExactly("holiday.jpg");
    }

    @Test
    void servesADirectoryThatHoldsNothingButMaps() throws Exception {
        answer(map("restored").put(bytes("k"), bytes("v")));
        close();
        Files.delete(directory.resolve(DirectoryLock.FILE));

        open(KeyValueOptions.defaults());

        assertThat(answer(map("restored").get(bytes("k")))).isEqualTo(bytes("v"));
    }

    @Test
    void refusesADirectoryThatHoldsOtherThingsBesideMaps() throws Exception {
        map("restored");
        close();
        Files.delete(directory.resolve(DirectoryLock.FILE));
        Files.createFile(directory.resolve("pom.xml"));

        assertThatThrownBy(() -> open(KeyValueOptions.defaults()))
                .isInstanceOf(KeyValueException.class)
                .hasMessageContaining("holds other things than maps and has no file tellask.lock");
    }

    @Test
    void refusesADirectoryWhoseLockIsNoFile() throws Exception {
        close();
        Path lock = directory.resolve(DirectoryLock.FILE);
        for (Path target : List.of(Path.of("/dev/zero"), directory.resolve("nothing"), directory)) {
            Files.deleteIfExists(lock);
            Files.createSymbolicLink(lock, target);
            assertThatThrownBy(() -> open(KeyValueOptions.defaults()))
                    .isInstanceOf(KeyValueException.class)
                    .hasMessageContaining("its tellask.lock is no file")
                    .hasMessageContaining("move it away");
        }
        Files.delete(lock);
        open(KeyValueOptions.defaults());
    }

    @Test
    void servesHealthyMapsBesideADamagedOne() throws Exception {
        answer(map("healthy").put(bytes("k"), bytes("v")));
        map("ill");
        close();
        Files.write(directory.resolve("ill/STORE"), new byte[100]);

        open(KeyValueOptions.defaults());

        assertThat(answer(map("healthy").get(bytes("k")))).isEqualTo(bytes("v"));
        assertThat(answer(service.store().names())).containsExactly("healthy", "ill");
        for (Callable<?> call : List.<Callable<?>>of(
                () -> map("ill"), () -> answer(service.store().find("ill")))) {
            assertThatThrownBy(call::call)
                    .isInstanceOf(StoreDamagedException.class)
                    .hasMessageContaining("file=ill/STORE")
                    .hasMessageNotContainingAny(directory.toString());
        }
        assertThat(service.damages())
                .singleElement()
                .satisfies(damage -> assertThat(damage)
                        .contains("map=ill is not served")
                        .contains("tellask store check " + directory.resolve("ill"))
                        .doesNotContain("store repair"));
    }

    @Test
    void recommendsRepairOnlyOfWhatItTakes() throws Exception {
        map("ill");
        close();
        Files.write(directory.resolve("ill/END"), new byte[100]);

        open(KeyValueOptions.defaults());

        assertThat(service.damages())
                .singleElement()
                .asString()
                .contains("'tellask store repair " + directory.resolve("ill") + "' saves what is readable");
    }

    @Test
    void removesADirectoryThatItMadeAndDidNotUse() throws Exception {
        Path made = directory.resolve("a/b");

        KeyValueService.open(system, made, KeyValueOptions.defaults()).close();

        assertThat(directory.resolve("a")).doesNotExist();
    }

    @Test
    void refusesANameOfOneLetterTooMany() throws Exception {
        map("n".repeat(MapName.MAX_LENGTH));

        assertThatThrownBy(() -> map("n".repeat(MapName.MAX_LENGTH + 1))).hasMessageContaining("limit=64");
    }

    @Test
    void refusesOneMapTooMany() throws Exception {
        reopen(KeyValueOptions.defaults().withMaps(2));
        map("a");
        map("b");

        assertThatThrownBy(() -> map("c")).isInstanceOf(KeyValueException.class).hasMessageContaining("maps=2");
        assertThat(map("a")).isNotNull();
    }

    @Test
    void servesTheMapsThatAreThereHoweverManyAndMakesNoOther() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            map(name);
        }

        reopen(KeyValueOptions.defaults().withMaps(1));

        assertThat(answer(service.store().names())).containsExactly("a", "b", "c");
        assertThat(map("b")).isNotNull();
        assertThatThrownBy(() -> map("d"))
                .isInstanceOf(KeyValueException.class)
                .hasMessageContaining("maps=3 >= maps=1");
    }

    @Test
    void refusesADirectoryThatAnotherServiceHas() {
        assertThatThrownBy(() -> KeyValueService.open(system, directory, KeyValueOptions.defaults()))
                .isInstanceOf(KeyValueException.class)
                .hasMessageContaining("directory locked")
                .hasMessageContaining("process=" + ProcessHandle.current().pid());
    }

    @Test
    void refusesUnpairedBatchesAndValuesOverTheLimit() throws Exception {
        reopen(KeyValueOptions.defaults().withLimits(StoreLimits.defaults().withValueBytes(100)));
        KeyValueMap map = map("m");
        answer(map.put(bytes("fits"), new byte[100]));

        assertThatThrownBy(() -> answer(map.put(bytes("long"), new byte[101]))).hasMessageContaining("valueBytes=100");
        assertThatThrownBy(() -> answer(map.putAll(numbers(2), numbers(1)))).hasMessageContaining("keys=2, values=1");
        assertThat(answer(map.size())).isEqualTo(1);
    }

    @Test
    void countsRecords() throws Exception {
        KeyValueMap map = map("m");
        answer(map.putAll(numbers(10), numbers(10)));

        MapStatistics statistics = answer(map.statistics());

        assertThat(statistics.name()).isEqualTo("m");
        assertThat(statistics.records()).isEqualTo(10);
        assertThat(statistics.diskBytes()).isGreaterThanOrEqualTo(statistics.liveBytes());
        assertThat(statistics.durability()).isEqualTo("PERIODIC");
    }

    private static byte[][] numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> bytes(Integer.toString(n)))
                .toArray(byte[][]::new);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static <T> List<T> collect(Flow.Publisher<T> stream) throws Exception {
        return answer(Streams.collect(stream));
    }

    private static <T> T answer(Promise<T> promise) throws Exception {
        try {
            return promise.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }
}
