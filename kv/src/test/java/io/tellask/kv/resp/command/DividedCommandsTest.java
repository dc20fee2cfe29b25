package io.tellask.kv.resp.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.HandPeer;
import io.tellask.kv.resp.RespPeer;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.kv.resp.loop.DividedRemoval;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that do much are done in portions, and others are served in between; on a loop that the test turns by hand. */
class DividedCommandsTest {
    private static final String PING = RespPeer.encoded("PING");
    private static final String PONG = "+PONG\r\n";
    private static final int NAMES = 3 * DividedRemoval.NAMES;
    private static final int CLIENTS = 3 * ClientList.LINES;

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Engine engine;
    private HandPeer other;
    private HandPeer busy;

    @BeforeEach
    void open() {
        EngineSettings settings = new EngineSettings(
                directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
        other = new HandPeer(engine, loop);
        busy = new HandPeer(engine, loop);
    }

    @AfterEach
    void close() {
        engine.disconnect();
        engine.close();
    }

    @Test
    void clientsAreListed() {
        List<HandPeer> peers = peers();
        assertThat(answerInPortions("CLIENT", "LIST").lines().filter(line -> line.startsWith("id=")))
                .hasSize(CLIENTS + 2)
                .doesNotHaveDuplicates();
        assertThat(peers).hasSize(CLIENTS);
    }

    @Test
    void clientsOfNumbersAreListedInTheOrderOfTheNumbers() {
        List<HandPeer> _ = peers();
        String[] words = Stream.concat(
                        Stream.of("CLIENT", "LIST", "ID"),
                        IntStream.range(0, CLIENTS).mapToObj(i -> Integer.toString(CLIENTS + 100 - i)))
                .toArray(String[]::new);
        List<String> lines = answerInPortions(words)
                .lines()
                .filter(line -> line.startsWith("id="))
                .toList();
        assertThat(lines).hasSize(CLIENTS - 98);
        assertThat(lines.getFirst()).startsWith("id=" + (CLIENTS + 2) + " ");
    }

    @Test
    void settingsAreComparedWithManyPatterns() {
        String[] words = Stream.concat(
                        Stream.of("CONFIG", "GET", "port"),
                        IntStream.range(0, 2_000).mapToObj(i -> i % 2 == 0 ? "d*s" : "zzz"))
                .toArray(String[]::new);
        assertThat(answerInPortions(words)).startsWith("*4\r\n$9\r\ndatabases\r\n$1\r\n1\r\n$4\r\nport\r\n");
    }

    @Test
    void aClientThatGoesWhileAllAreListedIsNotListedAnyMore() {
        List<HandPeer> peers = peers();
        busy.sends(RespPeer.encoded("CLIENT", "LIST"));
        peers.getLast().ends();
        loop.turnUntilIdle();
        assertThat(busy.text().lines().filter(line -> line.startsWith("id="))).hasSize(CLIENTS + 1);
    }

    @Test
    void aMessageDoesNotComeBetweenTheLinesOfAList() {
        List<HandPeer> _ = peers();
        busy.sends(RespPeer.encoded("HELLO", "3") + RespPeer.encoded("SUBSCRIBE", "news"));
        String _ = busy.takeText();
        busy.sends(RespPeer.encoded("CLIENT", "LIST"));
        other.sends(RespPeer.encoded("PUBLISH", "news", "message"));
        loop.turnUntilIdle();
        assertThat(busy.text())
                .startsWith(">3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$7\r\nmessage\r\n=")
                .endsWith("\n\r\n");
    }

    @Test
    void aTransactionListsClientsWithoutOthersInBetween() {
        List<HandPeer> _ = peers();
        busy.sends(RespPeer.encoded("MULTI") + RespPeer.encoded("CLIENT", "LIST") + RespPeer.encoded("EXEC"));
        assertThat(busy.text().lines().filter(line -> line.startsWith("id="))).hasSize(CLIENTS + 2);
    }

    @Test
    void oneListIsGatheredAtATime() {
        List<HandPeer> peers = peers();
        peers.forEach(peer -> peer.sends(RespPeer.encoded("CLIENT", "LIST")));
        long before = engine.clients().heldBytes();
        loop.turn();
        assertThat(engine.clients().heldBytes() - before)
                .as("what lists that are not finished hold")
                .isLessThan(2L * CLIENTS * 400);
        loop.turnUntilIdle();
        assertThat(peers).allMatch(peer -> peer.text().endsWith("\n\r\n"));
    }

    @Test
    void aClientSubscribesAndEndsAllItsSubscriptions() {
        assertThat(answerInPortions(names("SUBSCRIBE"))).endsWith(":" + NAMES + "\r\n");
        assertThat(answerInPortions("UNSUBSCRIBE")).endsWith(":0\r\n");
        assertThat(engine.channels().count()).isZero();
    }

    @Test
    void aClientEndsSubscriptionsByTheirNames() {
        assertThat(answerInPortions(names("SUBSCRIBE"))).endsWith(":" + NAMES + "\r\n");
        assertThat(answerInPortions(names("UNSUBSCRIBE"))).endsWith(":0\r\n");
        assertThat(answerInPortions(names("PSUBSCRIBE"))).endsWith(":" + NAMES + "\r\n");
        assertThat(answerInPortions("PUNSUBSCRIBE")).endsWith(":0\r\n");
        assertThat(engine.channels().patterns()).isZero();
    }

    @Test
    void channelsAreListed() {
        assertThat(answerInPortions(names("SUBSCRIBE"))).endsWith(":" + NAMES + "\r\n");
        busy = new HandPeer(engine, loop);
        assertThat(answerInPortions("PUBSUB", "CHANNELS")).startsWith("*" + NAMES + "\r\n");
        assertThat(answerInPortions("PUBSUB", "CHANNELS", "name1*")).contains("name1\r\n");
        assertThat(answerInPortions(numbers())).startsWith("*" + 2 * NAMES + "\r\n$5\r\nname1\r\n:1\r\n");
    }

    @Test
    void aClientWatchesKeysAndForgetsThem() {
        assertThat(answerInPortions(names("WATCH"))).isEqualTo("+OK\r\n");
        assertThat(answerInPortions("UNWATCH")).isEqualTo("+OK\r\n");
        assertThat(engine.watched().isEmpty()).isTrue();
    }

    @Test
    void aKeyThatChangesWhileOthersAreBeingWatchedFailsTheTransaction() {
        busy.sends(RespPeer.encoded(names("WATCH")));
        other.sends(RespPeer.encoded("SET", "name1", "x"));
        loop.turnUntilIdle();
        busy.sends(RespPeer.encoded("MULTI") + RespPeer.encoded("EXEC"));
        assertThat(busy.text()).endsWith("*-1\r\n");
    }

    @Test
    void resetForgetsAll() {
        assertThat(answerInPortions(names("WATCH"))).isEqualTo("+OK\r\n");
        assertThat(answerInPortions(names("SUBSCRIBE"))).endsWith(":" + NAMES + "\r\n");
        assertThat(answerInPortions("RESET")).isEqualTo("+RESET\r\n");
        assertThat(engine.channels().count()).isZero();
        assertThat(engine.watched().isEmpty()).isTrue();
    }

    @Test
    void resetAnswersOneThatWantedNoAnswers() {
        busy.sends(RespPeer.encoded("CLIENT", "REPLY", "OFF") + RespPeer.encoded(names("SUBSCRIBE")));
        loop.turnUntilIdle();
        assertThat(busy.takeText()).startsWith("*3\r\n$9\r\nsubscribe\r\n").endsWith(":" + NAMES + "\r\n");
        busy.sends(PING);
        loop.turnUntilIdle();
        assertThat(busy.text()).isEmpty();
        busy.sends(RespPeer.encoded("RESET"));
        loop.turnUntilIdle();
        assertThat(busy.text()).isEqualTo("+RESET\r\n");
    }

    /** What a command is answered that takes more than two portions, behind each of which another connection is served. */
    private String answerInPortions(String... words) {
        String _ = busy.takeText();
        String _ = other.takeText();
        busy.sends(RespPeer.encoded(words) + PING);
        for (int portion = 1; portion <= 2; portion++) {
            other.sends(PING);
            assertThat(other.text()).isEqualTo(PONG.repeat(portion));
            assertThat(busy.text()).as("after portion %d", portion).doesNotEndWith(PONG);
            loop.turn();
        }
        loop.turnUntilIdle();
        String answer = busy.takeText();
        int end = answer.lastIndexOf(answer.endsWith(PONG) ? PONG : "*2\r\n$4\r\npong\r\n$0\r\n\r\n");
        return answer.substring(0, end);
    }

    private List<HandPeer> peers() {
        List<HandPeer> peers = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            peers.add(new HandPeer(engine, loop));
        }
        return peers;
    }

    private static String[] numbers() {
        String[] words = names("NUMSUB");
        return Stream.concat(Stream.of("PUBSUB"), Stream.of(words)).toArray(String[]::new);
    }

    private static String[] names(String command) {
        return Stream.concat(Stream.of(command), IntStream.rangeClosed(1, NAMES).mapToObj(i -> "name" + i))
                .toArray(String[]::new);
    }
}
