package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnScheduler;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of connections, and in which order, where many send at once; on a loop that the test turns by hand. */
class ReadingTurnsTest {
    private static final int FLOODERS = 300;
    private static final int FLOOD_BYTES = 64 << 10;
    private static final String PING = RespPeer.encoded("PING");
    private static final String PONG = "+PONG\r\n";
    private static final String FLOOD = PING.repeat(FLOOD_BYTES / PING.length());
    private static final String UNFINISHED = "*3\r\n$3\r\nSET\r\n$1\r\na\r\n$60000000\r\n" + "x".repeat(FLOOD_BYTES);

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private Engine engine;
    private SocketPeer quiet;

    @BeforeEach
    void open() {
        EngineSettings settings = new EngineSettings(
                directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(256 << 20), null);
        engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
        quiet = new SocketPeer(engine, loop);
        for (int i = 0; i < 20; i++) {
            quiet.sends(PING);
        }
        String _ = quiet.takeText();
    }

    @AfterEach
    void close() {
        engine.disconnect();
        engine.close();
    }

    private SocketPeer[] flooders(String text) {
        SocketPeer[] peers = IntStream.range(0, FLOODERS)
                .mapToObj(i -> new SocketPeer(engine, loop))
                .toArray(SocketPeer[]::new);
        for (SocketPeer peer : peers) {
            peer.sends(text);
        }
        return peers;
    }

    private static int waitingBytes(SocketPeer[] peers) {
        return Arrays.stream(peers).mapToInt(SocketPeer::waitingBytes).sum();
    }

    private void turnUntilAllIsRead(SocketPeer... peers) {
        for (int turns = 0; !loop.isIdle() || waitingBytes(peers) > 0; turns++) {
            assertThat(turns).as("turns of the loop").isLessThan(10_000);
            loop.turn();
            SocketPeer.serve(peers);
        }
    }

    @Test
    void aQuietConnectionIsServedAtOnceBesideManyNewcomersThatFlood() {
        SocketPeer[] flooders = flooders(FLOOD);
        quiet.sends(PING);
        assertThat(quiet.text()).isEqualTo(PONG);
        turnUntilAllIsRead(flooders);
        assertThat(flooders).allMatch(peer -> peer.size() == FLOOD_BYTES / PING.length() * PONG.length());
    }

    @Test
    void aQuietConnectionThatMustWaitIsServedWithTheNextTurnOfTheLoop() {
        SocketPeer[] trusted = IntStream.range(0, FLOODERS)
                .mapToObj(i -> new SocketPeer(engine, loop))
                .toArray(SocketPeer[]::new);
        for (int i = 0; i < 20; i++) {
            Arrays.stream(trusted).forEach(peer -> peer.sends(PING));
            loop.turnUntilIdle();
        }
        Arrays.stream(trusted).forEach(peer -> peer.sends(FLOOD));
        quiet.sends(PING);
        assertThat(quiet.text()).as("all that are quiet have cost two passes").isEmpty();
        loop.turn();
        loop.turn();
        assertThat(quiet.text()).isEqualTo(PONG);
    }

    @Test
    void aTurnOfTheLoopReadsNoMoreThanItExecutes() {
        SocketPeer[] flooders = flooders(UNFINISHED);
        int sent = FLOODERS * UNFINISHED.length();
        assertThat(sent - waitingBytes(flooders)).isLessThan(TurnScheduler.PASS_BYTES + 2 * TurnScheduler.TURN_BYTES);
        assertThat(engine.clients().heldBytes()).isLessThan(2 * TurnScheduler.PASS_BYTES);
        int before = waitingBytes(flooders);
        loop.turn();
        assertThat(before - waitingBytes(flooders)).isLessThan(2 * TurnScheduler.PASS_BYTES);
        turnUntilAllIsRead(flooders);
    }

    @Test
    void aNewcomersFirstRequestWaitsForAShortReadOfTheOthersAndNoLonger() {
        SocketPeer[] flooders = flooders(UNFINISHED.repeat(10));
        int before = waitingBytes(flooders);
        SocketPeer newcomer = new SocketPeer(engine, loop);
        newcomer.sends(PING);
        while (newcomer.text().isEmpty()) {
            assertThat(loop.isIdle()).isFalse();
            loop.turn();
            SocketPeer.serve(flooders);
            newcomer.sends("");
        }
        assertThat(before - waitingBytes(flooders)).isLessThan(FLOODERS * 2 * TurnScheduler.SHORT_TURN_BYTES);
    }

    @Test
    void whatAClientSentBeforeItLeftIsExecuted() {
        SocketPeer[] flooders = flooders(FLOOD);
        SocketPeer setter = new SocketPeer(engine, loop);
        setter.sends(RespPeer.encoded("SET", "left", "behind"));
        setter.leaves();
        assertThat(setter.waitingBytes()).isPositive();
        turnUntilAllIsRead(flooders);
        setter.leaves();
        quiet.sends(RespPeer.encoded("GET", "left"));
        assertThat(quiet.text()).isEqualTo("$6\r\nbehind\r\n");
        assertThat(engine.clients().count()).isEqualTo(1 + flooders.length);
    }

    @Test
    void aRequestInSmallPiecesIsNotCopiedForEachOfThem() {
        Receiver receiver = new Acceptor(engine).accept(quiet);
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        byte[] beginning = "*2\r\n$3\r\nGET\r\n$60000\r\n".getBytes(ISO_8859_1);
        System.arraycopy(beginning, 0, receiver.array(beginning.length), receiver.offset(), beginning.length);
        receiver.received(beginning.length);
        for (int i = 0; i < 500; i++) {
            arrays.add(receiver.array(100));
            receiver.received(100);
        }
        assertThat(arrays).hasSizeLessThan(15);
    }
}
