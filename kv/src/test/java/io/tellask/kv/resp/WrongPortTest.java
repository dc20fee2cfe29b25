package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that connect to the port of the other protocol are told so at once, in their own. */
class WrongPortTest {
    @TempDir
    private Path directory;

    @Test
    void tellsOurClientsThatThePortSpeaksRedis() throws IOException {
        try (RespFixture server = RespFixture.in(directory);
                ActorSystem system = ActorSystem.create()) {
            URI address = URI.create(
                    "tellask://127.0.0.1:" + server.server().address().getPort());
            Limits patient = Limits.builder().handshakeTime(Duration.ofHours(1)).build();

            assertThatThrownBy(() -> Client.builder(system).limits(patient).connect(address))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the peer seems to speak RESP, which is not spoken here")
                    .hasMessageEndingWith(
                            "connect to the server's address that begins with tellask://, or use a client of Redis");
            assertThat(server.peer().call("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void tellsClientsOfRedisThatThePortIsOurs() throws IOException {
        try (ActorSystem system = ActorSystem.create();
                Server server =
                        Server.builder(system).listen("tellask://127.0.0.1:0").start();
                RespPeer peer = RespPeer.connect(server.address())) {
            assertThat(peer.call("HELLO", "3"))
                    .isEqualTo("-ERR Protocol error: Tellask is spoken here, not the protocol of Redis;"
                            + " connect to the server's address that begins with redis://");
            assertThat(peer.isClosed()).isTrue();
            assertThat(server.statistics().otherProtocols()).isEqualTo(Map.of("RESP", 1L));
        }
    }

    /** The beginning of our hello, byte by byte, as it may come. */
    @Test
    void knowsOurHelloHoweverItComes() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            for (char each : "\u0015\0\0\u0001TLSK".toCharArray()) {
                peer.sendRaw(String.valueOf(each));
            }
            assertThat(peer.reply())
                    .isEqualTo("-ERR Protocol error: the peer seems to speak Tellask, which is not spoken here;"
                            + " connect to the server's address that begins with tellask://");
            assertThat(peer.isClosed()).isTrue();
        }
    }
}
