package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.PeerMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What clients of Redis can make the server hold, each kind in a small budget: it is counted, ends its connection, and is given back. */
@Isolated
class RespMemoryTest {
    private static final int LIMIT_BYTES = 4 << 20;
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private final PeerMemory memory = new PeerMemory(LIMIT_BYTES);
    private RespFixture server;

    private RespPeer start() throws IOException {
        return start(null);
    }

    /** Starts the server; a connection that holds little and must not notice anything. */
    private RespPeer start(String password) throws IOException {
        server = RespFixture.in(directory, options -> options.withMemory(memory).withPassword(password));
        return server.peer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        assertThat(memory.heldBytes()).as("held when all is over").isZero();
    }

    private void awaitClosed(RespPeer other) throws IOException {
        for (int i = 0; i < 1_000_000 && memory.statistics().closedConnections() == 0; i++) {
            assertThat(other.call("PING")).isEqualTo("PONG");
        }
        assertThat(memory.statistics().closedConnections()).isPositive();
        other.await("connected_clients:1\r", "INFO", "clients");
        awaitHeld(other, 64 << 10);
    }

    /** Names of clients that have gone are taken back by and by. */
    private void awaitHeld(RespPeer other, long most) throws IOException {
        for (int i = 0; i < 1_000_000 && memory.heldBytes() >= most; i++) {
            assertThat(other.call("PING")).isEqualTo("PONG");
        }
        assertThat(memory.heldBytes()).isLessThan(most);
    }

    @Test
    void endsRequestsThatAreNeverFinished() throws IOException {
        RespPeer other = start();
        for (int i = 0; i < 4; i++) {
            RespPeer greedy = server.peer();
            try {
                greedy.sendRaw("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$60000000\r\n");
                for (int sent = 0; sent < 8; sent++) {
                    greedy.sendRaw("x".repeat(MIB));
                }
            } catch (IOException closed) {
                assertThat(closed).isNotNull(); // the server does not read on
            }
        }
        awaitClosed(other);
        assertThat(other.call("INFO", "memory")).contains("mem_clients_limit:" + LIMIT_BYTES);
    }

    @Test
    void endsManySubscriptionsAndPatterns() throws IOException {
        RespPeer other = start();
        for (String command : List.of("SUBSCRIBE", "PSUBSCRIBE")) {
            RespPeer greedy = server.peer();
            sendNames(greedy, command, 20_000);
        }
        awaitClosed(other);
    }

    @Test
    void endsManyWatchedKeys() throws IOException {
        RespPeer other = start();
        RespPeer greedy = server.peer();
        sendNames(greedy, "WATCH", 20_000);
        awaitClosed(other);
    }

    private static void sendNames(RespPeer peer, String command, int count) {
        try {
            for (int i = 0; i < count; i += 100) {
                String[] words = new String[101];
                words[0] = command;
                for (int k = 0; k < 100; k++) {
                    words[k + 1] = "name:" + (i + k);
                }
                peer.send(words);
            }
        } catch (IOException closed) {
            assertThat(closed).isNotNull(); // the server does not read on
        }
    }

    @Test
    void endsTransactionsThatQueueTooMuch() throws IOException {
        RespPeer other = start();
        RespPeer greedy = server.peer();
        greedy.call("MULTI");
        try {
            for (int i = 0; i < 100; i++) {
                greedy.send("SET", "k", "x".repeat(100_000));
            }
        } catch (IOException closed) {
            assertThat(closed).isNotNull();
        }
        awaitClosed(other);
    }

    @Test
    void endsWhoDoesNotReadRepliesOrMessages() throws IOException {
        RespPeer other = start();
        other.call("SET", "k", "x".repeat(500_000));
        RespPeer listener = server.peer();
        listener.call("SUBSCRIBE", "c");
        RespPeer asker = server.peer();
        asker.sendRaw(RespPeer.encoded("GET", "k").repeat(40));
        for (int i = 0; i < 60 && memory.statistics().closedConnections() < 2; i++) {
            other.call("PUBLISH", "c", "x".repeat(500_000));
        }
        awaitClosed(other);
    }

