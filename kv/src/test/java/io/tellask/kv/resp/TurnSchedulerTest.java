package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.TurnScheduler;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which connections of one loop are served, on a loop that the test turns by hand. */
class TurnSchedulerTest {
    private static final int VALUE_BYTES = 64 << 10;
    private static final String GET = RespPeer.encoded("GET", "large");
    private static final String PING = RespPeer.encoded("PING");
    private static final String PONG = "+PONG\r\n";
    private static final int PASS_GETS = TurnScheduler.PASS_BYTES / VALUE_BYTES + 1;

    private static final int TURN_NANOS = TurnScheduler.TURN_BYTES * TurnScheduler.NANOS_PER_BYTE;

    private static final int SLOW_PORTIONS = 4;
    private static final int SLOW_CHANNEL_BYTES = 2_000;
    private static final String PUBLISH_SLOWLY = RespPeer.encoded("PUBLISH", "a".repeat(SLOW_CHANNEL_BYTES), "message");

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Engine engine;

    @BeforeEach
    void open() {
        EngineSettings settings = new EngineSettings(
                directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
        Peer writer = new Peer();
        writer.sends(RespPeer.encoded("SET", "large", "x".repeat(VALUE_BYTES / 2)));
        writer.sends(RespPeer.encoded("APPEND", "large", "x".repeat(VALUE_BYTES / 2)));
        loop.turn();
    }

    @AfterEach
    void close() {
        engine.disconnect();
        engine.close();
    }

    @Test
    void aTurnEndsAfterItsBytesAndGoesOnWhenTheSocketsWereServed() {
        Peer costly = new Peer();
        costly.sends(GET.repeat(100));
        int first = costly.values();
        assertThat(first).isBetween(TurnScheduler.TURN_BYTES / VALUE_BYTES, 20);
        assertThat(costly.reads())
                .as("nothing more is read while requests wait")
                .isFalse();

        loop.turn();
        assertThat(costly.values()).isGreaterThan(first).isLessThan(3 * first + 1);
        loop.turnUntilIdle();
        assertThat(costly.values()).isEqualTo(100);
        assertThat(costly.reads()).isTrue();
    }

    @Test
    void aReadOfAConnectionThatCostsLittleIsServedAtOnce() {
        Peer cheap = new Peer();
        cheap.sends(PING);
        assertThat(cheap.text()).isEqualTo(PONG);
        assertThat(cheap.reads()).isTrue();
        assertThat(loop.isIdle()).isTrue();
    }

    @Test
    void aConnectionThatCostMuchWaitsWithItsNextReadUntilATurnOfItCostsLittle() {
        Peer costly = new Peer();
        costly.sends(GET.repeat(2));
        assertThat(costly.values()).isEqualTo(2);
        costly.sends(PING);
        assertThat(costly.text()).doesNotEndWith(PONG);
        loop.turn();
        assertThat(costly.text()).endsWith(PONG);
        costly.sends(PING);
        assertThat(costly.text()).endsWith(PONG + PONG);
    }

    @Test
    void whereAllTogetherCostMuchThoseThatCostLittleGoFirst() {
        Peer cheap = new Peer();
        cheap.sends(PING);
        Peer[] costly = new Peer[3];
        for (int i = 0; i < costly.length; i++) {
            costly[i] = new Peer();
        }
        costly[0].sends(GET.repeat(PASS_GETS)); // one pass, at least
        costly[1].sends(GET.repeat(3));
        costly[2].sends(GET.repeat(3));
        cheap.sends(PING);
        assertThat(costly[1].values()).isZero();
        assertThat(cheap.text()).isEqualTo(PONG);

        loop.turn();
        assertThat(cheap.text()).isEqualTo(PONG + PONG);
        assertThat(costly[2].values())
                .as("a short turn of one that is new, and one that costs much for each turn of the loop")
                .isLessThanOrEqualTo(1);
        loop.turnUntilIdle();
        assertThat(costly[0].values()).isEqualTo(PASS_GETS);
        assertThat(costly[1].values()).isEqualTo(3);
        assertThat(costly[2].values()).isEqualTo(3);
    }

    @Test
    void thoseThatCostLittleUntilNowHaveShortTurnsWhereAllTogetherCostMuch() {
        Peer cheap = new Peer();
        Peer[] flooding = new Peer[300];
        for (int i = 0; i < flooding.length; i++) {
            flooding[i] = new Peer();
            flooding[i].sends(PING);
        }
        for (Peer peer : flooding) {
            peer.sends(PING.repeat(4_000));
        }
        cheap.sends(PING);
        int before = sent(flooding);
        while (cheap.text().isEmpty()) {
            assertThat(loop.isIdle()).isFalse();
            loop.turn();
        }
        assertThat(sent(flooding) - before).isLessThan(flooding.length * TurnScheduler.SHORT_TURN_BYTES);
        loop.turnUntilIdle();
        assertThat(sent(flooding)).isEqualTo(flooding.length * 4_001 * PONG.length());
    }

    @Test
    void aRequestOfManyKeysWaitsBehindThoseThatCostLittle() {
        String[] words = new String[200];
        Arrays.fill(words, "large");
        words[0] = "MGET";
        Peer[] hungry = new Peer[20];
        for (int i = 0; i < hungry.length; i++) {
            hungry[i] = new Peer();
            hungry[i].sends(RespPeer.encoded(words));
        }
        assertThat(sent(hungry) / VALUE_BYTES).as("alone it need not wait").isEqualTo(words.length - 1);
        Peer cheap = new Peer();
        cheap.sends(PING);
        loop.turn();
        assertThat(cheap.text()).isEqualTo(PONG);
        assertThat(sent(hungry) / VALUE_BYTES)
                .as("one for each turn of the loop")
                .isEqualTo(2 * (words.length - 1));
        loop.turnUntilIdle();
        assertThat(sent(hungry) / VALUE_BYTES).isEqualTo(hungry.length * (words.length - 1));
    }

    @Test
    void aLongRequestWaitsBehindThoseThatCostLittle() {
        Peer costly = new Peer();
        costly.sends(GET.repeat(PASS_GETS));
        Peer writer = new Peer();
        writer.sends(RespPeer.encoded("SET", "key", "x".repeat(TurnScheduler.SHORT_TURN_BYTES)));
        Peer cheap = new Peer();
        cheap.sends(PING);
        loop.turn();
        assertThat(cheap.text()).isEqualTo(PONG);
        assertThat(writer.text()).isEmpty();
        loop.turnUntilIdle();
        assertThat(writer.text()).isEqualTo("+OK\r\n");
    }

    @Test
    void aShortRequestThatChangesALongValueIsCostly() {
        Peer writer = new Peer();
        writer.sends(RespPeer.encoded("APPEND", "large", "x"));
        writer.sends(PING);
        assertThat(writer.text()).isEqualTo(":" + (VALUE_BYTES + 1) + "\r\n");
        loop.turn();
        assertThat(writer.text()).endsWith(PONG);
    }

    @Test
    void aTransactionOfManyCommandsWaitsAndRunsWithoutOthersInBetween() {
        Peer writer = new Peer();
        writer.sends("MULTI\r\n" + RespPeer.encoded("INCR", "n").repeat(100));
        loop.turnUntilIdle();
        Peer costly = new Peer();
        costly.sends(GET.repeat(PASS_GETS));
        String before = writer.text();
        writer.sends("EXEC\r\n");
        Peer reader = new Peer();
        reader.sends(RespPeer.encoded("GET", "n"));
        loop.turn();
        assertThat(writer.text()).isEqualTo(before);
        assertThat(reader.text()).isEqualTo("$-1\r\n");
        loop.turnUntilIdle();
        assertThat(writer.text()).endsWith(":99\r\n:100\r\n");
    }

    @Test
    void longValuesOfAPipelineAreNotReadTogether() {
        Peer first = new Peer();
        first.sends(GET.repeat(2));
        Peer second = new Peer();
        second.sends(GET.repeat(100));
        assertThat(second.values()).isEqualTo(TurnScheduler.TURN_BYTES / VALUE_BYTES);
    }

    private static int sent(Peer[] peers) {
        return Arrays.stream(peers).mapToInt(HandPeer::size).sum();
    }

    @Test
    void bytesThatComeNeverthelessAreKeptInOrder() {
        Peer costly = new Peer();
        costly.sends(GET.repeat(PASS_GETS) + "*2\r\n$4\r\nEC");
        costly.sends("HO\r\n$3\r\nabc\r\n" + PING);
        loop.turnUntilIdle();
        assertThat(costly.text()).endsWith("$3\r\nabc\r\n" + PONG);
        assertThat(costly.values()).isEqualTo(PASS_GETS);
    }

    @Test
    void aConnectionThatEndsWhileItWaitsIsForgotten() {
        Peer costly = new Peer();
        costly.sends(GET.repeat(100));
        int before = costly.values();
        costly.ends();
        loop.turnUntilIdle();
        assertThat(costly.values()).isEqualTo(before);
    }

    @Test
    void aTurnEndsWhenItsCommandsTookLongAlthoughTheyAreShort() {
        Peer slow = new Peer();
        loop.nanosPerLook = TURN_NANOS;
        slow.sends(PING.repeat(3));
        assertThat(slow.text()).isEqualTo(PONG);
        loop.turnUntilIdle();
        assertThat(slow.text()).isEqualTo(PONG.repeat(3));
    }

    @Test
    void looksAtTheClockOftenEnoughToEndATurnOfManyCommands() {
        Peer slow = new Peer();
        loop.nanosPerLook = TURN_NANOS / 5 + 1; // five looks: after 1, 2, 4, 8 and 16 commands
        slow.sends(PING.repeat(100));
        assertThat(slow.text()).isEqualTo(PONG.repeat(16));
        loop.turnUntilIdle();
        assertThat(slow.text()).isEqualTo(PONG.repeat(100));
    }

    @Test
    void othersAreServedWhileAMessageIsComparedWithManyPatterns() {
        Peer listener = listenerToSlowPatterns();
        Peer publisher = new Peer();
        Peer other = new Peer();
        publisher.sends(PUBLISH_SLOWLY + PING);
        for (int portions = 1; portions < SLOW_PORTIONS; portions++) {
            other.sends(PING);
            assertThat(other.text()).isEqualTo(PONG.repeat(portions));
            assertThat(publisher.text()).as("after portion %d", portions).isEmpty();
            loop.turn();
        }
        loop.turnUntilIdle();
        assertThat(publisher.text()).isEqualTo(":1\r\n" + PONG);
        assertThat(listener.text()).endsWith("$7\r\nmessage\r\n");
    }

    @Test
    void othersAreServedWhileManyPatternsAreRead() {
        Peer listener = new Peer();
        Peer other = new Peer();
        String[] words = new String[101];
        Arrays.fill(words, "?".repeat(1_000) + "*");
        words[0] = "PSUBSCRIBE";
        for (int i = 1; i < words.length; i++) {
            words[i] += i;
        }
        listener.sends(RespPeer.encoded(words));
        other.sends(PING);
        assertThat(other.text()).isEqualTo(PONG);
        assertThat(listener.text()).contains(":1\r\n").doesNotContain(":100\r\n");
        loop.turnUntilIdle();
        assertThat(listener.text()).endsWith(":100\r\n");
    }

    @Test
    void aTransactionIsNotDividedByItsMessages() {
        Peer _ = listenerToSlowPatterns();
        Peer publisher = new Peer();
        publisher.sends(RespPeer.encoded("MULTI") + PUBLISH_SLOWLY + RespPeer.encoded("EXEC"));
        assertThat(publisher.text()).endsWith("*1\r\n:1\r\n");
    }

    @Test
    void aDividedCommandThatIsNotToBeAnsweredIsNot() {
        Peer _ = listenerToSlowPatterns();
        Peer publisher = new Peer();
        publisher.sends(RespPeer.encoded("CLIENT", "REPLY", "SKIP") + PUBLISH_SLOWLY + PING);
        loop.turnUntilIdle();
        assertThat(publisher.text()).isEqualTo(PONG);
    }

    @Test
    void aDividedCommandEndsWithItsConnection() {
        Peer listener = listenerToSlowPatterns();
        Peer publisher = new Peer();
        publisher.sends(PUBLISH_SLOWLY);
        publisher.ends();
        loop.turnUntilIdle();
        assertThat(listener.text()).doesNotContain("pmessage");
    }

    /** One that listens to patterns that a message is compared with in several portions; only the last one matches. */
    private Peer listenerToSlowPatterns() {
        Peer listener = new Peer();
        int patterns = (SLOW_PORTIONS * MatchCost.TURN) / (2 * SLOW_CHANNEL_BYTES - 400);
        for (int i = 0; i < patterns; i++) {
            listener.sends(RespPeer.encoded("PSUBSCRIBE", "*" + "a".repeat(200) + "b" + i + "*"));
        }
        listener.sends(RespPeer.encoded("PSUBSCRIBE", "a*"));
        loop.turnUntilIdle();
        return listener;
    }

    @Test
    void aScanStopsWhereMatchingTakesLongAndGoesOnFromThere() {
        Peer peer = new Peer();
        for (int i = 0; i < 100; i++) {
            peer.sends(RespPeer.encoded("SET", "a".repeat(32_000) + i, "x"));
        }
        peer.sends(RespPeer.encoded("SET", "b", "x"));
        loop.turnUntilIdle();
        String cursor = "0";
        String found = "";
        int calls = 0;
        do {
            Peer scanning = new Peer();
            scanning.sends(RespPeer.encoded("SCAN", cursor, "MATCH", "*" + "?a".repeat(500) + "b*", "COUNT", "1000"));
            String reply = scanning.text();
            cursor = reply.split("\r\n")[2];
            found += reply;
            calls++;
        } while (!cursor.equals("0"));
        assertThat(calls).isBetween(100 * 16 * 32_000 / MatchCost.TURN / 2, 101);
        assertThat(found).doesNotContain("aaa");
    }

    @Test
    void patternsCountAsReadAndNoLongerThanSomebodyListens() {
        Peer listener = new Peer();
        long before = engine.clients().heldBytes();
        String pattern = "*?abc*" + "d".repeat(1_000) + "*";
        listener.sends(RespPeer.encoded("PSUBSCRIBE", pattern));
        assertThat(engine.clients().heldBytes() - before).isGreaterThan(5_000);
        listener.sends(RespPeer.encoded("PUNSUBSCRIBE", pattern));
        assertThat(engine.clients().heldBytes()).isEqualTo(before);
    }

    private final class Peer extends HandPeer {
        Peer() {
            super(engine, loop);
        }

        int values() {
            return size() / VALUE_BYTES;
        }
    }
}
