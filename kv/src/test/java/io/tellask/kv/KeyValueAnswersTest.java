package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.RemotingException;
import io.tellask.remote.Spore;
import io.tellask.store.StoreLimitException;
import io.tellask.store.StoreLimits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a few bytes of a client's may make the server hold: answers and arguments that take much more than what names them. */
@Timeout(60)
class KeyValueAnswersTest {
    private static final int VALUE_BYTES = 1_000;
    private static final int ANSWER_BYTES = 10_240;
    private static final int BYTES_PER_KEY = 16;

    @TempDir
    private Path directory;

    private static KeyValueOptions smallAnswers() {
        return KeyValueOptions.defaults()
                .withLimits(StoreLimits.defaults().withValueBytes(VALUE_BYTES).withBatchBytes(ANSWER_BYTES));
    }

    private static byte[][] repeated(byte[] key, int times) {
        byte[][] keys = new byte[times][];
        Arrays.fill(keys, key);
        return keys;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:0", "memory://kv-answers"})
    void answersManyKeysUpToTheLimitInBytesAndRefusesOneMore(String address) throws Exception {
        try (KeyValueFixture fixture = new KeyValueFixture(directory, address, smallAnswers())) {
            KeyValueMap map = fixture.map();
            answer(map.put(bytes("k"), new byte[VALUE_BYTES]));
            int values = ANSWER_BYTES / (VALUE_BYTES + BYTES_PER_KEY);
            int absent = (ANSWER_BYTES - values * (VALUE_BYTES + BYTES_PER_KEY)) / BYTES_PER_KEY;
            byte[][] keys = repeated(bytes("k"), values + absent + 1);
            Arrays.fill(keys, values, keys.length, bytes("absent"));

            assertThat(answer(map.getAll(Arrays.copyOf(keys, values + absent)))[values - 1])
                    .hasSize(VALUE_BYTES);
            assertThatThrownBy(() -> answer(map.getAll(keys)))
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessageEndingWith(" > limit=10240; ask for fewer keys at once");
            assertThatThrownBy(() -> answer(map.getAll(repeated(bytes("k"), values + 1))))
                    .isInstanceOf(StoreLimitException.class)
                    .hasMessage("store: keys=11, bytes of their values so far with 16 for each key=11176 > limit=10240;"
                            + " ask for fewer keys at once");
        }
    }

    @Test
    void answersOneValueOfAnyLength() throws Exception {
        KeyValueOptions options = KeyValueOptions.defaults()
                .withLimits(StoreLimits.defaults().withBatchBytes(1_024).withValueBytes(ANSWER_BYTES));
        try (KeyValueFixture fixture = new KeyValueFixture(directory, "memory://kv-long-value", options)) {
            KeyValueMap map = fixture.map();
            answer(map.put(bytes("k"), new byte[ANSWER_BYTES]));
            assertThat(answer(map.getAll(repeated(bytes("k"), 1)))[0]).hasSize(ANSWER_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:0", "memory://kv-arguments"})
    void takesAsManyKeysAsThereIsMemoryForAndServesOthersAfterMore(String address) throws Exception {
        PeerMemory memory = new PeerMemory(4 << 20);
        try (KeyValueFixture fixture = new KeyValueFixture(directory, address, KeyValueOptions.defaults(), memory)) {
            KeyValueMap honest = fixture.map();
            KeyValueMap greedy = fixture.map();
            answer(honest.put(bytes("k"), bytes("v")));

            assertThat(answer(honest.getAll(repeated(bytes("k"), 50_000)))).hasNumberOfRows(50_000);
            assertThatThrownBy(() -> answer(greedy.getAll(repeated(new byte[0], 300_000)))) // 600 KB that take 6 MB
                    .isInstanceOf(RemotingException.class);

            assertThat(answer(honest.get(bytes("k")))).isEqualTo(bytes("v"));
            assertThat(memory.statistics().closedConnections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:0", "memory://kv-nulls"})
    void namesTheArgumentThatIsNull(String address) throws Exception {
        try (KeyValueFixture fixture = new KeyValueFixture(directory, address, KeyValueOptions.defaults())) {
            for (KeyValueMap map : new KeyValueMap[] {fixture.map(), fixture.localMap()}) {
                callsWithNulls(map)
                        .forEach((call, made) -> assertThatThrownBy(made::call)
                                .as(call)
                                .isInstanceOf(KeyValueException.class)
                                .hasMessageStartingWith(
                                        "call refused: " + call.substring(call.indexOf(' ') + 1) + "=null; "));
            }
        }
    }

    private static Map<String, Callable<?>> callsWithNulls(KeyValueMap map) {
        byte[] k = bytes("k");
        Map<String, Callable<?>> calls = new LinkedHashMap<>();
        calls.put("get key", () -> answer(map.get(null)));
        calls.put("getAll keys", () -> answer(map.getAll(null)));
        calls.put("getAll keys[1]", () -> answer(map.getAll(new byte[][] {k, null})));
        calls.put("getVersioned key", () -> answer(map.getVersioned(null)));
        calls.put("put key", () -> answer(map.put(null, k)));
        calls.put("put value", () -> answer(map.put(k, null)));
        calls.put("put(expiry) value", () -> answer(map.put(k, null, null)));
        calls.put("putIfAbsent value", () -> answer(map.putIfAbsent(k, null)));
        calls.put("compareAndSet value", () -> answer(map.compareAndSet(k, 0, null, null)));
        calls.put("compareAndRemove key", () -> answer(map.compareAndRemove(null, 0)));
        calls.put("putAll keys", () -> answer(map.putAll(null, new byte[0][])));
        calls.put("putAll values[0]", () -> answer(map.putAll(new byte[][] {k}, new byte[1][])));
        calls.put("remove key", () -> answer(map.remove(null)));
        calls.put("commit batch", () -> answer(map.commit(null)));
        calls.put("commit batch.value", () -> answer(map.commit(batchOf(new KeyValueBatch.Put(k, null, null)))));
        calls.put("commit batch.key", () -> answer(map.commit(batchOf(new KeyValueBatch.Remove(null)))));
        calls.put("scan prefix", () -> answer(Streams.collect(map.scan(null))));
        calls.put("changes prefix", () -> answer(Streams.collect(map.changes(null))));
        calls.put("changesFrom prefix", () -> answer(Streams.collect(map.changesFrom(null, 0))));
        calls.put("follow prefix", () -> answer(Streams.collect(map.follow(null))));
        calls.put("process spore", () -> answer(Streams.collect(map.process(k, (Spore<KeyValue, String>) null))));
        return calls;
    }

    private static KeyValueBatch batchOf(KeyValueBatch.Step step) {
        return new KeyValueBatch(List.of(step));
    }
}
