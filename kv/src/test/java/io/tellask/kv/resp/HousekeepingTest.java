package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a loop does of itself gives way to its sockets. */
class HousekeepingTest {
    private static final int KEYS = 3_000;
    private static final int KEYS_AT_ONCE = 1_000;

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Instant now = Instant.ofEpochSecond(1);

    @Test
    void removesExpiredKeysInPortionsBetweenWhichSocketsAreServed() {
        EngineSettings settings = new EngineSettings(
                directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(256 << 20), null);
        Engine engine = new Engine(settings, Commands.table(), loop, () -> now);
        Database database = engine.databases().get(0);
        engine.clock().update();
        for (int i = 0; i < KEYS; i++) {
            database.put(("k" + i).getBytes(ISO_8859_1), new byte[1], now.toEpochMilli() + 1);
        }
        now = now.plusSeconds(1);
        loop.passTime();
        for (int removed = KEYS_AT_ONCE; removed <= KEYS; removed += KEYS_AT_ONCE) {
            loop.turn();
            assertThat(database.expiring()).isEqualTo(KEYS - removed);
        }
        loop.turnUntilIdle();
        assertThat(database.size()).isZero();
        engine.close();
    }
}
