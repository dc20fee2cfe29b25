package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients whose requests cost much do not hold up others, and lose nothing by giving way. */
class RespTurnsTest extends OnRespServer {
    private static final int VALUE_BYTES = 128 << 10;
    private static final int GETS = 64;
    private static final int COSTLY_CLIENTS = 8;

    private RespPeer cheap;

    @BeforeEach
    void storeLargeValue() throws IOException {
        cheap = peer;
        cheap.call("SET", "large", "x".repeat(VALUE_BYTES));
    }

    @Test
    void answersInOrderAcrossTurns() throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            requests.append(RespPeer.encoded("ECHO", "n" + i));
            if (i % 100 == 0) {
                requests.append(RespPeer.encoded("GET", "large"));
            }
        }
        String half = RespPeer.encoded("SET", "other", "y".repeat(300_000));
        RespPeer peer = server.peer();
        Thread writer = Thread.startVirtualThread(() -> {
            try {
                peer.sendRaw(requests + half.substring(0, 100_000));
                peer.sendRaw(half.substring(100_000) + RespPeer.encoded("STRLEN", "other"));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        for (int i = 0; i < 3_000; i++) {
            assertThat(peer.reply()).isEqualTo("\"n" + i + "\"");
            if (i % 100 == 0) {
                assertThat(peer.reply()).hasSize(VALUE_BYTES + 2);
            }
        }
        assertThat(peer.reply()).isEqualTo("OK");
        assertThat(peer.reply()).isEqualTo("300000");
        assertThat(writer).isNotNull();
    }

    @Test
    void forgetsWhatWaitsOfAClientThatGoesAway() throws IOException {
        for (int i = 0; i < COSTLY_CLIENTS; i++) {
            RespPeer peer = server.peer();
            peer.sendRaw(RespPeer.encoded("GET", "large").repeat(GETS));
            peer.close();
        }
        cheap.await("connected_clients:1\r", "INFO", "clients");
        assertThat(cheap.call("PING")).isEqualTo("PONG");
    }
}
