package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.remote.TransportException;
import io.tellask.remote.ValueEncoding;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** This module has no JSON and no CBOR: whoever asks for them is told so. */
@Timeout(60)
class MissingEncodingTest {
    private static final String HELLO_WITH_JSON = "16000001544c534b008f01008008808080208020808040808004";

    @Test
    void clientIsRefusedBeforeItConnects() {
        try (ActorSystem system = ActorSystem.create()) {
            assertThatThrownBy(() -> Client.connect(system, "tellask://127.0.0.1:1?encoding=json"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("json values are not taken here; add the module io.tellask.codec.text");
            assertThatThrownBy(() ->
                            Client.builder(system).encoding(ValueEncoding.CBOR).connectAsync("tellask://127.0.0.1:1"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("cbor values are not taken here");
        }
    }

    @Test
    void serverTellsTheClient() throws Exception {
        try (ActorSystem system = ActorSystem.create();
                Server server =
                        Server.builder(system).listen("tellask://127.0.0.1:0").start();
                Socket peer = new Socket("127.0.0.1", server.address().getPort())) {
            peer.getOutputStream().write(HexFormat.of().parseHex(HELLO_WITH_JSON));
            String answer = new String(peer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer)
                    .contains("encoding: json values are not taken here; add the module io.tellask.codec.text");
        }
    }
}
