package io.tellask.kv;

import static io.tellask.kv.KeyValueFixture.answer;
import static io.tellask.kv.KeyValueFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans that find nothing for long give way to those that begin later. */
class StreamTurnsTest {
    private static final int RECORDS = 100_000;
    private static final int BATCH = 1_000;
    private static final int LONG_SCANS = 32 * Runtime.getRuntime().availableProcessors();

    @TempDir
    private Path directory;

    @Test
    void aScanOfOneRecordDoesNotWaitForManyThatFindNothing() throws Exception {
        try (KeyValueFixture server =
                new KeyValueFixture(directory, "tellask://127.0.0.1:0", KeyValueOptions.defaults())) {
            fill(server.localMap());
            KeyValueMap quiet = answer(server.store().open("other"));
            answer(quiet.put(bytes("k"), bytes("v")));
            assertThat(answer(Streams.collect(quiet.scan(bytes("k"))))).hasSize(1);

            KeyValueMap busy = server.map();
            AtomicInteger ended = new AtomicInteger();
            List<Promise<List<KeyValue>>> scans = new ArrayList<>();
            for (int i = 0; i < LONG_SCANS; i++) {
                scans.add(Streams.collect(busy.scan(bytes("none")))
                        .whenComplete((found, failure) -> ended.incrementAndGet()));
            }
            assertThat(answer(busy.get(bytes("none")))).as("behind all scans").isNull();
            assertThat(answer(Streams.collect(quiet.scan(bytes("k"))))).hasSize(1);
            assertThat(ended).as("long scans that had ended").hasValueLessThan(LONG_SCANS / 2);
            for (Promise<List<KeyValue>> scan : scans) {
                assertThat(answer(scan)).isEmpty();
            }
        }
    }

    private static void fill(KeyValueMap map) throws Exception {
        byte[][] values = new byte[BATCH][20];
        for (int from = 0; from < RECORDS; from += BATCH) {
            byte[][] keys = IntStream.range(from, from + BATCH)
                    .mapToObj(i -> bytes("key" + i))
                    .toArray(byte[][]::new);
            answer(map.putAll(keys, values));
        }
    }
}
