package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tellask.actor.Streams;
import io.tellask.store.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients are refused arrives as a {@link KeyValueException} that says nothing of where the server has its files. */
class KeyValueRefusalsTest {
    private static final String TCP = "tellask://127.0.0.1:0";

    @TempDir
    private Path parent;

    private Path directory() {
        return parent.resolve("served");
    }

    private KeyValueFixture serve(String address, Durability durability) {
        return new KeyValueFixture(
                directory(), address, KeyValueOptions.defaults().withDurability(durability));
    }

    private void assertRefused(Callable<?> call, String text) {
        Throwable refusal = catchThrowable(call::call);
        assertThat(refusal).isInstanceOf(KeyValueException.class).hasMessageContaining(text);
        for (Throwable at = refusal; at != null; at = at.getCause()) {
            assertThat(at.toString()).doesNotContain(parent.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, "memory://kv-refused-values"})
    void namesAndSequenceNumbersThatAreNone(String address) throws Exception {
        try (KeyValueFixture server = serve(address, Durability.PERIODIC)) {
            KeyValueStore store = server.store();
            assertRefused(() -> answer(store.open(null)), "map name refused: name=null");
            assertRefused(() -> answer(store.find(null)), "map name refused: name=null");
            KeyValueMap map = server.map();
            byte[] key = bytes("k");
            Map<String, Callable<?>> calls = new LinkedHashMap<>();
            calls.put("compareAndSet", () -> answer(map.compareAndSet(key, -1, key, null)));
            calls.put("compareAndRemove", () -> answer(map.compareAndRemove(key, -1)));
            calls.put(
                    "commit",
                    () -> answer(
                            map.commit(KeyValueBatch.builder().require(key, -1).build())));
            calls.put("changesFrom", () -> answer(Streams.collect(map.changesFrom(key, -1))));
            calls.forEach((name, call) -> assertRefused(call, "sequence=-1 < 0"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, "memory://kv-refused-files"})
    void filesThatAreInTheWay(String address) throws Exception {
        try (KeyValueFixture server = serve(address, Durability.PERIODIC)) {
            KeyValueStore store = server.store();
            Files.createDirectory(directory().resolve("foreign"));
            Files.writeString(directory().resolve("foreign").resolve("notes.txt"), "mine");
            Files.writeString(directory().resolve("file"), "mine");
            assertRefused(() -> answer(store.open("tellask.lock")), "map refused: map=tellask.lock");
            assertRefused(() -> answer(store.open("file")), "map refused: map=file");
            assertRefused(() -> answer(store.open("foreign")), "its folder holds other files");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TCP, "memory://kv-refused-writes"})
    void writesThatCannotBeForced(String address) throws Exception {
        try (KeyValueFixture server = serve(address, Durability.FORCED)) {
            KeyValueMap map = server.map();
            answer(map.put(bytes("k"), bytes("v")));
            Files.delete(directory().resolve("map").resolve("LOCK"));
            assertRefused(() -> answer(map.put(bytes("k"), bytes("w"))), "directory=map is read-only");
            assertRefused(() -> answer(map.put(bytes("k"), bytes("x"))), "directory=map is read-only");
            assertRefused(() -> answer(Streams.collect(map.changesFrom(bytes("k"), 1))), "directory=map is read-only");
            assertThat(answer(map.get(bytes("k")))).isEqualTo(bytes("w"));
        }
    }

    @Test
    void aMapIsNotMadeWhereTheDirectoryWasMovedAway() throws Exception {
        Path away = parent.resolve("away");
        try (KeyValueFixture server = serve(TCP, Durability.PERIODIC)) {
            KeyValueStore store = server.store();
            answer(store.find("none").handle((map, failure) -> failure));
            Files.move(directory(), away);
            assertRefused(() -> answer(store.open("second")), "the server's directory was moved away");
            assertThat(directory()).doesNotExist();
            Files.createDirectory(directory());
            assertRefused(() -> answer(store.open("second")), "the server's directory was moved away");
            Files.delete(directory());
            Files.move(away, directory());
            answer(store.open("second"));
        }
        assertThat(directory().resolve("second")).isDirectory();
    }
}
