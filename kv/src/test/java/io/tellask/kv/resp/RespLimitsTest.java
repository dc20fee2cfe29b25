package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.remote.PeerMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hostile or unlucky clients can do, and that the others do not notice. */
class RespLimitsTest {
    @TempDir
    private Path directory;

    private RespFixture server;

    private void start(UnaryOperator<RespLimits.Builder> limits) {
        start(limits, PeerMemory.ofProcess());
    }

    private void start(UnaryOperator<RespLimits.Builder> limits, PeerMemory memory) {
        server = RespFixture.in(
                directory,
                options -> options.withLimits(limits.apply(RespLimits.builder()).build())
                        .withMemory(memory));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void assertOthersAreServed() throws IOException {
        assertThat(server.peer().call("PING")).isEqualTo("PONG");
    }

    @Test
    void takesAsManyClientsAsAllowed() throws IOException {
        start(limits -> limits.clients(3));
        List<RespPeer> peers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            peers.add(server.peer());
            assertThat(peers.get(i).call("PING")).isEqualTo("PONG");
        }
        RespPeer fourth = server.peer();
        assertThat(fourth.reply()).isEqualTo("-ERR max number of clients reached");
        assertThat(fourth.isClosed()).isTrue();
        assertThat(peers.get(0).call("INFO", "stats")).contains("rejected_connections:1");
        peers.get(1).call("QUIT");
        peers.get(0).await("connected_clients:2", "INFO", "clients");
        assertOthersAreServed();
    }

    @Test
    void takesRequestsAsLongAsAllowed() throws IOException {
        start(limits -> limits.requestBytes(10_000));
        RespPeer peer = server.peer();
        String longest = "x".repeat(10_000);
        assertThat(peer.call("ECHO", longest)).isEqualTo("\"" + longest + "\"");
        assertThat(peer.call("ECHO", longest + "x")).isEqualTo("-ERR Protocol error: invalid bulk length");
        assertThat(peer.isClosed()).isTrue();
        assertOthersAreServed();
    }

    @Test
    void endsARequestOfMorePiecesThanAllowed() throws IOException {
        start(limits -> limits.requestBytes(100_000));
        RespPeer peer = server.peer();
        peer.sendRaw("*1000\r\n");
        peer.sendRaw(("$9000\r\n" + "x".repeat(9000) + "\r\n").repeat(12));
        assertThat(peer.reply()).isEqualTo("-ERR Protocol error: request too long");
        assertThat(peer.isClosed()).isTrue();
        assertOthersAreServed();
    }

