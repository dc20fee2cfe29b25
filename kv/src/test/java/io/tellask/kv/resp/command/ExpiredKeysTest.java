package io.tellask.kv.resp.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.HandPeer;
import io.tellask.kv.resp.RespPeer;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that pass by many keys which have just expired give way to others, also before they have found one. */
class ExpiredKeysTest {
    private static final int EXPIRED = 40_000;
    private static final int VALUE_BYTES = 60; // 4 MB of records
    private static final int TRANSACTION_STEPS = 1 << 20; // less than one command passes by, before the compactor comes

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Instant now = Instant.ofEpochSecond(1);
    private Engine engine;
    private Database database;
    private HandPeer searching;
    private HandPeer other;

    @BeforeEach
    void letManyKeysExpire() {
        RespLimits limits =
                RespLimits.builder().transactionSteps(TRANSACTION_STEPS).build();
        EngineSettings settings =
                new EngineSettings(directory, 1, KeyValueOptions.defaults(), limits, new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, () -> now);
        database = engine.databases().get(0);
        putExpired();
        searching = new HandPeer(engine, loop);
        other = new HandPeer(engine, loop);
    }

    private void putExpired() {
        engine.clock().update();
        for (int i = 0; i < EXPIRED; i++) {
            database.put(key("k" + i), new byte[VALUE_BYTES], now.toEpochMilli() + 1);
        }
        now = now.plusSeconds(1);
        engine.clock().update();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static byte[] key(String name) {
        return name.getBytes(ISO_8859_1);
    }

    /** The reply to a command, before which another client was answered as often as given. */
    private String replyBehindOthers(int others, String... words) {
        searching.sends(RespPeer.encoded(words));
        int before = 0;
        while (searching.size() == 0 && before < 10_000) {
            other.sends(RespPeer.encoded("PING"));
            loop.turn();
            before += other.takeText().equals("+PONG\r\n") ? 1 : 0;
        }
        loop.turnUntilIdle();
        assertThat(before).as("replies to others meanwhile").isGreaterThanOrEqualTo(others);
        return searching.takeText();
    }

    @Test
    void randomKeyGivesWayAndFindsTheOnlyKey() {
        database.put(key("left"), new byte[1], Database.NEVER);
        assertThat(replyBehindOthers(5, "RANDOMKEY")).isEqualTo("$4\r\nleft\r\n");
        for (int i = 0; i < 20; i++) { // meanwhile compaction may remove what has expired
            assertThat(replyBehindOthers(0, "RANDOMKEY")).isEqualTo("$4\r\nleft\r\n");
        }
    }

    @Test
    void randomKeyGivesWayAndFindsNothing() {
        assertThat(replyBehindOthers(5, "RANDOMKEY")).isEqualTo("$-1\r\n");
    }

    @Test
    void scanGivesWayBeforeItsFirstKey() {
        database.put(key("left"), new byte[1], Database.NEVER);
        assertThat(replyBehindOthers(5, "SCAN", "0")).isEqualTo("*2\r\n$1\r\n0\r\n*1\r\n$4\r\nleft\r\n");
    }

    @Test
    void scanGivesWayBeforeACursorThatNobodyWasGiven() {
        assertThat(replyBehindOthers(5, "SCAN", "1000000")).isEqualTo("*2\r\n$1\r\n0\r\n*0\r\n");
    }

    @Test
    void clientsThatGoAwayMeanwhileLeaveNoScanOpen() {
        searching.sends(RespPeer.encoded("SCAN", "0"));
        HandPeer third = new HandPeer(engine, loop);
        third.sends(RespPeer.encoded("RANDOMKEY"));
        assertThat(database.openWalks()).isEqualTo(2);
        searching.ends();
        third.ends();
        loop.turnUntilIdle();
        assertThat(database.openWalks()).isZero();
        searching = new HandPeer(engine, loop);
        assertThat(replyBehindOthers(5, "RANDOMKEY")).isEqualTo("$-1\r\n");
    }

    @Test
    void aDatabaseThatIsClearedMeanwhileEndsTheSearch() {
        database.put(key("left"), new byte[1], Database.NEVER);
        HandPeer third = new HandPeer(engine, loop);
        searching.sends(RespPeer.encoded("SCAN", "0"));
        third.sends(RespPeer.encoded("RANDOMKEY"));
        other.sends(RespPeer.encoded("FLUSHDB"));
        loop.turnUntilIdle();
        assertThat(other.takeText()).isEqualTo("+OK\r\n");
        assertThat(searching.takeText()).isEqualTo("*2\r\n$1\r\n0\r\n*0\r\n");
        assertThat(third.takeText()).isEqualTo("$-1\r\n");
        assertThat(database.openWalks()).isZero();
    }

    @Test
    void transactionsAreChargedForWhatTheyPassBy() {
        for (String[] command : new String[][] {{"RANDOMKEY"}, {"SCAN", "0"}, {"KEYS", "nothing"}}) {
            putExpired(); // the compactor may have dropped those of the command before
            StringBuilder requests = new StringBuilder(RespPeer.encoded("MULTI"));
            for (int i = 0; i < 10; i++) {
                requests.append(RespPeer.encoded(command));
            }
            searching.sends(requests + RespPeer.encoded("EXEC"));
            loop.turnUntilIdle();
            assertThat(searching.takeText())
                    .as(command[0])
                    .contains(
                            "-EXECABORT Transaction discarded because of: too much to look at in a transaction, transactionSteps="
                                    + TRANSACTION_STEPS);
        }
        assertThat(database.openWalks()).isZero();
    }
}
