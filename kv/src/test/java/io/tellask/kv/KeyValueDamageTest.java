package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.store.Durability;
import io.tellask.store.StoreDamagedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of the contract see of a record that is not what was written, on each transport. */
class KeyValueDamageTest {
    private static final int FIRST_VALUE = 64 + 20 + 1;
    private static final int KEPT_BYTES = 64 * 1024;

    @TempDir
    private Path directory;

    private void damageFirstValue() throws IOException {
        Path segment = directory.resolve("map").resolve("segment-00000000.log");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(FIRST_VALUE);
            int old = file.read();
            file.seek(FIRST_VALUE);
            file.write(old ^ 1);
        }
    }

    private static Map<String, Callable<?>> callsOn(KeyValueMap map, byte[] key) {
        byte[] value = bytes("v");
        Map<String, Callable<?>> calls = new LinkedHashMap<>();
        calls.put("get", () -> answer(map.get(key)));
        calls.put("getAll", () -> answer(map.getAll(new byte[][] {bytes("other"), key})));
        calls.put("getVersioned", () -> answer(map.getVersioned(key)));
        calls.put("putIfAbsent", () -> answer(map.putIfAbsent(key, value)));
        calls.put("compareAndSet", () -> answer(map.compareAndSet(key, 1, value, null)));
        calls.put("compareAndRemove", () -> answer(map.compareAndRemove(key, 1)));
        calls.put(
                "commit",
                () -> answer(map.commit(KeyValueBatch.builder()
                        .require(key, 1)
                        .put(bytes("fresh"), value)
                        .build())));
        calls.put("remove", () -> answer(map.remove(key)));
        calls.put("scan", () -> answer(Streams.collect(map.scan(bytes("")))));
        calls.put("follow", () -> answer(Streams.collect(map.follow(bytes("")))));
        calls.put("changesFrom", () -> answer(Streams.collect(map.changesFrom(bytes(""), 1))));
        return calls;
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory://kv-damage", "tellask://127.0.0.1:0"})
    void everyCallOnADamagedKeyIsRefusedWithFileAndOffsetAndNoOtherKeyNotices(String address) throws Exception {
        try (KeyValueFixture server = new KeyValueFixture(directory, address, KeyValueOptions.defaults())) {
            KeyValueMap map = server.map();
            byte[] key = bytes("k");
            answer(map.put(key, bytes("12")));
            answer(map.put(bytes("other"), bytes("whole")));
            damageFirstValue();

            callsOn(map, key)
                    .forEach((name, call) -> assertThatThrownBy(call::call)
                            .as(name)
                            .isInstanceOf(StoreDamagedException.class)
                            .hasMessageContaining("file=map/segment-00000000.log")
                            .hasMessageNotContainingAny(directory.toString())
                            .hasMessageContaining("offset=64"));
            assertThat(answer(map.get(bytes("fresh")))).isNull();
            assertThat(answer(server.map().get(bytes("other")))).isEqualTo(bytes("whole"));

            answer(map.put(key, bytes("again")));
            assertThat(answer(map.get(key))).isEqualTo(bytes("again"));
            assertThat(answer(map.size())).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMapThatIsReadOnlyIsNamedWithoutTheFolderOfTheServer(Durability durability) throws Exception {
        KeyValueOptions options = KeyValueOptions.defaults().withDurability(durability);
        try (KeyValueFixture server = new KeyValueFixture(directory, "memory://kv-read-only", options)) {
            KeyValueMap map = server.map();
            answer(map.put(bytes("long"), new byte[2 * KEPT_BYTES]));
            Path segment = directory.resolve("map").resolve("segment-00000000.log");
            try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
                file.truncate(KEPT_BYTES);
            }
            byte[][] one = {bytes("late")};
            List<Callable<?>> writes = List.of(
                    () -> answer(map.put(bytes("late"), bytes("v"))),
                    () -> answer(map.put(bytes("late"), bytes("v"), Instant.MAX)),
                    () -> answer(map.putAll(one, one)),
                    () -> answer(map.remove(bytes("long"))));
            for (Callable<?> write : writes) {
                assertThatThrownBy(write::call)
                        .isInstanceOf(KeyValueException.class)
                        .hasMessageContaining("directory=map is read-only")
                        .hasMessageNotContainingAny(directory.toString());
            }
        }
    }
}