    @Test
    void takesAsManyArgumentsAsAllowed() throws IOException {
        start(limits -> limits.requestArguments(10));
        RespPeer peer = server.peer();
        assertThat(peer.call("EXISTS", "1", "2", "3", "4", "5", "6", "7", "8", "9"))
                .isEqualTo("0");
        assertThat(peer.call("EXISTS", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"))
                .isEqualTo("-ERR Protocol error: invalid multibulk length");
        assertThat(peer.isClosed()).isTrue();
        assertOthersAreServed();
    }

    @Test
    void endsConnectionsThatSendNonsense() throws IOException {
        start(limits -> limits);
        for (String nonsense : List.of(
                "*2147483648\r\n",
                "*1\r\n$-1\r\n",
                "*1\r\n$99999999999\r\n",
                "*1\r\nPING\r\n",
                "*\r\n",
                "x".repeat(70_000),
                "*" + "1".repeat(70_000),
                "\"\r\n")) {
            RespPeer peer = server.peer();
            peer.sendRaw(nonsense);
            assertThat(peer.reply()).startsWith("-ERR Protocol error: ");
            assertThat(peer.isClosed()).isTrue();
        }
        assertOthersAreServed();
    }

    @Test
    void holdsNothingForLengthsThatAreOnlyClaimed() throws IOException {
        start(limits -> limits, new PeerMemory(1 << 20));
        List<RespPeer> peers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            RespPeer peer = server.peer();
            peer.sendRaw("*1000000\r\n$60000000\r\nx");
            peers.add(peer);
        }
        assertThat(server.peer().call("SET", "k", "v")).isEqualTo("OK");
        peers.get(0).sendRaw("more");
        assertThat(server.peer().call("GET", "k")).isEqualTo("\"v\"");
    }

    @Test
    void endsAClientThatDoesNotReadItsReplies() throws IOException {
        start(limits -> limits.outputBytes(2 << 20));
        RespPeer good = server.peer();
        good.call("SET", "k", "x".repeat(1 << 20));
        RespPeer slow = server.peer();
        String requests = RespPeer.encoded("GET", "k").repeat(10);
        slow.sendRaw(requests);
        good.await("connected_clients:1", "INFO", "clients");
        assertThat(good.call("STRLEN", "k")).isEqualTo("1048576");
        assertOthersAreServed();
    }

    @Test
    void refusesAReplyThatIsTooLong() throws IOException {
        start(limits -> limits.outputBytes(1 << 20));
        RespPeer peer = server.peer();
        peer.call("SET", "k", "x".repeat(500_000));
        assertThat(peer.call("MGET", "k", "k")).hasSize(1_000_007);
        peer.send("MGET", "k", "k", "k");
        assertThat(peer.isClosed()).isTrue();
        assertOthersAreServed();
    }

    @Test
    void endsTheConnectionThatHoldsMostWhereAllHoldTooMuch() throws IOException {
        start(limits -> limits, new PeerMemory(4 << 20));
        RespPeer modest = server.peer();
        modest.sendRaw("*2\r\n$4\r\nECHO\r\n$300000\r\n" + "x".repeat(299_999));
        RespPeer greedy = server.peer();
        greedy.sendRaw("*1000\r\n" + ("$100000\r\n" + "x".repeat(100_000) + "\r\n").repeat(50));
        assertThat(greedy.reply()).startsWith("-ERR closed, memory: bytes=");
        assertThat(greedy.isClosed()).isTrue();
        modest.sendRaw("x\r\n");
        assertThat(modest.reply()).hasSize(300_002);
    }

    @Test
    void servesOthersWhileARequestArrivesByteByByte() throws IOException {
        start(limits -> limits);
        RespPeer slow = server.peer();
        RespPeer good = server.peer();
        String request = RespPeer.encoded("SET", "k", "v");
        for (char character : request.toCharArray()) {
            slow.sendRaw(Character.toString(character));
            assertThat(good.call("PING")).isEqualTo("PONG");
        }
        assertThat(slow.reply()).isEqualTo("OK");
    }

    @Test
    void refusesKeysAndValuesThatTheStoreDoesNotTake() throws IOException {
        start(limits -> limits);
        RespPeer peer = server.peer();
        assertThat(peer.call("SET", "x".repeat(40_000), "v")).startsWith("-ERR store: key bytes=40000");
        assertThat(peer.call("SET", "k", "x".repeat((16 << 20) + 1))).startsWith("-ERR store: value bytes=16777217");
        assertThat(peer.call("APPEND", "k", "x")).isEqualTo("1");
        assertThat(peer.call("SETRANGE", "k", Integer.toString(16 << 20), "x"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)");
        assertThat(peer.call("GET", "k")).isEqualTo("\"x\"");
    }

    @Test
    void refusesLimitsThatMakeNoSense() {
        start(limits -> limits);
        assertThatThrownBy(() -> RespLimits.builder().clients(0).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("clients=0");
        assertThatThrownBy(() -> RespLimits.builder().unauthenticatedBytes(1).build())
                .hasMessageContaining("unauthenticatedBytes=1");
    }

    @Test
    void asksForThePasswordFirst() throws IOException {
        server = RespFixture.in(directory, options -> options.withPassword("secret"));
        RespPeer peer = server.peer();
        assertThat(peer.call("GET", "k")).isEqualTo("-NOAUTH Authentication required.");
        assertThat(peer.call("HELLO", "3")).startsWith("-NOAUTH HELLO must be called");
        assertThat(peer.call("AUTH", "wrong"))
                .isEqualTo("-WRONGPASS invalid username-password pair or user is disabled.");
        assertThat(peer.call("AUTH", "other", "secret")).startsWith("-WRONGPASS");
        assertThat(peer.call("HELLO", "3", "AUTH", "default", "secret")).startsWith("%[");
        assertThat(peer.call("GET", "k")).isEqualTo("nil");
        assertThat(peer.call("RESET")).isEqualTo("RESET");
        assertThat(peer.call("GET", "k")).startsWith("-NOAUTH");
        assertThat(peer.call("AUTH", "secret")).isEqualTo("OK");
        RespPeer stranger = server.peer();
        stranger.sendRaw("*1\r\n$20000\r\n");
        assertThat(stranger.reply()).isEqualTo("-ERR Protocol error: unauthenticated bulk length");
    }

    @Test
    void looksAtNoMoreWrongPasswordsOfAnAddressThanAllowed() throws IOException {
        server = RespFixture.in(
                directory,
                options -> options.withPassword("secret")
                        .withLimits(RespLimits.builder()
                                .authAttempts(3)
                                .authWindowSeconds(600)
                                .build()));
        RespPeer known = server.peer();
        assertThat(known.call("AUTH", "secret")).isEqualTo("OK");
        RespPeer guessing = server.peer();
        for (int i = 0; i < 3; i++) {
            assertThat(guessing.call("AUTH", "guess " + i)).startsWith("-WRONGPASS");
        }
        guessing.send("HELLO", "3", "AUTH", "default", "secret");
        assertThat(known.call("PING")).as("meanwhile").isEqualTo("PONG");
        assertThat(guessing.reply())
                .isEqualTo(
                        "-ERR too many wrong passwords from this address, authAttempts=3 within authWindowSeconds=600;"
                                + " try again later");
        assertThat(guessing.isClosed()).isTrue();
        assertThat(known.call("INFO", "stats")).contains("throttled_auth_attempts:1\r");
    }

    @Test
    void countsConnectionsThatNeverSendARequest() throws IOException {
        start(limits -> limits);
        for (String junk : List.of("*1\r\n$-1\r\n", "POST / HTTP/1.1\r\n", "\"\r\n")) {
            RespPeer peer = server.peer();
            peer.sendRaw(junk);
            while (!peer.isClosed()) {
                // reads what it is told
            }
        }
        assertThat(server.peer().call("INFO", "stats")).contains("junk_connections:3\r");
        RespPeer known = server.peer();
        known.call("PING");
        known.sendRaw("*1\r\n$-1\r\n");
        assertThat(known.reply()).startsWith("-ERR Protocol error");
        assertThat(server.peer().call("INFO", "stats")).contains("junk_connections:3\r");
    }

    @Test
    void closesConnectionsThatSpeakHttpOrTls() throws IOException {
        start(limits -> limits);
        for (String other : List.of(
                "GET / HTTP/1.1\r\nHost: here\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001")) {
            RespPeer peer = server.peer();
            peer.sendRaw(other);
            while (!peer.isClosed()) {
                // reads what it is told
            }
        }
        assertThat(server.peer().call("INFO", "stats")).contains("junk_connections:3\r");
    }

    @Test
    void takesPatternsAsLongAsAllowed() throws IOException {
        start(limits -> limits.patternBytes(8));
        RespPeer peer = server.peer();
        assertThat(peer.call("KEYS", "12345678")).isEqualTo("[]");
        assertThat(peer.call("PSUBSCRIBE", "12345678")).contains("psubscribe");
        RespPeer tooLong = server.peer();
        List<String[]> requests = List.of(
                new String[] {"KEYS", "123456789"},
                new String[] {"SCAN", "0", "MATCH", "123456789"},
                new String[] {"PUBSUB", "CHANNELS", "123456789"},
                new String[] {"CONFIG", "GET", "123456789"},
                new String[] {"COMMAND", "LIST", "FILTERBY", "PATTERN", "123456789"},
                new String[] {"PSUBSCRIBE", "123456789"});
        for (String[] request : requests) {
            assertThat(tooLong.call(request))
                    .isEqualTo("-ERR pattern is too long, patternBytes=8; choose a shorter one or raise the limit");
        }
    }

    @Test
    void takesNamesOfClientsAsLongAsAllowed() throws IOException {
        start(limits -> limits.clientNameBytes(8));
        RespPeer peer = server.peer();
        String refusal =
                "-ERR name of a client is too long, clientNameBytes=8; choose a shorter one or raise the limit";
        assertThat(peer.call("CLIENT", "SETNAME", "12345678")).isEqualTo("OK");
        assertThat(peer.call("CLIENT", "SETNAME", "123456789")).isEqualTo(refusal);
        assertThat(peer.call("HELLO", "2", "SETNAME", "123456789")).isEqualTo(refusal);
        assertThat(peer.call("CLIENT", "GETNAME")).contains("12345678");
    }

    @Test
    void takesNamesOfChannelsAsLongAsAllowed() throws IOException {
        start(limits -> limits.channelBytes(8));
        RespPeer peer = server.peer();
        assertThat(peer.call("PUBLISH", "12345678", "x")).isEqualTo("0");
        String refusal = "-ERR name of a channel is too long, channelBytes=8; choose a shorter one or raise the limit";
        assertThat(peer.call("PUBLISH", "123456789", "x")).isEqualTo(refusal);
        assertThat(peer.call("SUBSCRIBE", "123456789")).isEqualTo(refusal);
        assertThat(peer.call("SUBSCRIBE", "12345678")).contains("subscribe");
    }

    /** Of two patterns looked at, and one message. */
    private static final int STEPS = 2 * MatchCost.PATTERN + MatchCost.MESSAGE + 42;

    @Test
    void matchesAsMuchInATransactionAsAllowed() throws IOException {
        start(limits -> limits.transactionSteps(STEPS));
        RespPeer listener = server.peer();
        listener.call("PSUBSCRIBE", "*ab*"); // two steps for each byte of the channel, and one
        RespPeer peer = server.peer();
        String refusal = "-EXECABORT Transaction discarded because of: too much to look at in a transaction,"
                + " transactionSteps=" + STEPS + "; send commands that look at much outside of it or raise the limit";
        assertThat(executed(peer, "0123456789", "01234567ab")).isEqualTo("[0 1]");
        assertThat(executed(peer, "0123456789", "01234567ab", "9")).isEqualTo(refusal);
        assertThat(peer.call("PUBLISH", "0123456789".repeat(10), "x")).isEqualTo("0");
    }

    private static String executed(RespPeer peer, String... channels) throws IOException {
        peer.call("MULTI");
        for (String channel : channels) {
            peer.call("PUBLISH", channel, "x");
        }
        return peer.call("EXEC");
    }
}
