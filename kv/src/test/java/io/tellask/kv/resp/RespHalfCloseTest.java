package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client gets that sends requests and then ends its half of the connection, as {@code nc -N} does. */
@Timeout(60)
class RespHalfCloseTest {
    private static final int LONG = 8 << 20; // more than sockets keep

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void repliesOfWhatWasExecutedStillLeave(Durability durability) throws IOException {
        try (RespFixture server = RespFixture.in(directory, durability, options -> options)) {
            RespPeer peer = server.peer();
            String value = "x".repeat(LONG);
            assertThat(peer.call("SET", "long", value)).isEqualTo("OK");
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 1_000; i++) {
                requests.append(RespPeer.encoded("SET", "k" + i, "v"));
            }
            peer.sendRaw(requests + RespPeer.encoded("GET", "long") + RespPeer.encoded("GET", "long"));
            peer.socket().shutdownOutput();
            for (int i = 0; i < 1_000; i++) {
                assertThat(peer.reply()).isEqualTo("OK");
            }
            assertThat(peer.reply()).hasSize(LONG + 2);
            assertThat(peer.reply()).hasSize(LONG + 2);
            assertThat(peer.isClosed()).isTrue();
            assertThat(server.peer().call("EXISTS", "k0", "k999")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUIT", "GET"})
    void repliesLeaveAlsoBeforeQuitAndBeforeAnUnfinishedRequest(String last) throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            assertThat(peer.call("SET", "long", "x".repeat(LONG))).isEqualTo("OK");
            peer.sendRaw(RespPeer.encoded("GET", "long")
                    + (last.equals("QUIT") ? RespPeer.encoded("QUIT") : "*2\r\n$3\r\nGE"));
            peer.socket().shutdownOutput();
            assertThat(peer.reply()).hasSize(LONG + 2);
            if (last.equals("QUIT")) {
                assertThat(peer.reply()).isEqualTo("OK");
            }
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    void listenersEnd() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer listener = server.peer();
            assertThat(listener.call("SUBSCRIBE", "news")).contains("subscribe");
            listener.socket().shutdownOutput();
            assertThat(listener.isClosed()).isTrue();
            server.peer().await("[\"news\" 0]", "PUBSUB", "NUMSUB", "news");
        }
    }

    @Test
    void clientsThatEndTheirHalfAndReadNothingAreCounted() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            assertThat(peer.call("SET", "long", "x".repeat(LONG))).isEqualTo("OK");
            peer.sendRaw(RespPeer.encoded("GET", "long").repeat(3));
            peer.socket().shutdownOutput();
            RespPeer other = server.peer();
            other.await("connected_clients:2", "INFO", "clients");
            assertThat(mostHeld(other)).isGreaterThan(LONG);
            peer.close();
            other.await("connected_clients:1", "INFO", "clients");
            assertThat(mostHeld(other)).isLessThan(LONG);
        }
    }

    private static long mostHeld(RespPeer other) throws IOException {
        String memory = other.call("INFO", "memory");
        int at = memory.indexOf("mem_clients_normal:") + "mem_clients_normal:".length();
        return Long.parseLong(memory.substring(at, memory.indexOf('\r', at)));
    }
}
