package io.tellask.kv.resp.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.HandPeer;
import io.tellask.kv.resp.RespPeer;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.remote.PeerMemory;
import io.tellask.store.StoreLimits;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that write more than becomes one record of a database: nothing of them is written, and they hold no more meanwhile. */
class TransactionSizeTest {
    private static final int BATCH_BYTES = 4_096;
    private static final String TOO_LONG =
            " > StoreLimits.batchBytes=" + BATCH_BYTES + "; commit in parts or raise the limit\r\n";

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Engine engine;
    private HandPeer peer;

    @BeforeEach
    void open() {
        KeyValueOptions storing =
                KeyValueOptions.defaults().withLimits(StoreLimits.defaults().withBatchBytes(BATCH_BYTES));
        EngineSettings settings =
                new EngineSettings(directory, 2, storing, RespLimits.defaults(), new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
        peer = new HandPeer(engine, loop);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private String answer(String... lines) {
        StringBuilder requests = new StringBuilder();
        for (String line : lines) {
            requests.append(RespPeer.encoded(line.split(" ")));
        }
        peer.sends(requests.toString());
        loop.turnUntilIdle();
        return peer.takeText();
    }

    @Test
    void whereALaterDatabaseIsGivenTooMuchNothingIsWrittenToAnEarlierOne() {
        String half = "x".repeat(BATCH_BYTES / 2);
        assertThat(answer("MULTI", "SET k 1", "SELECT 1", "SET a " + half, "SET b " + half, "EXEC"))
                .contains("+QUEUED\r\n-ERR ")
                .endsWith(TOO_LONG);
        assertThat(answer("SELECT 0", "DBSIZE", "SELECT 1", "DBSIZE")).isEqualTo("+OK\r\n:0\r\n+OK\r\n:0\r\n");
    }

    @Test
    void aRecordThatIsTooLongByItsHeadersOnlyLeavesTheEarlierDatabasesAsTheyWere() {
        int bytes = BATCH_BYTES - 2 * (1 + 24);
        String value = "x".repeat(bytes - bytes / 2 - 1);
        assertThat(answer("MULTI", "SET k 1", "SELECT 1", "SET a " + value, "SET b " + value, "EXEC"))
                .endsWith(TOO_LONG);
        assertThat(answer("SELECT 0", "DBSIZE")).isEqualTo("+OK\r\n:0\r\n");
    }

    @Test
    void whereThereAreTooManyKeysToBeRemovedAtOnceNoneIsGathered() {
        for (int i = 0; i < 200; i++) {
            assertThat(answer("SET k" + i + " v")).isEqualTo("+OK\r\n");
        }
        assertThat(answer("MULTI", "SET k1 changed", "FLUSHDB", "EXEC")).endsWith(TOO_LONG);
        assertThat(answer("DBSIZE", "GET k1", "FLUSHDB", "DBSIZE")).isEqualTo(":200\r\n$1\r\nv\r\n+OK\r\n:0\r\n");
    }

    @Test
    void copiesOfALongValueAreRefusedBeforeTheyFillTheHeap() {
        assertThat(answer("SET k " + "x".repeat(2_000))).isEqualTo("+OK\r\n");
        assertThat(answer("MULTI", "COPY k a", "COPY k b", "COPY k c", "EXEC")).endsWith(TOO_LONG);
        assertThat(answer("DBSIZE")).isEqualTo(":1\r\n");
    }
}