    /** A MiB and its command take two regions of the heap, each with room for as much again. */
    @Test
    void countsTheRegionsThatALongRequestTakes() throws IOException {
        RespPeer other = start();
        memory.limit(4 * LIMIT_BYTES); // while it is executed there is a copy, of two regions, too
        RespPeer sender = server.peer();
        String begun = "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$" + MIB + "\r\n" + "x".repeat(MIB - 8);
        sender.sendRaw(begun);
        other.await("qbuf=" + begun.length() + " ", "CLIENT", "LIST");
        assertThat(memory.heldBytes()).isGreaterThan(2 * MIB - 16);
        sender.sendRaw("x".repeat(8) + "\r\n");
        assertThat(sender.reply()).isEqualTo("OK");
    }

    @RepeatedTest(10) // how the first request arrives differs
    void endsAReplyForWhichThereIsNoRoom() throws IOException {
        RespPeer other = start();
        assertThat(other.call("SET", "k", "x".repeat(1_000_000))).isEqualTo("OK");
        RespPeer greedy = server.peer();
        greedy.send("MGET", "k", "k", "k", "k", "k", "k");
        assertThat(greedy.reply()).startsWith("-ERR closed, memory: ");
        awaitClosed(other);
    }

    @Test
    void takesAsMuchFromAStrangerAsAllowedAndClosesOnMore() throws IOException {
        RespPeer other = start("secret");
        other.call("AUTH", "secret");
        String begun = "*6\r\n" + ("$16384\r\n" + "x".repeat(16_384) + "\r\n").repeat(3) + "$16384\r\n";
        RespPeer stranger = server.peer();
        stranger.sendRaw(begun + "x".repeat((64 << 10) - begun.length()));
        other.await("qbuf=65536 ", "CLIENT", "LIST");
        stranger.sendRaw("x");
        assertThat(stranger.reply()).isEqualTo("-ERR Protocol error: unauthenticated request too long");
        assertThat(stranger.isClosed()).isTrue();
        other.call("PING");
    }

    @Test
    void countsWhatSubscriptionsAndWatchesReallyTake() throws IOException {
        memory.limit(256L << 20);
        RespPeer other = start();
        for (String command : List.of("SUBSCRIBE", "PSUBSCRIBE", "WATCH")) {
            long before = liveBytes();
            long countedBefore = memory.heldBytes();
            RespPeer holder = server.peer();
            Thread reader = Thread.ofVirtual().start(() -> drain(holder));
            sendNames(holder, command, 40_000);
            long expected = countedBefore + 40_000L * 300;
            while (memory.heldBytes() < expected) {
                assertThat(other.call("PING")).isEqualTo("PONG");
            }
            other.await(command.equals("WATCH") ? "qbuf=0 " : "sub=40000 ", "CLIENT", "LIST");
            long with = liveBytes();
            long counted = memory.heldBytes() - countedBefore;
            holder.close();
            reader.interrupt();
            other.await("connected_clients:1\r", "INFO", "clients");
            awaitHeld(other, countedBefore + MIB);
            long after = liveBytes();
            String figures =
                    command + ": counted=" + counted + ", before=" + before + ", with=" + with + ", after=" + after;
            // what others let go of meanwhile, such as an earlier test, makes the growth smaller and the shrinkage
            // larger than what was taken
            assertThat((double) counted / (with - before)).as(figures).isGreaterThan(0.5);
            assertThat((double) counted / (with - after)).as(figures).isLessThan(2.0);
            assertThat(after - before).as("growth, " + figures).isLessThan((with - after) / 4 + MIB);
        }
    }

    private static void drain(RespPeer peer) {
        byte[] trash = new byte[1 << 16];
        try {
            while (peer.socket().getInputStream().read(trash) >= 0) {
                // only so that the server can go on
            }
        } catch (IOException closed) {
            assertThat(closed).isNotNull();
        }
    }

    private static long liveBytes() {
        List<Long> looks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            System.gc();
            looks.add(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return looks.stream().mapToLong(Long::longValue).min().orElseThrow();
    }
}
